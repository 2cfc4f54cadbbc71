/// What the cells of one frame were painted as.
struct PaintedCells: Equatable {
  /// What a cell shows.
  enum State: Int, CaseIterable {
    /// Its image.
    case final
    /// A degraded image, until its own is there.
    case degraded
    /// Nothing yet.
    case blank
    /// A sign that there will be no image.
    case failed

    /// Whether this is all that the cell will ever show.
    var isSettled: Bool { self == .final || self == .failed }
  }

  /// Cells of each state, in the order of the states.
  private(set) var counts = State.allCases.map { _ in 0 }
  /// The area of these that is on screen, in cells.
  private var areas = State.allCases.map { _ in 0.0 }

  mutating func add(_ state: State, visibleShare: Double) {
    counts[state.rawValue] += 1
    areas[state.rawValue] += visibleShare
  }

  /// The share that each state has of the area of all cells on screen, in the order of the states; 0 of no cells.
  var shares: [Double] {
    let area = areas.reduce(0, +)
    return areas.map { area > 0 ? $0 / area : 0 }
  }
}
