internal import Support

/// Images to make over a known trace, and the order in which decoders lose least.
///
/// A free decoder takes the first job in the order that may begin. A job that would come too late is not done.
struct ForeseenJobs {
  /// An image to make, for one stay of its photo on screen or for several between which it is kept.
  struct Job {
    let seconds: Double
    /// When it may begin, in seconds.
    let release: Double
    /// The frames in which it is missed, and the loss until each of them, then in all.
    let frames: [Int]
    let losses: [Double]

    /// Whether a loss is all that the job can lose, so that making the image gains nothing.
    func isLost(_ loss: Double) -> Bool { loss > 0 && loss >= losses[losses.count - 1] }

    /// The loss if the image is there from a moment on; no image that takes time is there in the first frame.
    func loss(from seconds: Double, framePeriod: Double) -> Double {
      let first = max(1, Int((seconds / framePeriod - 1e-9).rounded(.up)))
      return losses[frames.partitioningIndex { $0 >= first }]
    }
  }

  let jobs: [Job]
  let workers: Int
  let framePeriod: Double

  /// How far decoders have got through an order.
  private struct Progress {
    /// When each decoder is free, the next one first.
    var free: [Double]
    /// The jobs that were skipped, since they might not begin yet.
    var early: [Int] = []
    /// How many jobs of the order were done or skipped.
    var taken = 0
    var loss = 0.0

    func continues(as other: Progress) -> Bool {
      taken == other.taken && free == other.free && early == other.early
    }
  }

  private struct Outcome {
    var loss = 0.0
    /// By job.
    var losses: [Double]
    /// The progress before the first job, and after every `jobsBetweenProgress` jobs.
    var progress: [Progress] = []
  }

  private static let jobsBetweenProgress = 16
  private static let mostPassedOver = 64
  /// Differences below this are rounding.
  private static let leastGain = 1e-9

  /// The places of jobs in the best order found, which begins with `first`; none for those that are not done.
  ///
  /// Jobs are moved forward, or to the end, as long as that reduces the loss.
  ///
  /// - Parameter effort: the number of jobs that may be examined.
  func ranks(improving first: [Int], effort: Int) -> [Int: Int] {
    let (order, outcome) = improved(first, effort: effort)
    var ranks: [Int: Int] = [:]
    for (rank, job) in order.enumerated() where !jobs[job].isLost(outcome.losses[job]) { ranks[job] = rank }
    return ranks
  }

  private func improved(_ first: [Int], effort: Int) -> (order: [Int], outcome: Outcome) {
    var order = first
    var best = outcome(of: order)
    var left = effort - order.count
    var isImproved = true
    while isImproved {
      isImproved = false
      let losers = order.indices.filter { best.losses[order[$0]] > 0 }.map { order[$0] }
        .sorted { (best.losses[$0], $1) > (best.losses[$1], $0) }
      for job in losers {
        guard let place = order.firstIndex(of: job) else { continue }
        var steps = [1, 2, 4, 8, 16, 32, 64].filter { $0 <= place }.map { place - $0 }
        steps.append(order.count - 1)
        for step in steps where step != place {
          guard left > 0 else { return (order, best) }
          var candidate = order
          candidate.remove(at: place)
          candidate.insert(job, at: step)
          left -= order.count
          let changed = min(place, step)...max(place, step)
          guard loses(candidate, lessThan: best, changedIn: changed) else { continue }
          (order, best, isImproved) = (candidate, outcome(of: candidate), true)
          break
        }
      }
    }
    return (order, best)
  }

  /// Whether an order loses less than another, from which it differs only in these places.
  ///
  /// Before these places, decoders get equally far; after them, they continue alike if they are equally far.
  private func loses(_ order: [Int], lessThan best: Outcome, changedIn places: ClosedRange<Int>) -> Bool {
    // The job at `taken` was looked at, too.
    let shared = max(0, best.progress.partitioningIndex { $0.taken >= places.lowerBound } - 1)
    var (progress, done) = (best.progress[shared], shared * Self.jobsBetweenProgress)
    while progress.loss < best.loss - Self.leastGain {
      guard doNext(of: order, &progress) != nil else { return true }
      done += 1
      let (index, rest) = done.quotientAndRemainder(dividingBy: Self.jobsBetweenProgress)
      if rest == 0, progress.taken > places.upperBound, index < best.progress.count,
        progress.continues(as: best.progress[index])
      {
        return progress.loss < best.progress[index].loss - Self.leastGain
      }
    }
    return false
  }

  private func outcome(of order: [Int]) -> Outcome {
    var outcome = Outcome(losses: Array(repeating: 0, count: jobs.count))
    var progress = Progress(free: Array(repeating: 0, count: workers))
    for done in 0... {
      if done.isMultiple(of: Self.jobsBetweenProgress) { outcome.progress.append(progress) }
      guard let (job, loss) = doNext(of: order, &progress) else { break }
      outcome.losses[job] = loss
    }
    outcome.loss = progress.loss
    return outcome
  }

  /// Has the next free decoder do a job, and returns the job and its loss; `nil` if none is left.
  private func doNext(of order: [Int], _ progress: inout Progress) -> (job: Int, loss: Double)? {
    let free = progress.free[0]
    func next() -> Int? {
      progress.early.count < Self.mostPassedOver && progress.taken < order.count ? order[progress.taken] : nil
    }
    while let job = next(), jobs[job].release > free {
      progress.early.append(job)
      progress.taken += 1
    }
    let job: Int
    if let index = progress.early.firstIndex(where: { jobs[$0].release <= free }) {
      job = progress.early.remove(at: index)
    } else if let first = next() {
      job = first
      progress.taken += 1
    } else if let index = progress.early.indices.min(by: {
      jobs[progress.early[$0]].release < jobs[progress.early[$1]].release
    }) {
      job = progress.early.remove(at: index)
    } else {
      return nil
    }
    let end = max(free, jobs[job].release) + jobs[job].seconds
    let loss = jobs[job].loss(from: end, framePeriod: framePeriod)
    progress.loss += loss
    if !jobs[job].isLost(loss) {
      // In place, since this is done a million times.
      var place = 1
      while place < workers, progress.free[place] < end {
        progress.free[place - 1] = progress.free[place]
        place += 1
      }
      progress.free[place - 1] = end
    }
    return (job, loss)
  }
}
