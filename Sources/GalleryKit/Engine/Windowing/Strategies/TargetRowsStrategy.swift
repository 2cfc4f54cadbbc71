/// `target-rows`: VVebo's window, only the rows at a fling's end, if that is far.
///
/// When a finger lets go and the first row at rest is more than 8 rows away, the window holds the cells on screen at rest and 3
/// rows on their near side, until the grid is touched again, and cells on the way stay blank; otherwise it holds the cells on
/// screen. (VVeboTableViewDemo at 619ccd8b, `VVeboTableView.m`, lines 83 to 107, of 2015.)
public struct TargetRowsStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "target-rows",
    about:
      "VVebo's: if a fling ends more than eight rows away, only the rows there and three before them.",
    parameters: [
      .init(
        "far", unit: "rows", default: 8, in: 0...200, about: "From how many rows away to skip those between."),
      .init(
        "extra", unit: "rows", default: 3, in: 0...50,
        about: "How many rows to cache on this side of the target."),
    ], covers: .perhaps, holdsCells: true,
    sources: [.gitHub("johnil/VVeboTableViewDemo", at: "619ccd8b", "VVeboTableViewDemo/VVeboTableView.m")])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    switch state.phase {
    case .decelerating(let end):
      // Decides once per fling: the resting offset identifies it.
      if last.notes() == end { return last }
      let rows = (end - state.offset) / state.layout.rowPitch
      guard abs(rows) > parameters.far else { break }
      let (isForward, near) = (rows > 0, parameters.extra * state.memory.windowShare * state.layout.rowPitch)
      let target = state.items(from: end, to: end + state.screenful)
      let whole = state.items(
        from: end - (isForward ? near : 0), to: end + state.screenful + (isForward ? 0 : near))
      return CachingWindow(
        [CachingWindow.Segment(target), CachingWindow.Segment(whole, reversed: isForward)],
        anchor: state.offset, direction: isForward ? 1 : -1, notes: end)
    case .idle:
      if last.notes(Double.self) != nil, visible.allSatisfy({ last.contains($0) }) { return last }
    case .dragging: break
    }
    return CachingWindow([CachingWindow.Segment(visible)], anchor: state.offset)
  }
}
