/// A failure to read or write an encoded picture.
package struct CodecError: Error, Hashable {
  /// The file's path, or a word for bytes that are in no file.
  package let file: String
  /// The kind of failure.
  package let code: Code
  /// The finding, in the decoder's words.
  package let message: String
  /// The byte at which the decoder stood, if that is meaningful.
  package let offset: Int?

  /// The kind of failure.
  package enum Code: String, Hashable, Sendable {
    /// There is no file.
    case missing
    /// The system refused to read, or write, the file.
    case unreadable
    /// The file is no picture, or its kind is not decoded.
    case unsupported
    /// The bytes violate the format.
    case malformed
    /// The picture is incomplete, and only a sound one was wanted.
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

extension CodecError: CustomStringConvertible {
  /// The failure, and its place in the file.
  package var reason: String { message + (offset.map { " (at byte \($0))" } ?? "") }

  /// The file, the failure, and its place in the file.
  package var description: String { "\(file): \(reason)" }
}
