/// `dynamic-resolution`: Fennec's window of 2012, an area that grows and gets coarser with speed.
///
/// The area is 1.5 viewports long and grows, from 600 points a second on, by the distance of one second; eight tenths of the
/// part beyond the viewport lie ahead, 95 hundredths from 1,200 points a second on, half at rest. It moves at rest, when the
/// images become finer or coarser, and when it no longer covers the viewport, stretched to its place in half a second and by
/// a fifth either way. (Firefox for Android, `DisplayPortCalculator.java`, `DynamicResolutionStrategy`, velocities in pixels
/// a frame.) Fennec lowered the resolution to keep the pixel count; here degraded images, which photos with embedded
/// thumbnails have, are cached from 600 points a second on. Fennec's transfer of unused width across a page to the scroll
/// axis is left out.
public struct DynamicResolutionStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "dynamic-resolution",
    about: "Fennec's of 2012: an area that grows with speed, with degraded images while the grid is fast.",
    parameters: [
      .init(
        "size", unit: "screenfuls", default: 1.5, in: 1...21,
        about: "How much to cache, the screen included."),
      .init("growth", unit: "seconds", default: 1, in: 0...5, about: "The time whose distance it grows by."),
    ],
    sources: [.init("Firefox for Android in 2012, mobile/android/base/gfx/DisplayPortCalculator.java")])

  private let parameters: StrategyParameters
  /// The speed from which the area grows, in points a second: a sixteenth of an inch a frame.
  private static let expandingSpeed = 600.0
  private static let fastSpeed = 2 * expandingSpeed

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func cachesHighQualityImages(for state: ScrollState) -> Bool {
    abs(state.velocity) <= Self.expandingSpeed
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let (offset, screenful, speed) = (state.offset, state.screenful, abs(state.velocity))
    let soon = state.items(
      from: offset - 0.2 * screenful + min(0, state.velocity) / 2,
      to: offset + 1.2 * screenful + max(0, state.velocity) / 2)
    let isCoarse = !cachesHighQualityImages(for: state)
    if state.phase != .idle, last.notes() == isCoarse, soon.clamped(to: last.span) == soon { return last }

    let direction = state.direction(after: last)
    let beyond =
      screenful * (parameters.size - 1) + (speed > Self.expandingSpeed ? speed * parameters.growth : 0)
    let ahead = speed == 0 ? 0.5 : speed > Self.fastSpeed ? 0.95 : 0.8
    let above = beyond * (direction > 0 ? 1 - ahead : ahead)
    let area = state.movedIntoContent(from: offset - above, to: offset + screenful + beyond - above)
    return CachingWindow(
      state.segments(from: area.top, to: area.bottom, direction: direction), anchor: offset,
      direction: direction, notes: isCoarse)
  }
}
