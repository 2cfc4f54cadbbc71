import GalleryEngine

/// `ours`: keeps screenfuls ahead in the direction of travel, and nothing behind.
///
/// A strategy is a pure function: no clock, no threads, no memory but its last window.
public struct Ours: CachingStrategy {
  public static let descriptor = StrategyDescriptor(
    name: "ours", about: "Keeps screenfuls ahead in the direction of travel.",
    parameters: [
      StrategyDescriptor.Parameter(
        "reach", unit: "screenfuls", default: 1.5, in: 0...8, about: "How far ahead to cache.")
    ])

  let parameters: StrategyParameters

  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    return CachingWindow(
      state.segments(leading: parameters.reach, trailing: 0, direction: direction), anchor: state.offset,
      direction: direction)
  }
}
