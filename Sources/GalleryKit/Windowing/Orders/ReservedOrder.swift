/// `reserved`: as `fifo`, but half of the decoders never prefetch, so that a cell finds one free.
///
/// Nuke's pull request 981 keeps 3 of 6 slots that way. A single decoder prefetches all the same.
public struct ReservedOrder: RequestOrder {
  /// See ``RequestOrder``.
  public static let descriptor = RequestOrderDescriptor(
    name: "reserved", about: "First in, first out; half of the decoders never prefetch.", sees: .oldest)

  /// See ``RequestOrder``.
  public init() {}

  /// See ``RequestOrder``.
  public func next(among waiting: [WaitingImage], on decoders: DecoderState) -> Int? {
    let first = waiting.indices.min { waiting[$0].purpose < waiting[$1].purpose }
    guard let first, waiting[first].purpose == .prefetch else { return first }
    return decoders.prefetching < max(1, decoders.count / 2) ? first : nil
  }
}
