/// `urgency`: what loses most by waiting, for each second of a decoder.
///
/// An image is worth the time for which it will be on screen from when it is there; what will be at rest on screen is
/// worth the same now and later, and so waits for what will be gone. A degraded image is worth seven tenths of it, and the
/// final one after it the rest. Prefetches on the way take part like cells on screen. Where it is not known how the grid
/// scrolls, the newest comes first, as in ``LIFOOrder``.
public struct UrgencyOrder: RequestOrder {
  /// See ``RequestOrder``.
  public static let descriptor = RequestOrderDescriptor(
    name: "urgency", about: "What loses most by waiting, prefetches on the way included.", sees: .all)

  /// See ``RequestOrder``.
  public init() {}

  /// See ``RequestOrder``.
  public func next(among waiting: [WaitingImage], on decoders: DecoderState) -> Int? {
    guard waiting.contains(where: { $0.sighting != .unknown }) else { return newest(of: waiting) }
    let known = waiting.filter { $0.seconds > 0 }
    let mean = known.isEmpty ? 0.02 : known.reduce(0) { $0 + $1.seconds } / Double(known.count)
    // How long what is not chosen waits for its next chance.
    let delay = min(max(4 * mean, 0.1), 0.4)
    func score(_ image: WaitingImage) -> Double {
      let seconds = image.seconds > 0 ? image.seconds : mean
      // What the scroll does not reach comes after all that it does, and before what is gone.
      if image.sighting.enters == .infinity { return 0 }
      let worth = image.worth(from: seconds)
      guard worth > 0 else { return -1 }
      let loss = worth - image.worth(from: seconds + delay)
      return (loss + 0.001 * worth / (1 + image.sighting.enters)) / seconds
    }
    var best: (place: Int, score: Double)?
    for (place, image) in waiting.enumerated() {
      let score = score(image)
      // Of equals the first, which has waited longest or is the window's most urgent.
      if best.map({ score > $0.score }) ?? true { best = (place, score) }
    }
    return best?.place
  }

  /// The newest for a cell, a degraded one first; else the first prefetch.
  private func newest(of waiting: [WaitingImage]) -> Int? {
    waiting.indices.min { one, other in
      let (purpose, otherPurpose) = (waiting[one].purpose, waiting[other].purpose)
      if purpose != otherPurpose { return purpose < otherPurpose }
      return purpose == .prefetch ? one < other : one > other
    }
  }
}

extension WaitingImage {
  /// What it is worth if it is there in so many seconds: the time for which it will be seen, as far as it shows more.
  fileprivate func worth(from seconds: Double) -> Double {
    let share = purpose == .degraded ? 0.7 : hasDegraded ? 0.3 : 1.0
    if sighting.leaves == .infinity { return share }
    return share * max(0, sighting.leaves - max(sighting.enters, seconds))
  }
}
