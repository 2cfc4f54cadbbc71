internal import Foundation

/// Reads a header that names columns, then rows of values between commas, without quotation marks; blank lines and white space
/// around values are ignored.
struct CSVReader {
  /// A pebibyte, which doubles count exactly: more bytes are no measurement.
  static let mostBytes = 1 << 50

  let path: String
  private(set) var header: [String] = []
  /// The number of the last line read, from 1.
  private(set) var line = 0
  private var rest: Substring.UTF8View

  init(_ text: String, path: String) {
    self.path = path
    rest = (text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]).utf8
    header = row() ?? [""]
    line = max(line, 1)
  }

  /// The values of the next row, one for each column; `nil` at the end.
  mutating func next() throws(ResultFileError) -> [String]? {
    guard let fields = row() else { return nil }
    guard fields.count == header.count else {
      throw problem("expected a value in each column, \(header.count) in all, found \(fields.count)")
    }
    return fields
  }

  /// The values of the next row, however many; `nil` at the end.
  mutating func row() -> [String]? {
    while !rest.isEmpty {
      line += 1
      let text = rest[..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex)]
      rest = rest[text.endIndex...].dropFirst()
      if !text.allSatisfy(Self.isBlank) { return Self.fields(text) }
    }
    return nil
  }

  func problem(_ title: String, among names: String) -> ResultFileError {
    problem("expected a header of \(names), each at most once, found \(Self.quoted(title))")
  }

  /// An error in the last line read, or in one of its columns.
  func problem(_ words: String, inColumn place: Int? = nil) -> ResultFileError {
    let column = place.map { ", column \($0 + 1) (\(header[$0]))" } ?? ""
    return ResultFileError(path: path, "line \(line)\(column): \(words)")
  }

  /// A value for a message: its first characters, in quotation marks, or `nothing` where it is empty.
  static func quoted(_ field: String) -> String {
    field.isEmpty ? "nothing" : "'\(field.count > 40 ? "\(field.prefix(40))…" : field)'"
  }

  private static func fields(_ text: Substring.UTF8View) -> [String] {
    text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { field in
      let start = field.drop(while: isBlank)
      let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
      return String(Substring(start[..<end]))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte)
  }

  /// A file's text; `what` names its content for errors, as in `laps`.
  static func text(of path: String, holding what: String) throws(ResultFileError) -> String {
    let expected = "expected a CSV file of \(what)"
    let bytes: [UInt8]
    do { bytes = try InputFile.bytes(path: path) } catch {
      throw ResultFileError(.system, path: path, "\(expected), but \(error.reason)")
    }
    guard let text = String(bytes: bytes, encoding: .utf8) else {
      throw ResultFileError(path: path, "\(expected), found no text in UTF-8")
    }
    return text
  }
}
