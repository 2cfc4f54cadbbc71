extension Sequence where Element: Hashable {
  /// Each value once, in order of first occurrence.
  package var uniqued: [Element] { uniqued { $0 } }
}

extension Sequence {
  /// The first value of each key, in the original order.
  package func uniqued<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension [String] {
  /// The texts as a sentence lists them: `a`, `a and b`, `a, b and c`.
  package var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and \(self[count - 1])"
  }

  /// The texts as a sentence lists them, with the last ones counted if there are more than `most`: `a, b and 3 others`.
  package func listed(most: Int) -> String {
    count <= most ? listed : (prefix(most - 1) + ["\(count - most + 1) others"]).listed
  }
}
