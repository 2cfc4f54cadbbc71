/// `deferring`: Flutter's window, 250 points either side, and nothing new while the grid is fast.
///
/// A scroll view builds content within its cache extent of 250 points either side. An image that is requested while it scrolls
/// faster than the screen's longest side in pixels a second waits until it is slower (`ScrollPhysics.recommendDeferredLoading`,
/// `ScrollAwareImageProvider`). Flutter's velocities are points a second, so the threshold is three screens a second if a point
/// has three pixels. Cells on screen wait, too; cached images stay while within reach.
public struct DeferringStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "deferring",
    about:
      "Flutter's: 250 points either side, and nothing new while the grid is faster than three screens a second.",
    parameters: [
      .init("reach", unit: "points", default: 250, in: 0...20_000, about: "How far to cache either way."),
      .init(
        "speed", unit: "screens a second", default: 3, in: 0...100, about: "The speed above which it waits."),
    ], covers: .atRest, holdsCells: true,
    sources: [
      .gitHub("flutter/flutter", "packages/flutter/lib/src/widgets/scroll_aware_image_provider.dart"),
      .gitHub("flutter/flutter", "packages/flutter/lib/src/widgets/scroll_physics.dart"),
    ])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let screenfuls = parameters.reach / state.screenful
    let near = CachingWindow(
      state.segments(leading: screenfuls, trailing: screenfuls, direction: direction), anchor: state.offset,
      direction: direction)
    guard abs(state.velocity) > parameters.speed * state.layout.viewport.longerSide else { return near }
    return CachingWindow(
      last.segments.map { CachingWindow.Segment($0.items.clamped(to: near.span), reversed: $0.isReversed) },
      anchor: state.offset, direction: direction)
  }
}
