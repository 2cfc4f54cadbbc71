/// A plan of the replays of two builds, without a clock: events go in, the next replay and the time that is left come out.
///
/// The builds take turns at each strategy, so that the replays to compare are half a minute apart, not the
/// length of a scenario; every other time in reverse order, so that a drift of the machine affects both
/// alike.
package struct PairedPlan: Sendable {
  /// One build's replay of one part of the scenario.
  package struct Turn: Hashable, Sendable {
    /// Counts pairs from 0.
    package var pair: Int
    /// Counts the scenario's parts from 0.
    package var part: Int
    package var isHead: Bool
  }

  package let parts: Int
  package let fewestPairs: Int
  package let mostPairs: Int
  private var done = 0
  private var secondsTaken = 0.0

  package init(parts: Int, fewestPairs: Int, mostPairs: Int) {
    self.parts = parts
    self.fewestPairs = fewestPairs
    self.mostPairs = mostPairs
  }

  /// The replay to run now; `nil` after the last pair.
  package var next: Turn? {
    let (pair, place) = done.quotientAndRemainder(dividingBy: 2 * parts)
    let part = place / 2
    let isTurned = !(pair + part).isMultiple(of: 2)
    return pair < mostPairs ? Turn(pair: pair, part: part, isHead: place.isMultiple(of: 2) == isTurned) : nil
  }

  /// Whether ``next`` begins a pair, so that the one before is complete.
  package var isBetweenPairs: Bool { done.isMultiple(of: 2 * parts) }

  package mutating func finish(seconds: Double) {
    done += 1
    secondsTaken += seconds
  }

  /// The number of the pair, the most pairs and, once known, about how many minutes are left.
  package var words: String {
    guard let next else { return "" }
    let minutes = [fewestPairs, mostPairs].map { pairs in
      let left = Double(max(0, pairs * 2 * parts - done))
      return done == 0 ? 0 : Int((left * secondsTaken / Double(done) / 60).rounded(.up))
    }
    let left =
      switch (minutes[0], minutes[1]) {
      case (_, 0): ""
      case (0, let most): ", at most \(most) min left"
      case (let fewest, let most): ", about \(fewest == most ? "" : "\(fewest) to ")\(most) min left"
      }
    return "pair \(next.pair + 1) of at most \(mostPairs)\(left)"
  }
}

extension Scenario {
  /// The strategies that can be replayed one by one, as `--strategy` takes them; `nil` alone if only the whole can.
  package var replayableAlone: [String?] {
    // Libraries are replayed beside any strategy that is asked for.
    guard compare.libraries.isEmpty, compare.strategies.count > 1 else { return [nil] }
    return compare.strategies.map(\.argument)
  }
}
