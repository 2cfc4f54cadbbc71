internal import GalleryKit

/// A change of the library, as a stage receives it.
package struct LibraryUpdate: Sendable {
  package let assets: StageAssets
  /// Photos that are no longer in the library, by ``StageAssets/identity(of:)``.
  package let removed: Set<Int>
  /// Photos that are reported as changed; `nil` if it is unknown which.
  package let changed: Set<Int>?
}

/// A grid's response to a change of its library: see ``ChangePolicy``.
extension Stage {
  /// Applies a change of the library; the next frame shows it.
  package func apply(_ update: LibraryUpdate) {
    receive()
    assets = setting.place(update.assets)
    hasChanged = true
    recorder.note(.libraryChanged)
    for item in update.removed { discard(item) }
    guard let changed = update.changed, setting.changes != .reloadAll else {
      reloadAll()
      return
    }
    for item in shown where changed.contains(item) { reload(item) }
    // Cells off screen keep nothing that the user would see again.
    for item in changed { cancel(pool.discard(item)) }
    var discarded: Set<String> = []
    if setting.changes == .reloadChanged {
      let window = caching.window.clamped(to: assets.count)
      for place in window.items(tier: .decoded) where changed.contains(assets.identity(of: place)) {
        discarded.insert(assets[place].localIdentifier)
      }
    }
    recorder.note(.windowMoved(caching.refill(of: assets, as: specification, discarding: discarded)))
  }

  private func reloadAll() {
    for item in shown { reload(item) }
    for request in pool.discardOffscreen() { cancel(request) }
    forgetWindow()
  }

  /// Stops caching; the strategy starts over with the next frame.
  func forgetWindow() {
    let before = caching.window.items(tier: .decoded).count
    caching.stopCachingImagesForAllAssets()
    recorder.note(.windowMoved(CachingWindow.Move(stops: before)))
  }

  private func reload(_ item: Int) {
    discard(item)
    reloading.insert(item)
  }

  private func discard(_ item: Int) {
    cancel(pool.discard(item))
    held[item] = nil
    guard let place = shown.firstIndex(of: item) else { return }
    shown.remove(at: place)
    unsettled.removeAll { $0 == item }
    recorder.note(.disappeared(item))
  }

  func cancel(_ request: ImageRequestID?) {
    if let request { caching.imageManager.cancelImageRequest(request) }
  }
}
