/// `ladder`: the window of ``BankStrategy``, and degraded images of the cells farther ahead.
///
/// A degraded image costs a fraction of the final one's time and memory, so decoders that cannot keep up with a fling still
/// make one for every cell that comes. They are made within `degradedLeading` screenfuls ahead, for the bank's cells too, and
/// stay until the final image exists or the cell is behind.
///
/// In a model of `fling` at the costs of a phone of 2015 it leaves 0.9 % blank where `bank` leaves 3.4 %, and 9.9 % not sharp
/// instead of 7.7 %, in as much memory; of `settle`, nothing blank instead of 0.1 %, and 0.5 % not sharp instead of 0.4 %.
///
/// Photos without an embedded thumbnail or first scans have no cheap degraded image; for these it acts like `bank`. Best with
/// ``RequestOrder/urgency``, which weighs a degraded image against a final one by the cell's gain and its time on screen; lane
/// by lane, all degraded images come first.
///
/// It applies progressive quality under a utility scheduler (Khameleon, VLDB 2020) to a caching window.
public struct LadderStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "ladder",
    about: "The window of bank, and degraded images far ahead, so that a fast fling is blurred, not blank.",
    parameters: BankStrategy.descriptor.parameters + [
      .init(
        "degradedLeading", unit: "screenfuls", default: 2, in: 0...50,
        about: "How far ahead to make degraded images.")
    ],
    sources: [.init("Khameleon, VLDB 2020, arXiv 2007.07858", "https://arxiv.org/abs/2007.07858")])

  private let bank: BankStrategy
  private let parameters: StrategyParameters
  /// Degraded images in the room of a final one: 160 × 120 pixels against 390 × 390.
  private static let degradedPerImage = 8

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) {
    bank = BankStrategy(parameters)
    self.parameters = parameters
  }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let window = bank.window(for: state, after: last)
    let degraded = state.segments(
      leading: parameters.degradedLeading, trailing: 0, direction: window.direction, tier: .degraded)[1]
    let room = state.decoding.capacity - degraded.items.count / Self.degradedPerImage
    let final = window.segments.first(max(state.visibleItems.count, room))
    // Images on screen, then cheap ones, then costly ones.
    return CachingWindow(
      final.prefix(1) + [degraded] + final.dropFirst(), anchor: window.anchor, direction: window.direction)
  }
}
