internal import Foundation

/// Tests that take too long for every change: `make check-all` runs them, by `SCROLLSIM_ALL`.
package enum LongTests {
  /// Whether they are to run.
  package static let areWanted: Bool = ProcessInfo.processInfo.environment["SCROLLSIM_ALL"] != nil

  /// The message of a skipped test.
  package static let skipReason: String = "make check-all runs it"
}
