/// What will come on screen and in which order its images are best made, which no app knows.
package struct Foresight: Sendable {
  /// A photo's stay on screen.
  package struct Visit: Hashable, Sendable {
    /// The photo's place in the grid.
    package var item: Int
    /// When it comes on screen and goes again, in seconds, as ``ScrollState/time`` counts them.
    package var enters: Double
    package var leaves: Double
    /// What its image weighs in memory.
    package var byteCount: Int
    /// The place of its image among all that are made; `nil` if it is not worth making.
    package var rank: Int?
    /// Whether its image can be made before it comes on screen.
    package var isMadeAhead: Bool
    /// Since when the grid is laid out as it is then: before, its image cannot be asked for in the right size.
    package var knownSince: Double

    /// Describes a visit.
    package init(
      item: Int, enters: Double, leaves: Double, byteCount: Int, rank: Int? = nil, isMadeAhead: Bool = true,
      knownSince: Double = 0
    ) {
      self.item = item
      self.enters = enters
      self.leaves = leaves
      self.byteCount = byteCount
      self.rank = rank
      self.isMadeAhead = isMadeAhead
      self.knownSince = knownSince
    }
  }

  /// The visits, in the order in which they begin.
  package let visits: [Visit]
  /// Bytes of images that may be held.
  package let memoryBudget: Int
  /// When degraded images are made.
  package let degraded: Degraded
  private let places: [Int: [Int]]

  /// When degraded images are made for cells, beside what the ranks say of final ones.
  package enum Degraded: Sendable {
    /// Before all else.
    case first
    /// As the ranks say, which are theirs.
    case scheduled
    /// After all that is ranked.
    case last
  }

  /// Nothing is known.
  package static let none = Foresight([], memoryBudget: 0)

  /// - Parameter visits: in the order in which they begin.
  package init(_ visits: [Visit], memoryBudget: Int, degraded: Degraded = .last) {
    self.visits = visits
    self.memoryBudget = memoryBudget
    self.degraded = degraded
    places = Dictionary(grouping: visits.indices) { visits[$0].item }
  }

  /// The visit in which an item is, or its next one.
  ///
  /// - Complexity: O(visits of the item).
  package func visit(of item: Int, at time: Double) -> Visit? {
    places[item]?.first { visits[$0].leaves > time }.map { visits[$0] }
  }

  /// The visits that begin after a moment.
  ///
  /// - Complexity: O(log visits).
  package func visits(after time: Double) -> ArraySlice<Visit> {
    var (low, high) = (0, visits.count)
    while low < high {
      let middle = (low + high) / 2
      if visits[middle].enters <= time { low = middle + 1 } else { high = middle }
    }
    return visits[low...]
  }
}

/// A strategy that must be told what will come on screen before it is used, and in which order; a reference.
package protocol ForesightedStrategy: CachingStrategy {
  /// The strategy as it is with that knowledge.
  func foreseeing(_ foresight: Foresight) -> Self

  /// The order in which images are made, whatever the scenario says.
  var order: RequestOrder { get }
}
