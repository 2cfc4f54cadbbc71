extension RequestOrder {
  /// What loses most by waiting, for each second of a decoder.
  ///
  /// What an image loses is the time for which its cell will be on screen without it until a decoder is free again. A cell
  /// that stays loses all of that time, one that is about to leave only what is left of its visit, and one that has not come
  /// yet nothing before it comes. A degraded image is worth seven tenths of it, and the final one after it the rest.
  /// Prefetches on the way take part like cells on screen. Where it is not known how the grid scrolls, the newest comes
  /// first, as in ``lifo``.
  ///
  /// Of cells on screen those that stay longest thus come first: for tasks of equal length that is the order in which the
  /// sum of the times that cells wait, each until it leaves at most, is least.
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
    let worth = worth(from: seconds, to: max(sighting.enters, seconds) + 1)
    guard worth > 0 else { return -1 }
    // How long what is not chosen waits for its next chance.
    let delay = min(max(4 * mean, 0.1), 0.4)
    let loss = self.worth(from: seconds, to: seconds + delay)
    return (loss + 0.001 * worth / (1 + sighting.enters)) / seconds
  }

  /// The time for which its cell is on screen between two moments, in seconds from now, as far as the image shows more.
  private func worth(from start: Double, to end: Double) -> Double {
    let share = isDegraded ? 0.7 : hasDegraded ? 0.3 : 1.0
    return share * max(0, min(sighting.leaves, end) - max(sighting.enters, start))
  }
}
