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
    case is SystemError, is CocoaError, is ThumbnailStore.Failure, is ThumbnailStoreLost, is NoRoom: disk
    case let error as ResultFileError:
      switch error.cause {
      case .content: usage
      case .system: disk
      case .measurement: internalError
      }
    case let error as AdviceError:
      switch error.kind {
      case .usage: usage
      case .notComparable: notComparable
      case .missing: notMeasured
      }
    case LibraryError.notAFolder, LibraryError.tooManyMissing: usage
    case LibraryError.accessDenied, LibraryError.changeFailed, LibraryError.changeRefused: internalError
    case is LibraryError: disk
    case let error as CodecError: [.missing, .unreadable].contains(error.code) ? disk : usage
    case let error as VideoError: error.cause == .unreadable ? disk : usage
    case TraceError.unreadable: disk
    case let error as ScenarioError: error.isUnreadable ? disk : usage
    case let error as CostTableError: error.isUnreadable ? disk : usage
    case let error as ReplayProgramError: error.isOfDisk ? disk : usage
    case is TraceError, is TakenFolder, is EmptyLibrary,
      is SmallPhotos.Missing, is NothingMeasured, is ValidationError:
      usage
    default: internalError
    }
  }

  /// Writes an error to standard error, unless that is done, and returns its code.
  static func because(of error: any Error) -> ExitCode {
    error as? ExitCode ?? because(OutputFiles.words(error), code(for: error))
  }

  /// Writes a message to standard error, and returns the code to end with.
  static func because(_ message: String, _ code: ExitCode = usage) -> ExitCode {
    Terminal.writeError(message)
    return code
  }
}
