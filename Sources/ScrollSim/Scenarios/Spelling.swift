/// Finds what someone may have meant.
enum Spelling {
  /// `; did you mean "…"?` if one of the candidates is near, or nothing.
  static func hint(for word: String, among candidates: [String]) -> String {
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
