/// A result as SQL text, which `sqlite3 result.db < result.sql` loads, for questions that no report foresees.
///
/// It holds the ``ResultTables``: every blank cell has its reason; older results have only the ``RunExplanation/worstLimit``
/// cells of each run that were blank for longest. One database takes one result; `ATTACH` combines two.
public struct SQLReport: Sendable {
  private let result: ResultFile

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.result = result }

  /// The statements, in one transaction.
  public func render() -> String {
    "BEGIN;\n" + ResultTables(result).all.map(\.statements).joined() + "COMMIT;\n"
  }
}

extension ResultTables.Table {
  /// Rows go in by the hundred: far faster than one by one, and below SQLite's limits.
  fileprivate var statements: String {
    let create = "CREATE TABLE \(name) (\(columns.joined(separator: ", ")));\n"
    let inserts = stride(from: 0, to: rows.count, by: 100).map { start in
      let lines = rows[start..<min(start + 100, rows.count)].map { row in
        "(\(row.map(\.sql).joined(separator: ", ")))"
      }
      return "INSERT INTO \(name) VALUES\n\(lines.joined(separator: ",\n"));\n"
    }
    return create + inserts.joined()
  }
}

extension ResultTables.Value {
  fileprivate var sql: String {
    switch self {
    case .number(let number): number.isFinite ? Figure.plain(number) : "NULL"
    // SQL's text ends at a NUL.
    case .text(let text): "'\(text.replacing("'", with: "''").replacing("\0", with: "\u{FFFD}"))'"
    case .null: "NULL"
    }
  }
}
