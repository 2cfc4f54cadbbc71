extension ScrollState {
  /// Where the grid travels: 1 towards the end, −1 towards the start; at rest, where it travelled last.
  public func direction(after last: CachingWindow) -> Double {
    velocity > 0 ? 1 : velocity < 0 ? -1 : last.direction
  }

  /// The items that overlap the interval, within the content.
  public func items(from top: Double, to bottom: Double) -> Range<Int> {
    layout.items(from: top, to: bottom, itemCount: itemCount)
  }

  /// The visible items, then those ahead of them, then those behind, each run nearest first.
  ///
  /// - Parameters:
  ///   - leading: screenfuls beyond the viewport in the direction of travel.
  ///   - trailing: screenfuls beyond it against the direction.
  ///   - direction: 1 towards the end of the content, −1 towards its start.
  ///   - tier: what to keep of the items.
  public func segments(
    leading: Double, trailing: Double, direction: Double, tier: CachingWindow.Tier = .decoded
  ) -> [CachingWindow.Segment] {
    let isForward = direction > 0
    let visible = visibleItems
    let before = items(from: offset - (isForward ? trailing : leading) * screenful, to: offset + screenful)
    let after = items(from: offset, to: offset + (1 + (isForward ? leading : trailing)) * screenful)
    let above = CachingWindow.Segment(
      before.lowerBound..<max(before.lowerBound, visible.lowerBound), reversed: true, tier: tier)
    let below = CachingWindow.Segment(
      min(visible.upperBound, after.upperBound)..<after.upperBound, tier: tier)
    let inView = CachingWindow.Segment(visible, reversed: !isForward, tier: tier)
    return isForward ? [inView, below, above] : [inView, above, below]
  }
}
