internal import BenchReport
internal import GalleryKit

/// Keeps what each frame showed, cell by cell: only changes, a few integers each.
struct PlaybackRecorder {
  private var shown: [Int: CellState] = [:]
  private var changes: [CellChange] = []
  private var measured: [Int: CellColour] = [:]

  /// A frame shows a cell that is not final, or was not a frame before.
  mutating func seen(_ cell: SeenCell, frame: Int) {
    let state = CellState(cell.content)
    guard shown.updateValue(state, forKey: cell.item) != state else { return }
    changes.append(CellChange(frame: frame, item: cell.item, state: state))
  }

  mutating func disappeared(_ item: Int) { shown[item] = nil }

  /// Pixels came for an item: the first that do decide its colour.
  mutating func delivered(_ result: ImageResult, to item: Int) {
    switch result {
    case .image(let image), .degraded(let image):
      guard measured[item] == nil, let colour = image.pixels.meanColour else { return }
      measured[item] = CellColour(red: colour.x, green: colour.y, blue: colour.z)
    case .failure, .cancelled: break
    }
  }

  /// The record, in colours that were measured or, where pixels are only accounted for, that a seed decides.
  func record(of assets: StageAssets) -> PlaybackRecord {
    guard measured.isEmpty else { return PlaybackRecord(changes, colours: measured) }
    if case .remote(let local, _) = assets { return record(of: local) }
    guard case .synthetic(let assets) = assets else { return PlaybackRecord(changes, colours: nil) }
    return PlaybackRecord(changes, colours: assets.meanColours(of: changes.shownItems))
  }
}

extension CellState {
  init(_ content: GridCell.Content) {
    switch content {
    case .blank: self = .blank
    case .degraded: self = .degraded
    case .image: self = .final
    case .failed: self = .failed
    }
  }
}
