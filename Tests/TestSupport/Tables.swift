/// The rows of a table, in which ` | ` separates the columns, and `\n` stands for the end of a line.
package func rows(_ table: String) -> [[String]] {
  table.split(separator: "\n").map { row in
    row.split(separator: " | ", omittingEmptySubsequences: false)
      .map { String($0).replacing(#"\n"#, with: "\n") }
  }
}
