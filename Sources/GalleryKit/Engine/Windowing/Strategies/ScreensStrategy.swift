/// `screens`: keeps screenfuls ahead in the direction of travel and behind it, and moves every frame.
public struct ScreensStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "screens",
    about: "Keeps screenfuls ahead in the direction of travel and behind it; moves every frame.",
    parameters: [
      .init("leading", unit: "screenfuls", default: 2, in: 0...20, about: "How far ahead to cache."),
      .init("trailing", unit: "screenfuls", default: 1, in: 0...20, about: "How far behind to keep."),
    ])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    return CachingWindow(
      state.segments(leading: parameters.leading, trailing: parameters.trailing, direction: direction),
      anchor: state.offset, direction: direction)
  }
}
