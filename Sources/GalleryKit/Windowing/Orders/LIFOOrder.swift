/// `lifo`: newest first among cells, so that under load the row that has just come is served and not the one that is about
/// to leave; degraded images before final ones, prefetches last and in the window's order.
public struct LIFOOrder: RequestOrder {
  /// See ``RequestOrder``.
  public static let descriptor = RequestOrderDescriptor(
    name: "lifo", about: "Newest first among cells; prefetches last.", sees: .newest)

  /// See ``RequestOrder``.
  public init() {}

  /// See ``RequestOrder``.
  public func next(among waiting: [WaitingImage], on decoders: DecoderState) -> Int? {
    waiting.indices.min { waiting[$0].purpose < waiting[$1].purpose }
  }
}
