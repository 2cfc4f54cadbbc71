extension RequestOrder {
  /// The image whose cell leaves the screen first, if it can still be in time; degraded images before final ones.
  ///
  /// Late images wait until no others wait for cells; prefetches come last. Earliest deadline first meets all deadlines wherever
  /// that is possible (C. Liu, J. Layland, 1973); under overload, jobs that are late anyway must not delay the others.
  public static let deadline = RequestOrder(
    name: "deadline", about: "The cell that leaves the screen first, if its image can still be in time.",
    sees: .all,
    sources: [
      .init(
        "C. Liu, J. Layland, Scheduling algorithms for multiprogramming in a hard-real-time environment, 1973",
        "https://doi.org/10.1145/321738.321743")
    ]
  ) { waiting, _ in
    waiting.indices.min { one, other in
      let (one, other) = (waiting[one], waiting[other])
      let (isLate, otherIsLate) = (one.isLate, other.isLate)
      if (one.purpose == .prefetch) != (other.purpose == .prefetch) { return other.purpose == .prefetch }
      if isLate != otherIsLate { return otherIsLate }
      if one.purpose != other.purpose { return one.purpose < other.purpose }
      // Among late images, the one that stays longest comes first: it may still be seen.
      return isLate
        ? one.sighting.leaves > other.sighting.leaves : one.sighting.leaves < other.sighting.leaves
    }
  }
}

extension RequestOrder.Image {
  /// Whether its cell will be gone before it is made.
  fileprivate var isLate: Bool { seconds > sighting.leaves }
}
