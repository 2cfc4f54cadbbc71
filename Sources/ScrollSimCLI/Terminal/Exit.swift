internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim
internal import Support

/// The program's exit codes; the numbers are part of its contract.
enum Exit {
  static let internalError = ExitCode(1)
  static let limitBroken = ExitCode(2)
  static let notMeasured = ExitCode(3)
  static let notComparable = ExitCode(5)
  static let usage = ExitCode(64)
  /// The disk or a file cannot be read or written.
  static let disk = ExitCode(74)

  /// The exit code for a verdict; `nil` for a pass.
  static func code(for verdict: ResultFile.Verdict) -> ExitCode? {
    switch verdict {
    case .pass: nil
    case .limitBroken: limitBroken
    case .notMeasured: notMeasured
    }
  }

  /// The exit code for an error, which its type decides: what no type accounts for is an error of the program.
  static func code(for error: any Error) -> ExitCode {
    switch error {
    case let code as ExitCode: code
    case is CancellationError: notMeasured
    case is SystemError, is CocoaError, is ThumbnailStore.Failure, is TransferError, is NoRoom: disk
    case let error as ResultFileError: code(for: error.cause)
    case let error as LibraryError: code(for: error)
    case let error as TuneError: code(for: error.kind)
    case let error as CodecError: [.missing, .unreadable].contains(error.code) ? disk : usage
    case let error as VideoError: error.cause == .unreadable ? disk : usage
    case TraceError.unreadable: disk
    case let error as ScenarioError: error.isUnreadable ? disk : usage
    case let error as CostTableError: error.isUnreadable ? disk : usage
    case let error as ReplayProgramError: error.isOfDisk ? disk : usage
    case is TraceError, is SelftestError, is TakenFolder, is EmptyLibrary,
      is SmallPhotos.Missing, is NothingMeasured, is ResultFile.RunNameError, is ValidationError:
      usage
    default: internalError
    }
  }

  private static func code(for cause: ResultFileError.Cause) -> ExitCode {
    switch cause {
    case .content: usage
    case .system: disk
    case .measurement: internalError
    }
  }

  private static func code(for error: LibraryError) -> ExitCode {
    switch error {
    case .notAFolder, .tooManyMissing: usage
    case .accessDenied, .changeFailed, .changeRefused: internalError
    default: disk
    }
  }

  private static func code(for kind: TuneError.Kind) -> ExitCode {
    switch kind {
    case .usage: usage
    case .notComparable: notComparable
    case .missing: notMeasured
    }
  }

  /// Runs `body`; its error is written to standard error, and ends the program with its code.
  static func onFailure<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw because(of: error) }
  }

  /// Writes an error to standard error, unless that is done, and returns its code.
  ///
  /// - Parameter subject: the word before it, as the option that asked for it.
  static func because(of error: any Error, _ subject: String? = nil) -> ExitCode {
    if let code = error as? ExitCode { return code }
    return because(
      [subject, OutputFiles.words(error)].compactMap(\.self).joined(separator: ": "), code(for: error))
  }

  /// Writes a message to standard error, and returns the code to end with.
  static func because(_ message: String, _ code: ExitCode = usage) -> ExitCode {
    Terminal.writeError(message)
    return code
  }
}
