/// `directional`: Texture's two ranges, with its modes.
///
/// Decoded images reach 1.0 screenful ahead and 0.5 behind, encoded ones 2.5 and 1.5. Until the grid has scrolled or shown all of
/// its first cells, both are small (0.25 either way, and 0.5 ahead and 0.25 behind). At a memory warning only visible images stay
/// decoded, and at critical pressure not even these.
///
/// The encoded range downloads cloud photos ahead, when the network has nothing more urgent to do. For photos on this machine it
/// only asks the system to read their files, which gains nothing if the page cache already holds them: always in a model, and
/// mostly in a replay.
public struct DirectionalStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "directional",
    about:
      "Texture's ranges: decoded near, encoded farther, more ahead than behind; small until the first cells are shown.",
    parameters: [
      .init("leading", unit: "screenfuls", default: 1, in: 0...20, about: "How far ahead to decode."),
      .init(
        "trailing", unit: "screenfuls", default: 0.5, in: 0...20, about: "How far behind to keep decoded."),
      .init(
        "encodedLeading", unit: "screenfuls", default: 2.5, in: 0...20,
        about: "How far ahead to read originals."),
      .init(
        "encodedTrailing", unit: "screenfuls", default: 1.5, in: 0...20,
        about: "How far behind to keep them read."),
    ],
    sources: [
      .gitHub("TextureGroup/Texture", at: "be0b74b4", "Source/Details/ASAbstractLayoutController.mm"),
      .gitHub("TextureGroup/Texture", at: "be0b74b4", "Source/Details/ASRangeController.mm"),
    ])

  private typealias Reach = (leading: Double, trailing: Double)

  private let decoded: Reach
  private let encoded: Reach
  private static let minimumDecoded: Reach = (leading: 0.25, trailing: 0.25)
  private static let minimumEncoded: Reach = (leading: 0.5, trailing: 0.25)

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) {
    decoded = (parameters.leading, parameters.trailing)
    encoded = (parameters.encodedLeading, parameters.encodedTrailing)
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let isFull = state.hasScrolled || state.hasDisplayed
    var segments: [CachingWindow.Segment] = []
    if state.memory < .critical {
      let reach: Reach = state.memory == .warning ? (0, 0) : isFull ? decoded : Self.minimumDecoded
      segments += state.segments(leading: reach.leading, trailing: reach.trailing, direction: direction)
    }
    let reach: Reach = state.memory >= .warning ? (0, 0) : isFull ? encoded : Self.minimumEncoded
    segments += state.segments(
      leading: reach.leading, trailing: reach.trailing, direction: direction, tier: .encoded)
    return CachingWindow(segments, anchor: state.offset, direction: direction)
  }
}
