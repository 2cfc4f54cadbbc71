internal import Foundation

/// Tests that take too long for every change: `make check-all` runs them, by `SCROLLSIM_ALL`.
package enum LongTests {
  /// Whether they are to run.
  package static let areWanted: Bool = ProcessInfo.processInfo.environment["SCROLLSIM_ALL"] != nil

  /// Whether arithmetic is to be repeated over many random cases: of a dozen, a sanitizer sees as much as of hundreds.
  package static let haveMany: Bool =
    areWanted && ProcessInfo.processInfo.environment["SCROLLSIM_OPTIMISED"] == nil

  /// The message of a skipped test.
  package static let skipReason: String = "make check-all runs it"
}
