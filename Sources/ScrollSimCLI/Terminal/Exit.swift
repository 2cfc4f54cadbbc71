internal import ArgumentParser
internal import BenchReport

/// The program's exit codes; the numbers are part of its contract.
enum Exit {
  static let internalError = ExitCode(1)
  static let limitBroken = ExitCode(2)
  static let notMeasured = ExitCode(3)
  static let notComparable = ExitCode(5)
  static let usage = ExitCode(64)

  /// The exit code for a verdict; `nil` for a pass.
  static func code(for verdict: ResultFile.Verdict) -> ExitCode? {
    switch verdict {
    case .pass: nil
    case .limitBroken: limitBroken
    case .notMeasured: notMeasured
    }
  }

  /// Runs `body`; its error is written to standard error, and ends the program with `code`, by default as wrong usage.
  static func onFailure<Value>(_ code: ExitCode = usage, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw because(OutputFiles.words(error), code) }
  }

  /// The same for an asynchronous `body`.
  static func onFailure<Value>(
    _ code: ExitCode = usage, _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch { throw because(OutputFiles.words(error), code) }
  }

  /// Writes a message to standard error, and returns the code to end with.
  static func because(_ message: String, _ code: ExitCode = usage) -> ExitCode {
    Terminal.writeError(message)
    return code
  }
}
