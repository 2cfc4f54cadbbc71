/// `skewport`: Chromium's window, the viewport stretched to the grid's place at this speed, then a border around it.
///
/// The screen comes first, then the *skewport*, the viewport's path in the next 0.2 s (1 s without GPU raster) but at most
/// 2,000 points, then the *soon border*, 312 points or 15 % of the viewport's longer side, whichever is less, then the eventual
/// border, 3,000 points either way. (Chromium at 06502b05, `cc/tiles/picture_layer_tiling_set.cc` and
/// `cc/trees/layer_tree_settings.h`; its lengths are pixels, which are points on a screen of scale 1.) The memory budget
/// replaces Chromium's limit for tiles and cuts off the last items.
public struct SkewportStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "skewport",
    about: "Chromium's: where the grid will be in 0.2 s, then a narrow border, then a wide one.",
    parameters: [
      .init(
        "seconds", unit: "seconds", default: 0.2, in: 0...2, about: "How far to foresee; 1 without a GPU."),
      .init("limit", unit: "points", default: 2000, in: 0...20_000, about: "The farthest to foresee."),
      .init("eventually", unit: "points", default: 3000, in: 0...20_000, about: "The wide border."),
    ],
    sources: [
      .gitHub("chromium/chromium", at: "06502b05", "cc/tiles/picture_layer_tiling_set.cc"),
      .gitHub("chromium/chromium", at: "06502b05", "cc/trees/layer_tree_settings.h"),
    ])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let soon = min(312, 0.15 * state.layout.viewport.longerSide)
    var segments = [CachingWindow.Segment(state.visibleItems, reversed: direction < 0)]
    for (ahead, behind) in [
      (min(abs(state.velocity) * parameters.seconds, parameters.limit), 0), (soon, soon),
      (parameters.eventually, parameters.eventually),
    ] {
      let covered = CachingWindow(segments, anchor: 0).span
      segments += state.segments(
        leading: ahead / state.screenful, trailing: behind / state.screenful, direction: direction
      )[1...2].map(\.self).beyond(covered)
    }
    return CachingWindow(
      segments.first(state.decoding.capacity), anchor: state.offset, direction: direction)
  }
}
