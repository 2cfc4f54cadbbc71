#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the system says of a call that failed.
package struct SystemError: Error {
  package let code: Int32

  package init(_ code: Int32 = errno) { self.code = code }

  package var reason: String { unsafe String(cString: strerror(code)) }

  /// Whether there is no such file.
  package var isMissing: Bool { code == ENOENT }

  /// Whether what was there a moment ago is not, or is something else now.
  package var saysGone: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }
}

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
