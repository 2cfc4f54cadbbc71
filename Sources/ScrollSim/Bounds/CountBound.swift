internal import HeapModule

/// The least number of cells that find no image in their first frame, under any strategy and order.
///
/// Jobs are sorted by deadline. Each time the jobs before a deadline take more time than there is, the longest is given
/// up: this leaves the fewest late (J. M. Moore, 1968). With k decoders no fewer are late than with one that is k times
/// as fast.
package struct CountBound: Sendable {
  /// An image that is needed by a time.
  package struct Job: Sendable {
    package var deadline: Double
    package var seconds: Double
  }

  /// The least number of late jobs.
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
      // Rounding can put a sum slightly past its deadline.
      guard sum > job.deadline + 1e-9, let longest = taken.popMax() else { continue }
      sum -= longest
      late += 1
    }
    return late
  }
}
