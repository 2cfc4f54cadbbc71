internal import Foundation
internal import GRDB
internal import GalleryEngine

extension AssetPredicate.Node {
  /// The condition for a `WHERE`; never `NULL`, even for empty columns.
  var sql: SQL {
    switch self {
    case .constant(let value): value ? "TRUE" : "FALSE"
    case .all(let parts): Self.join(parts, by: " AND ")
    case .any(let parts): Self.join(parts, by: " OR ")
    case .not(let part): "NOT \(literal: part.sql)"
    case .compare(_, _, .real(let value)) where value.isNaN: "FALSE"  // SQLite takes NaN for NULL
    case .compare(let column, let comparison, let value):
      column.isNullable
        ? "ifnull(\(sql: column.rawValue) \(sql: comparison.rawValue) \(literal: value.sql), FALSE)"
        : "\(sql: column.rawValue) \(sql: comparison.rawValue) \(literal: value.sql)"
    case .isOneOf(let column, let values):
      "(\(sql: column.rawValue) IS NOT NULL AND \(sql: column.rawValue) IN (\(literal: SQLList.of(values))))"
    case .hasBits(_, 0): "TRUE"
    case .hasBits(let column, let bits):
      // The first part repeats the condition of the index of assets with any bits.
      "(\(sql: column.rawValue) <> 0 AND \(sql: column.rawValue) & \(sql: "\(bits)") = \(sql: "\(bits)"))"
    case .has(let column): "(\(sql: column.rawValue) IS NOT NULL)"
    case .contains(let column, let text):
      text.utf8.contains(0)
        ? "containsText(\(sql: column.rawValue), \(Data(text.utf8)))"
        : "containsText(\(sql: column.rawValue), \(text))"
    }
  }

  /// Joins the parts as a balanced tree, because SQLite refuses trees deeper than a thousand.
  private static func join(_ parts: some Collection<Self>, by word: String) -> SQL {
    guard let first = parts.first else { return word == " AND " ? "TRUE" : "FALSE" }
    guard parts.count > 1 else { return first.sql }
    let half = parts.count / 2
    let (left, right) = (join(parts.prefix(half), by: word), join(parts.dropFirst(half), by: word))
    return "(\(literal: left)\(sql: word)\(literal: right))"
  }

  /// Whether the condition needs a column that only the file's table has.
  var asksForFile: Bool {
    switch self {
    case .constant: false
    case .all(let parts), .any(let parts): parts.contains { $0.asksForFile }
    case .not(let part): part.asksForFile
    case .compare(let column, _, _), .isOneOf(let column, _), .hasBits(let column, _), .has(let column),
      .contains(let column, _):
      column.isOfFile
    }
  }
}

/// Lists of values for `IN (…)`.
enum SQLList {
  /// Values of one kind.
  static func of(_ values: some Collection<AssetColumn.Value>) -> SQL {
    let texts = values.compactMap {
      if case .utf8(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    if !texts.isEmpty { return of(texts) }
    // Bound one by one, because SQLite does not parse every number in a text to the last bit.
    return values.filter { if case .real(let value) = $0 { !value.isNaN } else { true } }
      .map(\.sql).joined(separator: ", ")
  }

  /// Any number of texts as one array: SQLite binds no more than some thousand values.
  static func of(_ texts: [String]) -> SQL { "SELECT value FROM json_each(\(json(texts)))" }

  /// A JSON array for `json_each`, without texts that have a zero byte: SQLite would end them there, and the catalogue has none.
  static func json(_ texts: [String]) -> String {
    let whole = texts.filter { !$0.utf8.contains(0) }
    // Strings can always be encoded.
    return (try? JSONEncoder().encode(whole)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  /// A JSON array for `json_each`.
  static func json(_ rows: some Sequence<UInt32>) -> String {
    "[" + rows.map(String.init).joined(separator: ",") + "]"
  }
}

extension AssetColumn.Value {
  /// The value, bound; whole numbers are spelled out, so that SQLite finds the indexes made for them.
  fileprivate var sql: SQL {
    switch self {
    case .integer(let value): "\(sql: String(value))"
    case .real(let value): "\(value)"
    // A text that is bound ends at its first zero byte.
    case .utf8(let bytes):
      bytes.contains(0) ? "CAST(\(Data(bytes)) AS TEXT)" : "\(String(decoding: bytes, as: UTF8.self))"
    }
  }
}

extension DatabaseFunction {
  /// `fileName(path)`: a file's ``Asset/fileName``.
  static var fileName: DatabaseFunction {
    DatabaseFunction("fileName", argumentCount: 1, pure: true) { values in
      Data.fromDatabaseValue(values[0]).map { RelativePath($0).nameForPeople }
    }
  }

  /// `containsText(value, text)`: ``AssetFields/Field/contains(_:)`` in the catalogue, by the same code.
  static var containsText: DatabaseFunction {
    DatabaseFunction("containsText", argumentCount: 2, pure: true) { values in
      guard let value = String.fromDatabaseValue(values[0]), let text = String.fromDatabaseValue(values[1])
      else { return false }
      return AssetColumn.contains(value, text)
    }
  }
}
