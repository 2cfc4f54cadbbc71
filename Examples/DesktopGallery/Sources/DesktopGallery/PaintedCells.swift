/// The painted states of one frame's cells.
struct PaintedCells: Equatable {
  /// A cell's content.
  enum State: Int, CaseIterable {
    /// Its image.
    case final
    /// A degraded image, until the cell's own arrives.
    case degraded
    /// Nothing yet.
    case blank
    /// A sign that there is no image.
    case failed

    /// Whether the cell's content no longer changes.
    var isSettled: Bool { self == .final || self == .failed }
  }

  /// The number of cells in each state, in the order of the states.
  private(set) var counts = State.allCases.map { _ in 0 }
  /// The visible area of the cells in each state, in cells.
  private var areas = State.allCases.map { _ in 0.0 }

  mutating func add(_ state: State, visibleShare: Double) {
    counts[state.rawValue] += 1
    areas[state.rawValue] += visibleShare
  }

  /// Each state's share of the visible area of all cells, in the order of the states; 0 without cells.
  var shares: [Double] {
    let area = areas.reduce(0, +)
    return areas.map { area > 0 ? $0 / area : 0 }
  }
}
