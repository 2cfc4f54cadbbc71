/// Everything that is wrong with a scenario file.
package struct ScenarioError: Error, Hashable {
  /// One thing that is wrong.
  package struct Problem: Hashable, Sendable {
    /// The line of the file, from 1; `nil` if the file as a whole cannot be read.
    package var line: Int?
    /// The column in characters, from 1.
    package var column: Int?
    /// Where in the scenario, as in `trace.gestures[2].fling`; empty for the whole.
    package var keyPath: String
    /// What was expected, what was found, and what to do.
    package var message: String
  }

  /// The scenario file.
  package var path: String
  /// At least one problem, in the file's order.
  package var problems: [Problem]
}

extension ScenarioError: CustomStringConvertible {
  /// One line a problem, ready for people: `fling.json:12:5: device.memoryBudget: expected …, found …`.
  package var description: String {
    problems
      .map { problem in
        let position = [problem.line, problem.column].compactMap { $0.map { ":\($0)" } }.joined()
        let keyPath = problem.keyPath.isEmpty ? "" : "\(problem.keyPath): "
        return "\(path)\(position): \(keyPath)\(problem.message)"
      }
      .joined(separator: "\n")
  }
}

/// Finds what someone may have meant.
enum Spelling {
  /// Words of older scenarios.
  private static let renamed = ["unbounded": "keep-all", "clairvoyant": "oracle"]

  /// `; did you mean "…"?` if one of the candidates is near, or nothing.
  static func hint(for word: String, among candidates: [String]) -> String {
    if let name = renamed[word], candidates.contains(name) { return "; it is called \"\(name)\" now" }
    let nearest =
      candidates
      .map { (candidate: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(1, (nearest.candidate.count + 1) / 3) else { return "" }
    return "; did you mean \"\(nearest.candidate)\"?"
  }

  /// How many characters to add, take out or replace between one word and the other (Levenshtein).
  ///
  /// - Complexity: O(first × second), of words cut to 64 characters.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
    var row = Array(0...second.count)
    for (i, left) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in second.enumerated() {
        let replaced = diagonal + (left == right ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
