/// `projected`: FlashList's window, a buffer around the grid's place after the next frame.
///
/// The viewport is projected by the median of the last five speeds times a frame's render time, 16 ms at first. The buffer is
/// 500 points in all, seven tenths of it on the side to which most of these speeds point; the part cut off at one end of the
/// content lies at the other side. (flash-list at 4c6abc3b, `EngagedIndicesTracker.ts`; the window includes the screen since
/// pull request 2510.) `projected:ahead=375,behind=125,seconds=0,shift=1` is LegendList's: 250 points times 1.5 and 0.5, of
/// which the second part moves ahead as speed grows to 4,000 points a second (legend-list at 8beb2286).
public struct ProjectedStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "projected",
    about:
      "FlashList's: 350 points ahead of where the grid will be in a frame, 150 behind; LegendList's by shifting.",
    parameters: [
      .init("ahead", unit: "points", default: 350, in: 0...20_000, about: "How far ahead to cache."),
      .init("behind", unit: "points", default: 150, in: 0...20_000, about: "How far behind to keep."),
      .init("seconds", unit: "seconds", default: 0.016, in: 0...2, about: "How far to foresee."),
      .init(
        "shift", unit: "share", default: 0, in: 0...1,
        about: "How much of the part behind moves ahead from 4,000 points a second on."),
    ],
    sources: [
      .gitHub("Shopify/flash-list", at: "4c6abc3b", "src/recyclerview/helpers/EngagedIndicesTracker.ts"),
      .gitHub("LegendApp/legend-list", at: "8beb2286"),
    ])

  private let parameters: StrategyParameters
  private static let fullShiftSpeed = 4000.0

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  private struct Speeds: Hashable {
    var time: Double
    var last: [Double]
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let speeds = speeds(state, last)
    let median = (speeds + Array(repeating: 0, count: 5 - speeds.count)).sorted()[2]
    let vote = speeds.reduce(0) { $0 + ($1 > 0 ? 1 : $1 < 0 ? -1 : 0) }
    let direction = vote > 0 ? 1 : vote < 0 ? -1 : last.direction

    let moved = parameters.behind * parameters.shift * min(1, abs(median) / Self.fullShiftSpeed)
    let (after, before) = (parameters.ahead + moved, parameters.behind - moved)
    let top = state.offset + median * parameters.seconds
    let window = state.movedIntoContent(
      from: top - (direction > 0 ? before : after),
      to: top + state.screenful + (direction > 0 ? after : before))
    return CachingWindow(
      state.segments(from: window.top, to: window.bottom, direction: direction), anchor: state.offset,
      direction: direction, notes: Speeds(time: state.time, last: speeds))
  }

  /// The last five speeds, this moment's included; none at rest.
  private func speeds(_ state: ScrollState, _ last: CachingWindow) -> [Double] {
    if state.phase == .idle { return [] }
    let before = last.notes(Speeds.self) ?? Speeds(time: -.infinity, last: [])
    return before.time == state.time ? before.last : Array((before.last + [state.velocity]).suffix(5))
  }
}
