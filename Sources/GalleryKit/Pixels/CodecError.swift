/// Why an encoded picture could not be read or written.
package struct CodecError: Error, Hashable {
  /// The file's path, or a word for bytes that are in no file.
  package let file: String
  /// What kind of failure it is.
  package let code: Code
  /// What was found, in the decoder's words.
  package let message: String
  /// The byte at which the decoder stood, where that says something.
  package let offset: Int?

  /// What kind of failure it is.
  package enum Code: String, Hashable, Sendable {
    /// There is no file.
    case missing
    /// The system would not read, or write, the file.
    case unreadable
    /// The file is no picture, or of a kind that is not decoded.
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

extension CodecError: CustomStringConvertible {
  /// What is wrong, and where.
  package var reason: String { message + (offset.map { " (at byte \($0))" } ?? "") }

  /// The file, what is wrong with it, and where.
  package var description: String { "\(file): \(reason)" }
}
