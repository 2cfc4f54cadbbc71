/// The shortage of memory, in the system's grades.
public enum MemoryPressure: Int, Comparable, Hashable, Sendable, Codable {
  /// Memory suffices.
  case normal
  /// Memory needs attention: drop objects that are cheap to recreate.
  case notice
  /// Memory is getting short: drop everything dispensable.
  case warning
  /// The process is about to be killed.
  case critical

  /// Orders by severity.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
