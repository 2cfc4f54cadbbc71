/// `dwell`: Ente's window, the cells seen for 80 ms, and nothing ahead.
///
/// A thumbnail loads only after its cell has been on screen for 80 ms, so that cells that rush by cost nothing, and is then
/// kept as one of the last 1,000 (ente-io/ente at a621d733, `constants.dart`). Here, images stay within as many items of the
/// viewport, if the memory budget allows. An image whose cell left the screen before it was made is made later, whereas Ente
/// gives it up.
public struct DwellStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "dwell",
    about: "Ente's: keeps what was on screen for 80 ms while memory allows; nothing ahead.",
    parameters: [
      .init(
        "seconds", unit: "seconds", default: 0.08, in: 0...2, about: "How long a cell must be on screen."),
      .init(
        "items", unit: "items", default: 1000, in: 0...10_000, about: "How many items away to keep cells."),
    ], covers: .perhaps, holdsCells: true,
    sources: [.gitHub("ente-io/ente", at: "a621d733", "mobile/apps/photos/lib/core/constants.dart")])

  private let parameters: StrategyParameters

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// A moment's offset.
  private struct Place: Hashable {
    var time: Double
    var offset: Double
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    var places = (last.notes([Place].self) ?? []).filter { $0.time < state.time }
    places.append(Place(time: state.time, offset: state.offset))
    // A microsecond less, so that a wait of whole frames is not lost to rounding.
    let since = state.time - parameters.seconds + 1e-6
    if let first = places.lastIndex(where: { $0.time <= since }) { places.removeFirst(first) }

    let visible = state.visibleItems
    let kept = Int(parameters.items * state.memory.windowShare)
    let end = max(visible.upperBound, min(state.itemCount, visible.lowerBound + kept))
    let reach = max(0, visible.lowerBound - kept)..<end
    let segments = last.joined(with: stayed(through: places, since: since, state))
    return CachingWindow(
      segments.map { CachingWindow.Segment($0.items.clamped(to: reach), reversed: $0.isReversed) },
      anchor: state.offset, notes: places)
  }

  /// The items on screen at all these moments; none if the first is not early enough.
  private func stayed(through places: [Place], since: Double, _ state: ScrollState) -> Range<Int> {
    guard let first = places.first, first.time <= since else { return 0..<0 }
    return places.reduce(state.visibleItems) { stayed, place in
      stayed.clamped(to: state.items(from: place.offset, to: place.offset + state.screenful))
    }
  }
}
