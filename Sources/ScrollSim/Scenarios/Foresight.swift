internal import Support

/// The future stays on screen and the best order of their images, which no app knows.
package struct Foresight: Sendable {
  package struct Stay: Hashable, Sendable {
    package var item: Int
    /// Seconds when it comes on screen and leaves, on the clock of `ScrollState.time`.
    package var enters: Double
    package var leaves: Double
    package var byteCount: Int
    /// The rank of its image among all that are made; `nil` if it is not worth making.
    package var rank: Int?
    /// Whether its image can be made before it comes on screen.
    package var isMadeAhead: Bool = true
    /// The time when the grid gets the stay's layout; before, the image cannot be requested in the right size.
    package var knownSince: Double = 0
  }

  /// In the order in which they begin.
  package let stays: [Stay]
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

  package init(_ stays: [Stay], memoryBudget: Int, degraded: Degraded = .last) {
    (self.stays, self.memoryBudget, self.degraded) = (stays, memoryBudget, degraded)
    places = Dictionary(grouping: stays.indices) { stays[$0].item }
  }

  /// The current stay of an item, or its next one, in O(log stays of the item).
  package func stay(of item: Int, at time: Double) -> Stay? {
    guard let own = places[item] else { return nil }
    // None of them begins before the last one has ended, so that they leave in this order.
    let next = own.partitioningIndex { stays[$0].leaves > time }
    return next < own.count ? stays[own[next]] : nil
  }

  /// The stays that begin after a moment, in O(log stays).
  package func stays(after time: Double) -> ArraySlice<Stay> {
    stays[stays.partitioningIndex { $0.enters > time }...]
  }
}
