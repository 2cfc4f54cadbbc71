/// The timelines of a result as JSON, a column a line.
///
/// They are most of a result's numbers. An encoder that gives each a line of its own takes longer over them than a model
/// run takes, and the file is three times as long.
enum TimelineText {
  /// The lines around a run's timeline in an encoded result.
  ///
  /// No text from outside can look like one of them, for within a JSON string a line break is escaped.
  private static let opening = #"      "timeline" : {"#
  private static let closing = "      }"

  private static let columns: [(name: String, values: any KeyPath<Timeline, [Double]> & Sendable)] = [
    ("blankShare", \.blankShare), ("blurredShare", \.blurredShare), ("imageBytes", \.imageBytes),
    ("offset", \.offset), ("residentBytes", \.residentBytes), ("timeMs", \.timeMs), ("velocity", \.velocity),
  ]

  /// Puts the runs' timelines where `json`, which is of the same runs, has others.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  /// - Complexity: O(characters).
  static func place(_ runs: [RunRecord], in json: String) throws(ResultFileError) -> String {
    var text = ""
    var run = 0
    var isInside = false
    for line in json.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if isInside {
        // The closing line may have a comma.
        isInside = !line.starts(with: closing.utf8)
        if isInside { continue }
      }
      text += text.isEmpty ? "" : "\n"
      text += Substring(line)
      guard line.elementsEqual(opening.utf8) else { continue }
      try write(runs[run].timeline, of: run, to: &text)
      run += 1
      isInside = true
    }
    return text
  }

  private static func write(
    _ timeline: Timeline, of run: Int, to text: inout String
  ) throws(ResultFileError) {
    for (index, column) in columns.enumerated() {
      text += "\(index == 0 ? "" : ",")\n        \"\(column.name)\" : ["
      for (row, value) in timeline[keyPath: column.values].enumerated() {
        guard value.isFinite else {
          throw .notFinite(value, at: "runs[\(run)].timeline.\(column.name)[\(row)]")
        }
        if row > 0 { text += "," }
        // As the encoder writes them: a whole number has no point.
        if let whole = Int(exactly: value) { text += "\(whole)" } else { text += "\(value)" }
      }
      text += "]"
    }
  }
}
