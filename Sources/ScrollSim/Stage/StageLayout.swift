internal import GalleryKit

/// A grid's response to a new layout: the device is turned, or a pinch changes its columns.
extension Stage {
  /// Switches to the frame's layout if it is a different one, and returns whether it is.
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

  /// The cells on screen that the new size affects, each with the token to ask with; `nil` where an image that the cell
  /// has is large enough again.
  func resizeCells() -> [Int: CellToken?] {
    // Images at their stored size are the same in any layout.
    guard specification.targetSize != pool.size, specification.resizeMode != .none else { return [:] }
    let resizing = pool.resize(to: specification.targetSize)
    for request in resizing.cancelled { cancel(request) }
    for (item, _) in resizing.cells { held[item] = nil }
    return Dictionary(uniqueKeysWithValues: resizing.cells.map { ($0.item, $0.token) })
  }

  /// Lets a cell that stays on screen ask for its image in the new size, if it has none that is large enough.
  func resize(
    _ item: Int, at place: Int, in frame: Frame, asking token: CellToken?, _ window: CachingWindow
  ) {
    guard let content = pool.displayed[item]?.content else { return }
    let key = ImageKey(assets[place], specification: specification)
    recorder.note(.resized(item, key, CellState(content), due: frame.due))
    if let token { ask(with: token, at: place, window) }
  }
}
