/// `apple-sample`: the window of Apple's PhotoKit sample, with its straddling rows.
///
/// The preheat rectangle is the viewport and half a screenful either side; it moves once its middle is more than a third of a
/// screenful from its last place. Caching starts for the strip that the rectangle gains and stops for the one it loses. Both are
/// cut in points, not at rows: a row that straddles the old far edge is started twice, one that straddles the new near edge is
/// stopped although the rectangle still covers part of it.
public struct AppleSampleStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "apple-sample",
    about:
      "Apple's sample: half a screenful either side, moves after a third of one; rows straddle its edges.",
    sources: [
      .gitHub(
        "ddd503/BrowsingAndModifyingPhotoAlbums", at: "5f6a64e6", "Shared/AssetGridViewController.swift"),
      .init(
        "Browsing and Modifying Photo Albums, Apple's sample for PhotoKit, of which that is a copy",
        "https://developer.apple.com/documentation/photokit/browsing-and-modifying-photo-albums"),
    ])

  private static let overhang = 0.5
  private static let step = 1.0 / 3

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) {}

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let screenful = state.screenful
    // The anchor is the viewport's offset, which moves with the rectangle's middle.
    guard last.isEmpty || abs(state.offset - last.anchor) > screenful * Self.step else { return last }

    let top = state.offset - screenful * Self.overhang
    let bottom = state.offset + screenful * (1 + Self.overhang)
    let covered = state.items(from: top, to: bottom)
    let direction = state.offset < last.anchor ? -1.0 : 1
    guard !last.isEmpty else {
      let calls = CachingWindow.Calls(start: [covered], stop: [])
      return window(keeping: covered, for: state, direction: direction, calls: calls)
    }

    let lastTop = last.anchor - screenful * Self.overhang
    let lastBottom = last.anchor + screenful * (1 + Self.overhang)
    let isForward = direction > 0
    var gained = covered
    var lost = state.items(from: lastTop, to: lastBottom)
    var held = covered
    if top < lastBottom && lastTop < bottom {
      gained = isForward ? state.items(from: lastBottom, to: bottom) : state.items(from: top, to: lastTop)
      lost = isForward ? state.items(from: lastTop, to: top) : state.items(from: bottom, to: lastBottom)
      let before = last.span
      held = min(before.lowerBound, gained.lowerBound)..<max(before.upperBound, gained.upperBound)
    }
    // The stop comes last, so a row that is both started and stopped is lost.
    let kept =
      isForward
      ? min(max(held.lowerBound, lost.upperBound), held.upperBound)..<held.upperBound
      : held.lowerBound..<max(min(held.upperBound, lost.lowerBound), held.lowerBound)
    let calls = CachingWindow.Calls(start: [gained], stop: [lost])
    return window(keeping: kept, for: state, direction: direction, calls: calls)
  }

  /// The kept items, those on screen first, then those ahead, then those behind.
  private func window(
    keeping kept: Range<Int>, for state: ScrollState, direction: Double, calls: CachingWindow.Calls
  ) -> CachingWindow {
    let visible = state.visibleItems.clamped(to: kept)
    let above = CachingWindow.Segment(kept.lowerBound..<visible.lowerBound, reversed: true)
    let below = CachingWindow.Segment(visible.upperBound..<kept.upperBound)
    return CachingWindow(
      [CachingWindow.Segment(visible)] + (direction > 0 ? [below, above] : [above, below]),
      anchor: state.offset, direction: direction, calls: calls)
  }
}
