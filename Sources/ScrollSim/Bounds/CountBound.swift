internal import HeapModule

/// How many cells at least find no image in their first frame, whatever the strategy and its order.
///
/// Of jobs that are sorted by deadline, the one that takes longest is given up each time those before a deadline take
/// more than there is: the fewest are late that way (J. M. Moore, 1968), and with k decoders no fewer than if one were
/// k times as fast.
package struct CountBound: Sendable {
  /// An image that is needed by a time.
  package struct Job: Sendable {
    package var deadline: Double
    package var seconds: Double

    package init(deadline: Double, seconds: Double) {
      self.deadline = deadline
      self.seconds = seconds
    }
  }

  /// How many are late at least.
  ///
  /// - Complexity: O(*n* log *n*).
  package static func late(_ jobs: [Job], workers: Int) -> Int {
    var taken = Heap<Double>()
    var sum = 0.0
    var late = 0
    for job in jobs.sorted(by: { $0.deadline < $1.deadline }) {
      let seconds = job.seconds / Double(workers)
      taken.insert(seconds)
      sum += seconds
      // Sums of decimals miss a deadline by a hair.
      guard sum > job.deadline + 1e-9, let longest = taken.popMax() else { continue }
      sum -= longest
      late += 1
    }
    return late
  }
}
