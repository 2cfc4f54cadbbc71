extension RequestOrder {
  /// What loses most by waiting, for each second of a decoder.
  ///
  /// An image is worth the time for which it will be on screen from when it is there; what will be at rest on screen is
  /// worth the same now and later, and so waits for what will be gone. A degraded image is worth seven tenths of it, and
  /// the final one after it the rest. Prefetches on the way take part like cells on screen. Where it is not known how the
  /// grid scrolls, the newest comes first, as in ``lifo``.
  ///
  /// Where decoders cannot keep up it leaves the least blank: in a model of `fling` at the costs of a phone of 2015, `screens`
  /// leaves 3.1 %, 5.4 % by ``lifo`` and 12.1 % by ``fifo``. Where they nearly can, it may lose: in `settle` at those of a
  /// phone of 2014, 0.43 % blank and 0.88 % not sharp against 0.38 % and 0.54 % by ``fifo``.
  public static let urgency = RequestOrder(
    name: "urgency", about: "What loses most by waiting, prefetches on the way included.", sees: .all
  ) { waiting, _ in
    guard waiting.contains(where: { $0.sighting != .unknown }) else {
      let first = waiting[0].purpose
      return first == .prefetch ? 0 : waiting.lastIndex { $0.purpose == first }
    }
    let known = waiting.filter { $0.seconds > 0 }
    let mean = known.isEmpty ? 0.02 : known.reduce(0) { $0 + $1.seconds } / Double(known.count)
    var best: (place: Int, score: Double)?
    for (place, image) in waiting.enumerated() {
      let score = image.urgency(usually: mean)
      // Of equals the first, which has waited longest or is the window's most urgent.
      if best.map({ score > $0.score }) ?? true { best = (place, score) }
    }
    return best?.place
  }
}

extension RequestOrder.Image {
  /// What is lost by leaving it for later, for each second that it takes; below 0 if it will not be seen.
  ///
  /// - Parameter mean: how long images usually take, in seconds.
  fileprivate func urgency(usually mean: Double) -> Double {
    // What the scroll does not reach comes after all that it does, and before what is gone; there is time for final images.
    if sighting.enters == .infinity { return isDegraded ? -0.5 : 0 }
    let seconds = seconds > 0 ? seconds : mean
    let worth = worth(from: seconds)
    guard worth > 0 else { return -1 }
    // How long what is not chosen waits for its next chance.
    let delay = min(max(4 * mean, 0.1), 0.4)
    let loss = worth - self.worth(from: seconds + delay)
    return (loss + 0.001 * worth / (1 + sighting.enters)) / seconds
  }

  /// What it is worth if it is there in so many seconds: the time for which it will be seen, as far as it shows more.
  private func worth(from seconds: Double) -> Double {
    let share = isDegraded ? 0.7 : hasDegraded ? 0.3 : 1.0
    if sighting.leaves == .infinity { return share }
    return share * max(0, sighting.leaves - max(sighting.enters, seconds))
  }
}
