import Foundation

/// A CSV file of numbers, with a header.
struct Table {
  /// The header.
  let columns: [String]
  /// The rows, with one number for each column.
  let rows: [[Double]]

  /// Reads a file.
  ///
  /// - Throws: ``FileError`` if the file cannot be read, or is no such table.
  init(contentsOf path: String) throws {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw FileError(path: path, line: nil, reason: "cannot be read")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
      $0.isNewline
    }
    columns = Self.fields(lines[0])
    let count = columns.count
    rows = try lines.enumerated().dropFirst().filter { !$1.isEmpty }.map { index, line in
      let numbers = Self.fields(line).compactMap { Double($0) }.filter(\.isFinite)
      guard numbers.count == count else {
        throw FileError(
          path: path, line: index + 1, reason: "expected \(count) numbers, found '\(line.prefix(60))'")
      }
      return numbers
    }
  }

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces.union(["\u{FEFF}"])) }
  }
}

/// A fault of a file or a folder.
struct FileError: Error, CustomStringConvertible {
  let path: String
  /// The line at fault, from 1.
  let line: Int?
  let reason: String

  var description: String { "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
