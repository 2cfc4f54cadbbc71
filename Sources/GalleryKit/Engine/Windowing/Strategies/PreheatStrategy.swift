/// `preheat`: a screenful strictly ahead, as Preheat keeps it for Nuke.
///
/// The window lies ahead, in the direction since its last move, and moves again after a quarter of a screenful, so that three
/// quarters of one are always ahead. Cells on screen are not in it. (kean/Preheat at 23949eef, `Controller.swift`:
/// `preheatRectSizeRatio` 1.0, `updateRatio` 0.25.)
public struct PreheatStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "preheat",
    about: "Preheat's, for Nuke: a screenful ahead and nothing else; moves after a quarter of one.",
    parameters: [
      .init("leading", unit: "screenfuls", default: 1, in: 0...20, about: "How far ahead to cache.")
    ], covers: .perhaps,
    sources: [.gitHub("kean/Preheat", at: "23949eef", "Sources/Controller.swift")])

  private let parameters: StrategyParameters
  private static let step = 0.25

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    guard last == .empty || abs(state.offset - last.anchor) > state.screenful * Self.step else {
      return last
    }
    let direction = state.offset < last.anchor ? -1.0 : 1
    let ahead = state.segments(leading: parameters.leading, trailing: 0, direction: direction)[1]
    return CachingWindow([ahead], anchor: state.offset, direction: direction)
  }
}
