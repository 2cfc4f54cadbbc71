/// What a cell shows, as its pixels tell.
package enum SeenState: Hashable, Sendable {
  /// The photo; how much of its detail is there tells whether it is sharp.
  case photo
  /// The photo in so few pixels that its modules run together: about this many across the square.
  case coarse(UInt8)
  case thumbnail
  /// Neither the photo nor another one.
  case blank
  case wrong

  /// Whether both are the same, or small pictures of the photo.
  func isAlike(_ other: SeenState) -> Bool {
    if case (.coarse, .coarse) = (self, other) { true } else { self == other }
  }
}

/// What people see of a cell: its photo, sharp or not, nothing, another photo, or too little to tell.
package enum CellSight: String, CaseIterable, Sendable {
  case sharp, dull, blank, wrong, unknown
}

package struct SeenCell: Hashable, Sendable {
  /// Stands for photos that no frame shows (``MapHole``).
  static let unseen = -1

  /// The photo that belongs there.
  package var number: Int
  /// `nil` where too little of the cell is in view to tell.
  package var state: SeenState?
  /// The area inside the viewport, as a share of the cell's.
  package var area: Float
  /// The finest detail that is there (``DetailGauge``); `nil` where it is not measured.
  package var detail: Float?
  /// Whether the photo is sharp; decided over the whole recording (``SharpnessRule``).
  package var isSharp = false
}

/// A frame of a recording, as it was read.
package struct SeenFrame: Hashable, Sendable {
  package var time: Double
  /// How far it is scrolled; `nil` if nothing tells.
  package var fix: PositionMap.Fix?
  /// The cells in view.
  package var cells: [SeenCell] = []
  /// Whether no photo is drawn at all, so that nothing tells how far it is scrolled.
  package var isEmpty = false
  /// Whether an empty screen shows the rows of the grid, so that one sees it move.
  package var hasRows = false
}
