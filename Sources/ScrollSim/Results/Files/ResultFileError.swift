internal import Foundation
internal import Support

/// Why a result file cannot be read or written.
public struct ResultFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is at fault.
  public enum Cause: Hashable, Sendable {
    /// What the file holds, or the word that names it.
    case content
    /// The disk: there is no such file, or the system does not read or write it.
    case system
    /// The program, which measured something that is not a number.
    case measurement
  }

  /// What is at fault.
  public let cause: Cause
  /// The file; `nil` if the result itself is at fault.
  public let path: String?
  /// The place in the file, as in `runs[3].metrics.decodes`; empty for the file as a whole.
  public let keyPath: String
  /// The expectation, the finding and the remedy.
  public let reason: String

  /// File, place and reason in one line.
  public var description: String {
    [path, keyPath.isEmpty ? nil : keyPath, reason].compactMap(\.self).joined(separator: ": ")
  }

  init(_ cause: Cause = .content, path: String?, at keyPath: String = "", _ reason: String) {
    (self.cause, self.path) = (cause, path)
    (self.keyPath, self.reason) = (keyPath, reason)
  }

  static func notFinite(_ value: Any, at keyPath: String) -> Self {
    Self(
      .measurement, path: nil, at: keyPath,
      "expected a finite number, found \(value); the measurement is at fault")
  }

  /// An error for a file, as in `a page`, that cannot be written.
  init(unwritable path: String, as what: String, _ error: any Error) {
    let reason = Self.words(error, missing: "there is no such folder")
    self.init(.system, path: path, "expected to write \(what) here, but \(reason); choose another folder")
  }

  /// The failure of a file operation, in words.
  static func words(_ error: any Error, missing: String = "there is none") -> String {
    let code =
      (error as? SystemError)?.code ?? ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
    return switch code {
    case ENOENT: missing
    case EACCES, EPERM: "there is no permission"
    case ENOSPC, EDQUOT: "the disk is full"
    case EEXIST, ENOTDIR: "there is a file where a folder is needed"
    default: code.map { "the system refuses (\(SystemError($0)))" } ?? "\(error)"
    }
  }

  /// As in `runs[3].metrics.decodes`.
  static func keyPath(_ codingPath: [any CodingKey]) -> String {
    codingPath.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }

  init(path: String, _ error: DecodingError, of kind: StoredFileKind) {
    let place: [any CodingKey]
    let reason: String
    switch error {
    case .keyNotFound(let key, let context):
      (place, reason) = (context.codingPath + [key], "expected a value, found none; the file is incomplete:")
    case .valueNotFound(let type, let context):
      (place, reason) = (context.codingPath, "expected \(Self.name(type)), found null;")
    case .typeMismatch(let type, let context):
      (place, reason) = (context.codingPath, "expected \(Self.name(type)), found \(Self.found(context));")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      // The decoder names no place, and it also reports a number that no integer can hold as bad JSON.
      place = []
      reason = "expected \(kind.name) in valid JSON, whose whole numbers are whole, found something else;"
    case .dataCorrupted(let context):
      place = context.codingPath
      reason = "expected a value that scrollsim writes, found another (\(context.debugDescription));"
    @unknown default: (place, reason) = ([], "expected \(kind.name), found something else (\(error));")
    }
    self.init(path: path, at: Self.keyPath(place), "\(reason) \(kind.broken)")
  }

  /// The type found in place of the expected one, which the decoder names only in a sentence.
  private static func found(_ context: DecodingError.Context) -> String {
    guard let found = context.debugDescription.split(separator: "but found ").last,
      found.hasSuffix(" instead.")
    else { return "something else" }
    let type = found.dropLast(" instead.".count)
    return type.hasPrefix("a ") || type.hasPrefix("an ") ? String(type) : "a \(type)"
  }

  private static func name(_ type: Any.Type) -> String {
    switch type {
    case is Int.Type, is UInt64.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a text"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "\(type)"
    }
  }
}
