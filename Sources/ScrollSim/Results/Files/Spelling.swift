/// Finds the word that the user may have meant.
package enum Spelling {
  /// A hint such as `; did you mean "…"?` if a candidate is near, or an empty string.
  package static func hint(for word: String, among candidates: [String]) -> String {
    let nearest =
      candidates
      .map { (candidate: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= max(1, (nearest.candidate.count + 1) / 3) else { return "" }
    return "; did you mean \"\(nearest.candidate)\"?"
  }

  /// The number of characters to add, remove, replace or swap with their neighbour between the words (the optimal string alignment
  /// of Damerau and Levenshtein), which are cut to 64.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first.prefix(64)), Array(second.prefix(64)))
    var (before, row) = ([Int](), Array(0...second.count))
    for (i, left) in first.enumerated() {
      var next = [i + 1]
      for (j, right) in second.enumerated() {
        var least = min(row[j] + (left == right ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, left == second[j - 1], first[i - 1] == right {
          least = min(least, before[j - 1] + 1)
        }
        next.append(least)
      }
      (before, row) = (row, next)
    }
    return row[second.count]
  }
}
