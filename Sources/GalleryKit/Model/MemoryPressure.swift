/// How short memory is, in the system's grades.
public enum MemoryPressure: Int, Comparable, Hashable, Sendable, Codable {
  /// Enough.
  case normal
  /// Worth a thought: drop what is cheap to make again.
  case notice
  /// Getting short: drop what can be done without.
  case warning
  /// The process is about to be killed.
  case critical

  /// Orders by severity.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
