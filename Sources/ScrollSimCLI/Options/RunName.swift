internal import BenchReport

/// A name that people give to runs: a strategy's or library's, or words of their identifiers, as in `nuke/urgency`.
struct RunName: Equatable, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }

  /// Whether it names this run: all its words do, of which there is at least one.
  ///
  /// - Parameter id: the run's identifier; neither the scenario at its head nor the iteration at its end is a word.
  func names(_ combination: Combination, id: String) -> Bool {
    let words = description.split(separator: "/")
    let known = Set(id.split(separator: "/").dropFirst().dropLast())
    return !words.isEmpty && words.allSatisfy { known.contains($0) || $0 == combination.name }
  }

  /// Whether it names this run.
  func names(_ run: RunRecord) -> Bool { names(run.combination, id: run.id) }
}
