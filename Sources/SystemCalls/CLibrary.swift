// The system's C library, by the name that each platform has for it; who imports this module has it, too.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// What the system says of a call that failed.
package struct SystemError: Error, Hashable {
  /// The error number, as `errno` has it.
  package let code: Int32

  /// Takes the number of the call that has just failed.
  package init(_ code: Int32 = errno) { self.code = code }

  /// What it means, in words.
  package var reason: String { unsafe String(cString: strerror(code)) }

  /// Whether there is no such file.
  package var isMissing: Bool { code == ENOENT }

  /// Whether what was there a moment ago is not, or is something else now.
  package var saysGone: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }

  /// Passes on what a call returned.
  ///
  /// - Throws: what the system says, where that is negative.
  @discardableResult
  static func check<Count: SignedInteger>(_ returned: Count) throws(SystemError) -> Count {
    guard returned >= 0 else { throw SystemError() }
    return returned
  }
}

/// A path as the system takes it: a text, or bytes, as names of files need not be text.
package protocol SystemPath {
  /// The path with a zero behind it.
  var cString: [CChar] { get }
}

extension String: SystemPath {
  package var cString: [CChar] { Array(utf8CString) }
}

extension [UInt8]: SystemPath {
  package var cString: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
