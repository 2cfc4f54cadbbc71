package import BenchReport

/// What each frame showed, cell by cell: only changes, a few integers each.
package struct PlaybackFold: Sendable {
  private var shown: [Int: CellState] = [:]
  private var changes: [CellChange] = []
  private var measured: [Int: CellColour] = [:]
  private var isDraining = false

  mutating func note(_ event: RunLog.Event) {
    switch event {
    case .delivered(let item, _, _, let colour?) where measured[item] == nil: measured[item] = colour
    case .disappeared(let item): shown[item] = nil
    case .shown(let view) where !isDraining:
      for cell in view.cells where shown.updateValue(cell.state, forKey: cell.item) != cell.state {
        changes.append(CellChange(frame: view.frame.index, item: cell.item, state: cell.state))
      }
    case .traceEnded: isDraining = true
    default: break
    }
  }

  /// The record, in colours that were measured or, where pixels are only accounted for, that a seed decides.
  package func record(of assets: StageAssets) -> PlaybackRecord {
    guard measured.isEmpty else { return PlaybackRecord(changes, colours: measured) }
    if case .remote(let local, _) = assets { return record(of: local) }
    guard case .synthetic(let assets) = assets else { return PlaybackRecord(changes, colours: nil) }
    return PlaybackRecord(changes, colours: assets.meanColours(of: changes.shownItems))
  }
}
