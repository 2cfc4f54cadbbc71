/// A recommendation's standing at lower and higher decoder loads.
package struct LoadStanding: Sendable {
  package let combination: Combination
  /// The standing by rising load.
  package let levels: [LoadRecord]

  /// `nil` without loads.
  package init?(of combination: Combination, at levels: [LoadRecord]) {
    guard !levels.isEmpty else { return nil }
    (self.combination, self.levels) = (combination, levels)
  }

  /// The share left not sharp at each load, and the better combinations there, in a sentence.
  func sentence(of subject: String, name: (Combination) -> String) -> String {
    let better = better(name: name)
    let words = words(of: subject, ofTheArea: " of the area")
    let end = better.isEmpty ? ", and is best or tied for best" : better
    return "\(words.prefix(1).uppercased())\(words.dropFirst())\(end)."
  }

  /// The same as a clause, which follows where it holds.
  func clause(name: (Combination) -> String) -> String { words(of: "it", ofTheArea: "") + better(name: name) }

  private func words(of subject: String, ofTheArea: String) -> String {
    let loads = levels.map { Figure.plain($0.load) }.listed
    let shares = levels.map { Figure.text($0.notSharp(of: combination), unit: "rate") }.listed
    return
      "at \(levels.count == 1 ? "a load" : "loads") of \(loads) \(subject) leaves \(shares)\(ofTheArea) not sharp"
  }

  private func better(name: (Combination) -> String) -> String {
    // A combination that is better at several loads is named once.
    let lost = levels.filter { !$0.favours(combination) }
    let others = lost.map(\.recommended).uniqued.map { best in
      let loads = lost.filter { $0.recommended == best }.map { Figure.plain($0.load) }
      return "at \(loads.listed) " + (best.map { "\(name($0)) is better" } ?? "nothing fits the budget")
    }
    return others.isEmpty ? "" : "; \(others.listed)"
  }
}

extension ResultFile {
  /// The recommendation's standing at other loads, in a sentence; `nil` if unknown.
  package var atOtherLoads: String? {
    let names = RowNames(runs.map(\.combination))
    guard let best = Recommendation(self).combination else { return nil }
    return LoadStanding(of: best, at: loads ?? [])?.sentence(of: names.line(for: best), name: names.line)
  }
}
