internal import GalleryKit
internal import Support

/// The best order found for making images over a known trace: an attainable result, beside the bound that cannot be beaten.
///
/// Jobs are ordered by the frames by which the bound's prices have them done (``AreaBound``), then moved forward or given up as long
/// as that reduces the loss: the area left not sharp while scrolling, by decoders that take the first job for which there is memory.
package struct Schedule: Sendable {
  /// An image to make, for one stay of its photo on screen or for several between which it is kept.
  private struct Job {
    let seconds: Double
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

  /// How far ahead images are made: up to a share of the memory budget, or not at all.
  ///
  /// The whole budget is not always best. Where cells and the cache fill the budget, images for later and images still
  /// being decoded are held back, and a decoder that makes a coming image is not free for one on screen.
  package struct Reach: Sendable {
    package var budgetShare = 1.0
    /// Whether final images are made ahead where cells only ask for degraded ones, which no cache holds.
    package var includesUnasked = false

    static func all(for mode: DeliveryMode) -> [Reach] {
      [1, 0.9, 0.8, 0.7, 0.5, 0].map { Reach(budgetShare: $0) }
        + (mode == .fastFormat ? [1, 0.5, 0.25].map { Reach(budgetShare: $0, includesUnasked: true) } : [])
    }
  }

  private var jobs: [Job] = []
  private let workers: Int
  private let framePeriod: Double

  /// The foresight for a strategy that runs the schedule.
  package private(set) var foresight = Foresight.none

  /// - Parameter effort: the number of jobs that may be examined while the order is improved.
  /// - Complexity: O(frames × cells on screen), some 500 times, and O(`effort`).
  package init(
    of trace: ScrollTrace, in laidOut: LaidOutScenario, _ combination: Combination, assets: StageAssets,
    costs table: some JobCosting, reach: Reach = Reach(), effort: Int = 1_000_000
  ) {
    let scenario = laidOut.scenario
    workers = scenario.device.decodeWorkers
    framePeriod = 1 / Double(scenario.screen.refreshRate)
    func specification(_ item: Sightings.Item) -> ImageSpecification {
      laidOut.specification(of: item.cell, combination.resizeMode)
    }
    var sightings = Sightings(
      trace, in: laidOut.layout, itemCount: assets.count, refreshRate: scenario.screen.refreshRate)
    let stays = Stays(sightings) { assets[$0.place].predictedByteCount(as: specification($0)) }
    let isDegraded = combination.deliveryMode == .fastFormat && !reach.includesUnasked
    let costs = LeastCosts(
      of: stays.all.map { ($0.place, specification(sightings.items[$0.item])) }, in: assets, combination,
      costs: table, busy: workers...workers)
    let isMadeAhead = stays.all.indices.map {
      reach.budgetShare > 0 && (!isDegraded || costs.first[$0] == costs.image[$0])
    }
    let budget = Int(Double(scenario.device.memoryBudgetBytes) * reach.budgetShare)
    let layoutStarts = stays.all.map { sightings.layoutStart(of: $0.frames.lowerBound) }
    let releases = zip(stays.all.indices, stays.releases(within: budget)).map { index, release in
      isMadeAhead[index] ? max(release, layoutStarts[index]) : stays.all[index].frames.lowerBound
    }

    var items: [Sightings.Item] = []
    var firstFrames: [Int] = []
    var last: [Int: (job: Int, end: Int)] = [:]
    var jobOfStay: [Int] = []
    var seconds: [Double?] = []
    for (index, stay) in stays.all.enumerated() {
      let item = sightings.items[stay.item]
      var job = items.count
      if isMadeAhead[index], let before = last[stay.item], releases[index] <= before.end + 1 {
        job = before.job
      } else {
        items.append(Sightings.Item(place: stay.place, cell: item.cell))
        firstFrames.append(releases[index])
        seconds.append(isDegraded ? costs.first[index] : costs.image[index])
      }
      items[job].frames += item.frames[stay.slice]
      items[job].shares += item.shares[stay.slice]
      last[stay.item] = (job, stay.frames.upperBound)
      jobOfStay.append(job)
    }
    sightings.items = items

    jobs = items.indices.map { index in
      var losses = [0.0]
      for (frame, share) in zip(items[index].frames, items[index].shares) {
        losses.append(losses[losses.count - 1] + (sightings.isScrolling[frame] ? share : 0))
      }
      return Job(
        seconds: seconds[index] ?? 0, release: Double(firstFrames[index]) * framePeriod,
        frames: items[index].frames, losses: losses)
    }
    let bound = AreaBound(sightings, whileScrolling: true, workers: workers) { seconds[$0] }
    let choices = bound.choices(at: bound.prices(starts: sightings.starts(waits: [])))
    let first = jobs.indices.filter { seconds[$0] != nil }.sorted { one, other in
      (choices[one] ?? .max, jobs[one].frames[0], one) < (
        choices[other] ?? .max, jobs[other].frames[0], other
      )
    }
    var ranks: [Int: Int] = [:]
    let order = improved(first, effort: effort)
    let losses = outcome(of: order).losses
    for (rank, job) in order.enumerated() where !jobs[job].isLost(losses[job]) { ranks[job] = rank }
    foresight = Foresight(
      stays.all.indices.map { index in
        let (stay, job) = (stays.all[index], jobOfStay[index])
        return Foresight.Stay(
          item: stay.place, enters: Double(stay.frames.lowerBound) * framePeriod,
          leaves: Double(stay.frames.upperBound + 1) * framePeriod, byteCount: stay.byteCount,
          rank: ranks[job], isMadeAhead: isMadeAhead[index],
          knownSince: Double(layoutStarts[index]) * framePeriod)
      }, memoryBudget: budget,
      degraded: isDegraded ? .scheduled : reach.includesUnasked ? .first : .last)
  }
}

extension Schedule {
  /// How far decoders have come with an order of jobs.
  private struct Progress: Equatable {
    /// When each decoder is free, the next one first.
    var free: [Double]
    /// The jobs that were passed over, since they might not begin yet.
    var early: [Int] = []
    /// How many jobs of the order were taken or passed over.
    var taken = 0
    var loss = 0.0

    func continues(as other: Progress) -> Bool {
      taken == other.taken && free == other.free && early == other.early
    }
  }

  /// The outcome of an order of jobs: their total loss, the loss of each, and the progress before the first job, and after every so many.
  private struct Outcome {
    var loss = 0.0
    var losses: [Double]
    var progress: [Progress] = []
  }

  private static let jobsBetweenProgress = 16
  private static let mostPassedOver = 64

  /// Moves jobs forward in an order, or to its end, as long as that reduces the loss.
  private func improved(_ first: [Int], effort: Int) -> [Int] {
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
          guard left > 0 else { return order }
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
    return order
  }

  /// Whether an order loses less than another, from which it differs only in these places.
  ///
  /// Decoders come as far before them, and go on alike once they are as far behind them.
  private func loses(_ order: [Int], lessThan best: Outcome, changedIn places: ClosedRange<Int>) -> Bool {
    // The next job was looked at, too.
    let shared = max(0, best.progress.partitioningIndex { $0.taken >= places.lowerBound } - 1)
    var (progress, done) = (best.progress[shared], shared * Self.jobsBetweenProgress)
    while progress.loss < best.loss - 1e-9 {
      guard take(from: order, &progress) != nil else { return true }
      done += 1
      let (index, rest) = done.quotientAndRemainder(dividingBy: Self.jobsBetweenProgress)
      if rest == 0, progress.taken > places.upperBound, index < best.progress.count,
        progress.continues(as: best.progress[index])
      {
        return progress.loss < best.progress[index].loss - 1e-9
      }
    }
    return false
  }

  /// The losses of jobs in this order, if free decoders take the first that may begin, and none that would come too late.
  private func outcome(of order: [Int]) -> Outcome {
    var outcome = Outcome(losses: Array(repeating: 0, count: jobs.count))
    var progress = Progress(free: Array(repeating: 0, count: workers))
    for done in 0... {
      if done.isMultiple(of: Self.jobsBetweenProgress) { outcome.progress.append(progress) }
      guard let (job, loss) = take(from: order, &progress) else { break }
      outcome.losses[job] = loss
    }
    outcome.loss = progress.loss
    return outcome
  }

  /// The next decoder's job, and its loss; `nil` if there is none.
  private func take(from order: [Int], _ progress: inout Progress) -> (job: Int, loss: Double)? {
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
