extension RequestOrder {
  /// First in, first out: degraded images for cells, then their final images, then prefetches in the window's order, degraded
  /// ones before final ones.
  public static let fifo = RequestOrder(
    name: "fifo", about: "First in, first out among cells; prefetches last.", sees: .oldest,
    sources: [.gitHub("kean/Nuke", at: "c4fc70af", "Sources/Nuke/Internal/TaskQueue.swift")]
  ) { _, _ in 0 }

  /// Newest first among cells, so that under load the row that has just come is served and not the one about to leave; degraded
  /// images before final ones, prefetches last and in the window's order.
  public static let lifo = RequestOrder(
    name: "lifo", about: "Newest first among cells; prefetches last.", sees: .newest,
    sources: [
      .init("square/picasso, issue 63", "https://github.com/square/picasso/issues/63"),
      .init("SDWebImage, pull request 294", "https://github.com/SDWebImage/SDWebImage/pull/294"),
    ]
  ) { _, _ in 0 }

  /// Like ``fifo``, but at least half of the decoders never prefetch, so that a cell finds one free.
  ///
  /// Nuke's pull request 981 keeps 3 of 6 slots that way. A single decoder still prefetches.
  public static let reserved = RequestOrder(
    name: "reserved", about: "First in, first out; half of the decoders never prefetch.", sees: .oldest,
    sources: [.init("kean/Nuke, pull request 981", "https://github.com/kean/Nuke/pull/981")]
  ) { waiting, decoders in
    waiting[0].purpose == .prefetch && decoders.prefetching >= max(1, decoders.count / 2) ? nil : 0
  }
}
