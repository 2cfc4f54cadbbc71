/// `list-lookahead`: Glide's window, the next items off screen, moved when the first visible one changes.
///
/// When the list turns, all requests are cancelled and as many made on the other side. (Glide at bf4901de,
/// `ListPreloader.java`; its users give the number, and its Compose integration preloads 10.) Cells on screen are not in the
/// window.
public struct ListLookaheadStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "list-lookahead",
    about:
      "Glide's: the next ten items beyond the screen; moves when the first item on screen changes.",
    parameters: [
      .init("items", unit: "items", default: 10, in: 0...200, about: "How many items ahead to cache.")
    ], covers: .perhaps,
    sources: [
      .gitHub(
        "bumptech/glide", at: "bf4901de", "library/src/main/java/com/bumptech/glide/ListPreloader.java")
    ])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let visible = state.visibleItems
    let (first, before) = (visible.lowerBound, last.notes(Int.self))
    guard first != before else { return last }
    let isForward = before.map { first > $0 } ?? true
    let count = Int(parameters.items * state.memory.windowShare)
    let ahead =
      isForward
      ? visible.upperBound..<min(visible.upperBound + count, max(state.itemCount, visible.upperBound))
      : max(0, visible.lowerBound - count)..<visible.lowerBound
    return CachingWindow(
      [CachingWindow.Segment(ahead, reversed: !isForward)], anchor: state.offset,
      direction: isForward ? 1 : -1, notes: first)
  }
}
