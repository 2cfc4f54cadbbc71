/// `displayport`: Firefox's window, screenfuls around the viewport.
///
/// The defaults are today's Firefox's: 3.5 screenfuls in all (1.5 on Android), at least 50 points either way, at any speed and
/// without a lead (`StaticPrefList.yaml` at 14565d2c: `apz.y_stationary_size_multiplier` and `apz.y_skate_size_multiplier`
/// alike, `apz.velocity_bias` 0). `displayport:fast=2.5,lead=0.05` is Firefox's until about 2016: smaller above 1,000 points a
/// second, so that painting takes less, and shifted by the distance that the page scrolls in the 50 ms assumed for painting.
public struct DisplayportStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "displayport",
    about: "Firefox's: 3.5 screenfuls around the viewport; until 2016 fewer at speed, and shifted ahead.",
    parameters: [
      .init(
        "size", unit: "screenfuls", default: 3.5, in: 1...21,
        about: "How much to cache, the screen included."),
      .init(
        "fast", unit: "screenfuls", default: 3.5, in: 1...21,
        about: "The same above 1,000 points a second; 2.5 until 2016."),
      .init(
        "lead", unit: "seconds", default: 0, in: 0...1, about: "How far to shift it ahead; 0.05 until 2016."
      ),
    ],
    sources: [.gitHub("mozilla-firefox/firefox", at: "14565d2c", "modules/libpref/init/StaticPrefList.yaml")])

  private let parameters: StrategyParameters
  /// From this speed on Firefox considers a page skating, in points a second (`apz.min_skate_speed`).
  private static let skatingSpeed = 1000.0
  /// The least reach beyond the viewport either way, in points.
  private static let dangerZone = 50.0

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let screenfuls = abs(state.velocity) > Self.skatingSpeed ? parameters.fast : parameters.size
    let margin = max(state.screenful * (screenfuls - 1) / 2, Self.dangerZone)
    let top = state.offset - margin + state.velocity * parameters.lead
    return CachingWindow(
      state.segments(from: top, to: top + state.screenful + 2 * margin, direction: direction),
      anchor: state.offset, direction: direction)
  }
}
