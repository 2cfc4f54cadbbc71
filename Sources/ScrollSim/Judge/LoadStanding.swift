/// A recommendation's standing at lower and higher decoder loads.
package struct LoadStanding: Sendable {
  /// One load.
  package struct Level: Hashable, Sendable {
    /// Arrivals a second × decode seconds ÷ decoders.
    package let load: Double
    /// The share of the area that it leaves not sharp while scrolling; `nil` if its run did not complete.
    package let notSharp: Double?
    /// Whether it is the best there, or indistinguishable from the best.
    package let holds: Bool
    /// The recommendation there; `nil` if nothing fits.
    package let best: Combination?
  }

  /// The levels, by rising load.
  package let levels: [Level]

  /// `nil` without loads.
  package init?(of combination: Combination, at levels: [LoadRecord]) {
    guard !levels.isEmpty else { return nil }
    self.levels = levels.map { level in
      Level(
        load: level.load, notSharp: level.notSharp(of: combination), holds: level.favours(combination),
        best: level.recommended)
    }
  }

  /// The share left not sharp at each load, and the better combinations there, in a sentence.
  func sentence(of subject: String, name: (Combination) -> String) -> String {
    let better = better(name: name)
    let words = words(of: subject, ofTheArea: " of the area")
    return words.prefix(1).uppercased() + words.dropFirst()
      + (better.isEmpty ? ", and is the best, or as good" : better) + "."
  }

  /// The same as a clause behind where it holds.
  func clause(name: (Combination) -> String) -> String { words(of: "it", ofTheArea: "") + better(name: name) }

  private func words(of subject: String, ofTheArea: String) -> String {
    let loads = levels.map { Figure.plain($0.load) }.listed
    let shares = levels.map { Figure.text($0.notSharp, unit: "rate") }.listed
    return
      "at \(levels.count == 1 ? "a load" : "loads") of \(loads) \(subject) leaves \(shares)\(ofTheArea) not sharp"
  }

  private func better(name: (Combination) -> String) -> String {
    // A combination that is better at several loads is named once.
    var rivals: [(best: Combination?, loads: [String])] = []
    for level in levels where !level.holds {
      let load = Figure.plain(level.load)
      if let same = rivals.firstIndex(where: { $0.best == level.best }) {
        rivals[same].loads.append(load)
      } else {
        rivals.append((level.best, [load]))
      }
    }
    let others = rivals.map { best, loads in
      "at \(loads.listed) " + (best.map { "\(name($0)) is better" } ?? "nothing fits the budget")
    }
    return others.isEmpty ? "" : "; \(others.listed)"
  }
}

extension ResultFile {
  /// The recommendation's standing at other loads, in a sentence; `nil` if unknown.
  package var atOtherLoads: String? {
    let names = RowNames(PooledRuns.gather(runs).map(\.combination))
    guard let best = Recommendation(self).combination else { return nil }
    return LoadStanding(of: best, at: loads ?? [])?.sentence(of: names.line(for: best), name: names.line)
  }
}
