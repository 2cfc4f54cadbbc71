internal import Support

/// The future visits to the screen and the best order of their images, which no app knows.
package struct Foresight: Sendable {
  package struct Visit: Hashable, Sendable {
    package var item: Int
    /// Seconds when it comes on screen and leaves, on the clock of `ScrollState.time`.
    package var enters: Double
    package var leaves: Double
    package var byteCount: Int
    /// The rank of its image among all that are made; `nil` if it is not worth making.
    package var rank: Int?
    /// Whether its image can be made before it comes on screen.
    package var isMadeAhead: Bool = true
    /// The time when the grid gets the visit's layout; before, the image cannot be requested in the right size.
    package var knownSince: Double = 0
  }

  /// In the order in which they begin.
  package let visits: [Visit]
  package let memoryBudget: Int
  package let degraded: Degraded
  private let places: [Int: [Int]]

  package enum Degraded: Sendable {
    /// Before all else.
    case first
    case scheduled
    /// After all ranked images.
    case last
  }

  package static let none = Foresight([], memoryBudget: 0)

  package init(_ visits: [Visit], memoryBudget: Int, degraded: Degraded = .last) {
    (self.visits, self.memoryBudget, self.degraded) = (visits, memoryBudget, degraded)
    places = Dictionary(grouping: visits.indices) { visits[$0].item }
  }

  /// The current visit of an item, or its next one, in O(log visits of the item).
  package func visit(of item: Int, at time: Double) -> Visit? {
    guard let own = places[item] else { return nil }
    // None of them begins before the last one has ended, so that they leave in this order.
    let next = own.partitioningIndex { visits[$0].leaves > time }
    return next < own.count ? visits[own[next]] : nil
  }

  /// The visits that begin after a moment, in O(log visits).
  package func visits(after time: Double) -> ArraySlice<Visit> {
    visits[visits.partitioningIndex { $0.enters > time }...]
  }
}
