extension RequestOrder {
  /// First in, first out: degraded images for cells, then their final images, then prefetches in the window's order, degraded
  /// ones before final ones.
  public static let fifo = RequestOrder(
    name: "fifo", about: "First in, first out among cells; prefetches last.", sees: .oldest
  ) { _, _ in 0 }

  /// Newest first among cells, so that under load the row that has just come is served and not the one that is about to
  /// leave; degraded images before final ones, prefetches last and in the window's order.
  public static let lifo = RequestOrder(
    name: "lifo", about: "Newest first among cells; prefetches last.", sees: .newest
  ) { _, _ in 0 }

  /// As ``fifo``, but half of the decoders or more never prefetch, so that a cell finds one free.
  ///
  /// Nuke's pull request 981 keeps 3 of 6 slots that way. A single decoder prefetches all the same.
  public static let reserved = RequestOrder(
    name: "reserved", about: "First in, first out; half of the decoders never prefetch.", sees: .oldest
  ) { waiting, decoders in
    waiting[0].purpose == .prefetch && decoders.prefetching >= max(1, decoders.count / 2) ? nil : 0
  }
}
