/// `rows`: rows ahead in the direction of travel, fetched while the grid moves, as in Android's lists.
///
/// The defaults are RecyclerView's: the next row, and two views behind kept bound (`GapWorker.java` at 637e4015;
/// `RecyclerView.DEFAULT_CACHE_SIZE`). `rows:behind=0,least=0.1,most=0.5` is the default of Compose's lazy grids since
/// 1.13.0-rc01: an average line, clamped to 10–50 % of the viewport, and nothing behind (`LazyGridDefaults.kt` at 4a12bedb). A
/// grid at rest fetches nothing ahead and drops nothing. The work that both skip in a frame for lack of time is not modelled:
/// decoding is not done on the main thread here.
public struct RowsStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "rows",
    about:
      "RecyclerView's: the next row and two items behind, fetched while the grid moves; Compose's if clamped.",
    parameters: [
      .init("rows", unit: "rows", default: 1, in: 0...50, about: "How far ahead to cache."),
      .init("behind", unit: "items", default: 2, in: 0...200, about: "How many items behind to keep."),
      .init(
        "least", unit: "screenfuls", default: 0, in: 0...1, about: "The least distance that the rows cover."),
      .init("most", unit: "screenfuls", default: 20, in: 0...20, about: "The greatest such distance."),
    ],
    sources: [
      .gitHub(
        "androidx/androidx", at: "637e4015",
        "recyclerview/recyclerview/src/main/java/androidx/recyclerview/widget/GapWorker.java"),
      .gitHub(
        "androidx/androidx", at: "4a12bedb",
        "compose/foundation/foundation/src/commonMain/kotlin/androidx/compose/foundation/lazy/grid/LazyGridDefaults.kt"
      ),
    ])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let leading = min(
      max(parameters.rows * state.layout.rowPitch / state.screenful, parameters.least), parameters.most)
    var segments = state.segments(leading: leading, trailing: 0, direction: direction)
    let visible = segments[0].items
    let kept = Int(parameters.behind * state.memory.windowShare)
    segments[2].items =
      direction > 0
      ? max(0, visible.lowerBound - kept)..<visible.lowerBound
      : visible.upperBound..<min(visible.upperBound + kept, max(state.itemCount, visible.upperBound))
    if state.phase == .idle {
      for place in 1...2 { segments[place].items = segments[place].items.clamped(to: last.span) }
    }
    return CachingWindow(segments, anchor: state.offset, direction: direction)
  }
}
