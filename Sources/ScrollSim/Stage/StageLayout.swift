internal import BenchReport
internal import GalleryKit

/// What a grid does when it is laid out anew: the device is turned, or a pinch changes its columns.
extension Stage {
  /// Goes over to the frame's layout, if it is another one, and says whether it is.
  ///
  /// The caching window is forgotten, as it was made for other offsets and for images of another size.
  func layOut(_ frame: Frame) -> Bool {
    guard let next = frame.layout, next != layout else { return false }
    layout = next
    specification = setting.specification(next)
    hasChanged = true
    recorder.note(.laidOut(due: frame.due))
    forgetWindow()
    return true
  }

  /// The cells that stay on screen in another size than before and show something else for it, with what to ask with; without
  /// where an image that a cell has is large enough again.
  func resizeCells() -> [Int: CellToken?] {
    // Images that are as large as they are stored are so in any layout.
    guard specification.targetSize != pool.size, specification.resizeMode != .none else { return [:] }
    let resizing = pool.resize(to: specification.targetSize)
    for request in resizing.cancelled { cancel(request) }
    for (item, _) in resizing.cells { held[item] = nil }
    return Dictionary(uniqueKeysWithValues: resizing.cells.map { ($0.item, $0.token) })
  }

  /// A cell that stays on screen asks for its image in the new size, if it has none that is large enough.
  func resize(
    _ item: Int, at place: Int, in frame: Frame, asking token: CellToken?, _ window: CachingWindow
  ) {
    guard let content = pool.displayed[item]?.content else { return }
    let key = ImageKey(assets[place], specification: specification)
    recorder.note(.resized(item, key, CellState(content), due: frame.due))
    if let token { ask(with: token, at: place, window) }
  }
}
