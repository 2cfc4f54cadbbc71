/// `fifo`: first in, first out: degraded images for cells, then their final images, then prefetches in the window's order.
public struct FIFOOrder: RequestOrder {
  /// See ``RequestOrder``.
  public static let descriptor = RequestOrderDescriptor(
    name: "fifo", about: "First in, first out among cells; prefetches last.", sees: .oldest)

  /// See ``RequestOrder``.
  public init() {}

  /// See ``RequestOrder``.
  public func next(among waiting: [WaitingImage], on decoders: DecoderState) -> Int? {
    waiting.indices.min { waiting[$0].purpose < waiting[$1].purpose }
  }
}
