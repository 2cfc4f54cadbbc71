/// `settle`: leaves the caches alone while the grid moves, and fills some screenfuls either side when it stops.
public struct SettleStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "settle",
    about: "Keeps its window while scrolling and fills screenfuls on either side when scrolling stops.",
    parameters: [
      .init("screens", unit: "screenfuls", default: 2, in: 0...20, about: "How far to fill either way.")
    ], covers: .atRest)

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    guard state.phase == .idle else { return last }
    let direction = state.direction(after: last)
    return CachingWindow(
      state.segments(leading: parameters.screens, trailing: parameters.screens, direction: direction),
      anchor: state.offset, direction: direction)
  }
}
