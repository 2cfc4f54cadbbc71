extension RequestOrder {
  /// The image that loses most by waiting, per second of decoding.
  ///
  /// An image's loss is its cell's time on screen without it until a decoder is free again. A cell that stays loses all of that
  /// time, a cell that is about to leave only the rest of its stay, and a cell that has not come yet nothing before it comes. A
  /// degraded image is worth seven tenths of that loss, and the final image after it the rest. Prefetches on the scroll path
  /// compete like cells on screen. If the scroll state is unknown, the newest comes first, as in ``lifo``.
  ///
  /// Among cells on screen, those that stay longest thus come first: for tasks of equal length, this order minimises the sum of
  /// the cells' waits, each limited to the cell's stay.
  public static let urgency = RequestOrder(
    name: "urgency", about: "The image that loses most by waiting, prefetches on the way included.",
    sees: .all
  ) { waiting, _ in
    guard waiting.contains(where: { $0.sighting != .unknown }) else {
      let first = waiting[0].purpose
      return first == .prefetch ? 0 : waiting.lastIndex { $0.purpose == first }
    }
    let known = waiting.filter { $0.seconds > 0 }
    let mean = known.isEmpty ? 0.02 : known.reduce(0) { $0 + $1.seconds } / Double(known.count)
    let scores = waiting.map { $0.urgency(usually: mean) }
    // Among equals the first: it has waited longest or is the window's most urgent.
    return scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
  }
}

extension RequestOrder.Image {
  /// The loss by waiting, for each second of decoding, if an image usually takes `mean` seconds; below 0 if it will not be
  /// seen.
  fileprivate func urgency(usually mean: Double) -> Double {
    // Images that the scroll does not reach come after the others and before those gone; there is time for final ones.
    if sighting.enters == .infinity { return isDegraded ? -0.5 : 0 }
    let seconds = seconds > 0 ? seconds : mean
    let worth = worth(from: seconds, to: max(sighting.enters, seconds) + 1)
    guard worth > 0 else { return -1 }
    // The wait of an unchosen image for its next chance.
    let delay = min(max(4 * mean, 0.1), 0.4)
    let loss = self.worth(from: seconds, to: seconds + delay)
    return (loss + 0.001 * worth / (1 + sighting.enters)) / seconds
  }

  /// The cell's time on screen between two moments, in seconds from now, weighted by the image's gain.
  private func worth(from start: Double, to end: Double) -> Double {
    let share = isDegraded ? 0.7 : hasDegraded ? 0.3 : 1.0
    return share * max(0, min(sighting.leaves, end) - max(sighting.enters, start))
  }
}
