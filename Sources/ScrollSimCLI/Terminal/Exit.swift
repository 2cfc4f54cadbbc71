internal import ArgumentParser
internal import BenchReport

/// How the program ends; the numbers are part of its contract.
enum Exit {
  static let internalError = ExitCode(1)
  static let limitBroken = ExitCode(2)
  static let notMeasured = ExitCode(3)
  static let notComparable = ExitCode(5)
  static let usage = ExitCode(64)

  /// How a result ends the program; `nil` if it passes.
  static func code(for verdict: ResultFile.Verdict) -> ExitCode? {
    switch verdict {
    case .pass: nil
    case .limitBroken: limitBroken
    case .notMeasured: notMeasured
    }
  }

  /// Runs `body`; what it throws is said on standard error, and ends the program as wrong usage.
  static func onFailure<Value>(_ code: ExitCode = usage, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw because(OutputFiles.words(error), code) }
  }

  /// The same, of what takes its time.
  static func onFailure<Value>(
    _ code: ExitCode = usage, _ body: () async throws -> Value
  ) async throws -> Value {
    do { return try await body() } catch { throw because(OutputFiles.words(error), code) }
  }

  /// Says what is wrong on standard error, and gives the code to end with.
  static func because(_ message: String, _ code: ExitCode = usage) -> ExitCode {
    Terminal.writeError(message)
    return code
  }
}
