internal import Foundation

/// Tests that take too long for every change: `make check-all` runs them, by `SCROLLSIM_ALL`.
public enum LongTests {
  /// Whether they are to run.
  public static let areWanted: Bool = ProcessInfo.processInfo.environment["SCROLLSIM_ALL"] != nil

  /// What a skipped test says.
  public static let skipReason: String = "make check-all runs it"
}
