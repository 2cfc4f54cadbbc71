internal import GalleryKit
internal import Support

/// The best order found for making images over a known trace: an attainable result, next to the bound that
/// cannot be beaten.
///
/// Jobs are ordered by the frame by which each is done at the bound's prices (``AreaBound``), then moved
/// forward or given up as long as that reduces the loss: the area left not sharp while scrolling, by decoders
/// that take the first job for which there is memory.
package struct Schedule: Sendable {
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

  /// The foresight for a strategy that runs the schedule.
  package let foresight: Foresight

  /// - Parameter effort: the number of jobs that may be examined while the order is improved.
  /// - Complexity: O(frames × cells on screen), some 500 times, and O(`effort`).
  package init(
    of trace: ScrollTrace, in laidOut: LaidOutScenario, _ combination: Combination, assets: StageAssets,
    costs table: some JobCosting, reach: Reach = Reach(), effort: Int = 1_000_000
  ) {
    let scenario = laidOut.scenario
    let workers = scenario.device.decodeWorkers
    let framePeriod = 1 / Double(scenario.screen.refreshRate)
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

    let jobs = items.indices.map { index in
      ForeseenJobs.Job(
        seconds: seconds[index] ?? 0, release: Double(firstFrames[index]) * framePeriod,
        frames: items[index].frames,
        losses: zip(items[index].frames, items[index].shares).reduce(into: [0.0]) { losses, sight in
          losses.append(losses[losses.count - 1] + (sightings.isScrolling[sight.0] ? sight.1 : 0))
        })
    }
    let bound = AreaBound(sightings, whileScrolling: true, workers: workers) { seconds[$0] }
    let choices = bound.choices(at: bound.prices(starts: sightings.starts(waits: [])))
    let first = jobs.indices.filter { seconds[$0] != nil }.sorted { one, other in
      (choices[one] ?? .max, jobs[one].frames[0], one) < (
        choices[other] ?? .max, jobs[other].frames[0], other
      )
    }
    let ranks = ForeseenJobs(jobs: jobs, workers: workers, framePeriod: framePeriod)
      .ranks(improving: first, effort: effort)
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
