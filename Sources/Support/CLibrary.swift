// The system's C library, under each platform's name for it; importers of this module get it, too.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// The system's error of a failed call.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The error number, from `errno`.
  package let code: Int32

  /// Takes the error number of the call that has just failed.
  package init(_ code: Int32 = errno) { self.code = code }

  /// Something else than a file, such as a pipe or a folder, lies where a file is expected; no error number of a system.
  package static let noFile = SystemError(-1)

  package var reason: String {
    if self == .noFile { return "expected a file, found something else" }
    return unsafe String(cString: strerror(code))
  }

  package var description: String { reason }

  package var isMissing: Bool { code == ENOENT }

  /// Whether the file no longer exists, or something else is in its place.
  package var saysGone: Bool { [ENOENT, ENOTDIR, ELOOP].contains(code) }

  /// Passes on a call's result.
  ///
  /// - Throws: the system's error, if the result is negative.
  @discardableResult
  static func check<Count: SignedInteger>(_ returned: Count) throws(SystemError) -> Count {
    guard returned >= 0 else { throw SystemError() }
    return returned
  }
}

/// A path for the system: text, or bytes, since names of files need not be text.
package protocol SystemPath {
  /// The path with a final zero.
  var cString: [CChar] { get }
}

extension String: SystemPath {
  package var cString: [CChar] { Array(utf8CString) }
}

extension [UInt8]: SystemPath {
  package var cString: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
