/// An error about a recording: the file, the expectation, the finding and the remedy.
package struct VideoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is at fault.
  package enum Cause: Hashable, Sendable {
    /// What the video shows, or that it is none.
    case content
    /// The system does not read the file.
    case unreadable
    /// The program that decodes it, or the library that finds tags, is missing.
    case missing
  }

  package let cause: Cause
  /// The video; `nil` if it is not at fault.
  package let path: String?
  package let reason: String

  package var description: String { [path, reason].compactMap(\.self).joined(separator: ": ") }

  package init(_ cause: Cause = .content, path: String?, _ reason: String) {
    (self.cause, self.path, self.reason) = (cause, path, reason)
  }
}
