/// What happens to a scenario's library while its user scrolls: the same transaction of so many changes again and again.
package struct ChangeSource: Hashable, Sendable {
  /// Seconds from one transaction to the next.
  package var interval: Double
  /// Photos that come with each, one in two of them the newest of all.
  package var insertions: Int
  /// Photos that go.
  package var removals: Int
  /// Photos that get another date, and with it another place.
  package var moves: Int
  /// Photos that look otherwise.
  package var edits: Int
  /// Photos that are said to have changed and have not.
  package var touches: Int

  package init(
    interval: Double, insertions: Int = 0, removals: Int = 0, moves: Int = 0, edits: Int = 0, touches: Int = 0
  ) {
    self.interval = interval
    self.insertions = insertions
    self.removals = removals
    self.moves = moves
    self.edits = edits
    self.touches = touches
  }
}

/// What a grid does when its library changes.
package enum ChangePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Throws away all cells and all that is cached, and begins anew.
  case reloadAll = "reload-all"
  /// Throws away the cells and cached images of whatever is said to have changed.
  case reloadChanged = "reload-changed"
  /// Asks again for what is said to have changed and is on screen, and leaves the rest to its next appearance.
  case visibleOnly = "visible-only"
}
