internal import GalleryEngine

/// Why an encoded picture could not be read or written.
public struct CodecError: Error, Hashable {
  /// The file's path, or a word for bytes that are in no file.
  public let file: String
  /// What kind of failure it is.
  public let code: Code
  /// What was found, in the decoder's words.
  public let message: String
  /// The byte at which the decoder stood, where that says something.
  public let offset: Int?

  /// What kind of failure it is.
  public enum Code: String, Hashable, Sendable {
    /// There is no file.
    case missing
    /// The system would not read, or write, the file.
    case unreadable
    /// The file is neither JPEG nor PNG, or of a kind of these that is not decoded.
    case unsupported
    /// The bytes are not what the format says.
    case malformed
    /// There is a picture, but not all of it, and only a sound one was wanted.
    case damaged
    /// Decoding would cost more memory or time than any photo needs.
    case tooCostly
    /// The system refused memory.
    case outOfMemory
  }

  package init(file: String, code: Code, message: String, offset: Int? = nil) {
    self.file = file
    self.code = code
    self.message = message
    self.offset = offset
  }
}

extension CodecError {
  /// What is wrong with a picture that breaks off behind some of its rows.
  ///
  /// - Throws: the error itself, where there is no row or the fault is not the file's.
  func damage(afterRows rows: Int) throws(CodecError) -> String {
    guard code == .malformed || code == .unsupported, rows > 0 else { throw self }
    return reason
  }
}

extension CodecError: CustomStringConvertible {
  /// What is wrong, and where.
  public var reason: String { message + (offset.map { " (at byte \($0))" } ?? "") }

  /// The file, what is wrong with it, and where.
  public var description: String { "\(file): \(reason)" }
}
