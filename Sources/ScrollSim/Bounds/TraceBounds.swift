internal import GalleryKit
internal import HeapModule

/// The bounds that no strategy can beat over one trace, in any order and with any memory, at the same costs and modes.
///
/// Prices are found once for the trace; a run that waits between laps has its own bounds under them.
package struct TraceBounds: Sendable {
  private let sightings: Sightings
  /// The frame of each photo's first appearance, and the least time of an image that is large enough then; only photos
  /// that come on screen and have an image are listed.
  private let firsts: [(frame: Int, seconds: Double)]
  /// The same with the least time of anything to show.
  private let firstSigns: [(frame: Int, seconds: Double)]
  private let workers: Int
  private var areas: [String: (bound: AreaBound, prices: [Double])] = [:]
  /// The prices and costs, by which the bounds can be checked.
  package private(set) var record: BoundRecord

  /// The metrics of area that have a bound, and whether they look at scrolling only, and at sharp images only.
  private static let areaMetrics: [(name: String, whileScrolling: Bool, isSharp: Bool)] = [
    ("blankAreaRatio", false, false), ("notSharpAreaRatio", false, true), ("scrollBlankRatio", true, false),
    ("scrollNotSharpRatio", true, true),
  ]

  /// - Parameter combination: one of the combinations with these costs and modes.
  /// - Complexity: O(frames × cells on screen), some 2,000 times.
  package init(
    _ sightings: Sightings, of laidOut: LaidOutScenario, _ combination: Combination, iteration: Int,
    assets: StageAssets, costs table: some JobCosting
  ) {
    let scenario = laidOut.scenario
    self.sightings = sightings
    workers = scenario.device.decodeWorkers
    let images = sightings.items.map {
      (place: $0.place, specification: laidOut.specification(of: $0.cell, combination.resizeMode))
    }
    let costs = LeastCosts(of: images, in: assets, combination, costs: table, busy: 1...workers)
    var signs = costs.first
    if sightings.isLaidOutAnew, combination.thumbnailStore ?? .off != .off,
      combination.deliveryMode != .highQualityFormat
    {
      // A stored thumbnail of a size in which the photo is never on screen is something to show, too.
      for cell in Set(sightings.items.map(\.cell)) {
        let there = LeastCosts(
          of: images.map { ($0.place, laidOut.specification(of: cell, combination.resizeMode)) },
          in: assets, combination, costs: table, busy: 1...workers)
        signs = zip(signs, there.first).map { [$0, $1].compactMap(\.self).min() }
      }
    }
    let covering = sightings.covering(costs.image)
    var seen: Set<Int> = []
    firsts = zip(sightings.items, covering).compactMap { item, seconds in
      // Items come in the order in which they are first seen.
      guard seen.insert(item.place).inserted, let seconds else { return nil }
      return (item.frames[0], seconds)
    }
    record = BoundRecord(choices: combination.decodeChoices, iteration: iteration, visit: combination.visit)
    for (index, item) in sightings.items.enumerated() {
      guard let image = costs.image[index], let first = signs[index] else { continue }
      record.items.append(item.place)
      record.imageMs.append((image * 1000).rounded(toPlaces: 6))
      record.firstMs.append((first * 1000).rounded(toPlaces: 6))
    }
    if sightings.isLaidOutAnew {
      record.sides = zip(sightings.items, costs.image).compactMap {
        $1 == nil ? nil : $0.cell.length(along: scenario.grid.axis)
      }
    }
    let starts = sightings.starts(waits: [])
    let sharp = (sightings: sightings, seconds: sightings.additional(costs.image))
    let shown = sightings.joined(signs)
    firstSigns = zip(shown.sightings.items, shown.seconds).compactMap { item, seconds in
      seconds.map { (item.frames[0], $0) }
    }
    for metric in Self.areaMetrics {
      let (sightings, seconds) = metric.isSharp ? sharp : shown
      let bound = AreaBound(sightings, whileScrolling: metric.whileScrolling, workers: workers) {
        seconds[$0]
      }
      let prices = BoundRecord.Prices(bound.prices(starts: starts))
      record.prices[metric.name] = prices
      areas[metric.name] = (bound, prices.byFrame)
    }
  }

  /// The bounds of a run: the least possible value of each metric, or the greatest where more is better.
  ///
  /// - Parameter waits: the frames before which the run waited, and its delay from there on, in seconds.
  package func values(waits: [(frame: Int, shift: Double)], appearances: Int) -> [String: Double] {
    let starts = sightings.starts(waits: waits)
    var values = areas.mapValues { max(0, $0.bound.value(at: $0.prices, starts: starts)) }
    if appearances > 0 {
      values["cacheHitRate"] = 1 - Double(late(firsts, starts: starts)) / Double(appearances)
    }
    return values
  }

  /// The fewest appearances of a run that begin with nothing to show.
  /// - Complexity: O(*n* log *n*) for *n* photos that come on screen.
  package func leastBlank(waits: [(frame: Int, shift: Double)]) -> Int {
    late(firstSigns, starts: sightings.starts(waits: waits))
  }

  private func late(_ firsts: [(frame: Int, seconds: Double)], starts: [Double]) -> Int {
    CountBound.late(firsts.map { (starts[$0.frame], $0.seconds) }, workers: workers)
  }
}

/// The least number of cells that find no image in their first frame, under any strategy and order.
///
/// Jobs are sorted by deadline. Each time the jobs before a deadline take more time than there is, the longest is given up: this
/// leaves the fewest late (J. M. Moore, 1968). With k decoders no fewer are late than with one that is k times as fast.
package struct CountBound: Sendable {
  /// - Complexity: O(*n* log *n*).
  package static func late(_ jobs: [(deadline: Double, seconds: Double)], workers: Int) -> Int {
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
