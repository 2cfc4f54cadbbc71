/// What is known of something, a line each, below its name.
struct Rows {
  let title: String
  let rows: [(name: String, text: String)]

  /// The lines, names padded to ten characters.
  var text: String {
    let width = 10
    let lines = rows.map { row in
      "  \(row.name)\(String(repeating: " ", count: max(0, width - row.name.count))) \(row.text)"
    }
    return ([title] + lines).joined(separator: "\n") + "\n"
  }
}
