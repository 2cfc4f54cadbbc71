import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Bounds that no strategy beats: traces, grids, libraries, costs, budgets and modes drawn at random.
@Suite struct `A bound` {
  /// From 2000 on, layouts change; from 5000 on, thumbnails of all their sizes are stored, too.
  private static let seeds: [Range<UInt64>] =
    [0..<12, 2000..<2009, 5000..<5006] + (LongTests.haveMany ? [1000..<1500, 3000..<3200] : [])

  @Test(arguments: seeds.flatMap { Array($0) })
  func `is beaten by no strategy, even if the layout changes and thumbnails are stored`(
    seed: UInt64
  ) throws {
    var random = try RandomScenario(seed: seed, laysOut: seed >= 2000)
    if seed >= 5000 {
      let store: ThumbnailStoreKind = seed.isMultiple(of: 2) ? .volatile : .persistent
      random.scenario.compare.axes[.thumbnailStore] = [store.rawValue]
    }
    let traceBounds = try random.bounds()
    for (place, type) in ComparedStrategies.all.enumerated()
    // A third of them for each trace, all in `make check-all`.
    where LongTests.areWanted || place % 3 == Int(seed) % 3 {
      let name = type.descriptor.name
      let (sight, waits) = try random.seen(under: name)
      let bounds = traceBounds.values(waits: waits, appearances: sight.appearances)
      for (metric, value) in [
        ("blankAreaRatio", sight.whole.blank), ("notSharpAreaRatio", sight.whole.notSharp),
        ("scrollBlankRatio", sight.scrolling.blank), ("scrollNotSharpRatio", sight.scrolling.notSharp),
      ] {
        let (bound, value) = (try #require(bounds[metric]), value ?? 0)
        #expect(value >= bound - 1e-9, "\(name), seed \(seed): \(metric) is \(value), bound \(bound)")
      }
      guard sight.appearances > 0 else { continue }
      let rate = Double(sight.ready) / Double(sight.appearances)
      let most = try #require(bounds["cacheHitRate"])
      #expect(rate <= most + 1e-9, "\(name), seed \(seed): hit rate \(rate), bound \(most)")
      let blank = sight.appearances - sight.ready - sight.degraded - sight.failed
      let least = traceBounds.leastBlank(waits: waits)
      #expect(blank >= least, "\(name), seed \(seed): \(blank) cells begin blank, bound \(least)")
    }
  }

  @Test func `takes a thumbnail stored in any of the grid's sizes for something to show`() throws {
    var scenario = try Scenario.model("fling")
    scenario.library = .synthetic(SyntheticSource(photos: 5000, embeddedThumbnails: 0))
    scenario.compare.axes[.thumbnailStore] = ["volatile"]
    // Photos in the middle are on screen in large cells only, after the grid had small ones.
    scenario.trace = .scroll(
      .pause(0.2), .columns(6), .pause(0.2), .columns(3), .pause(0.2), .jump(.fraction(0.5)), .pause(0.2))
    let assets = try scenario.modelLibrary().assets
    let (laidOut, combination) = (scenario.over(assets), scenario.runs[0].combination)
    let costs = TableCosts(try CostTables.named("epyc-2core"), seed: scenario.seed)
    let record = TraceBounds(
      try Sightings(of: laidOut), of: laidOut, combination, iteration: 0, assets: assets, costs: costs
    ).record
    let cell = laidOut.layout.with(columns: 6).largestCell
    let least = LeastCosts(
      of: record.items.map {
        (place: $0, specification: laidOut.specification(of: cell, combination.resizeMode))
      }, in: assets, combination, costs: costs, busy: 1...scenario.device.decodeWorkers)
    #expect(record.items.contains { $0 > 2000 })
    for (first, small) in zip(record.firstMs, least.first) { #expect(first <= (small ?? 0) * 1000 + 1e-6) }
    #expect(
      zip(record.imageMs, least.image).contains { $0.0 > ($0.1 ?? .infinity) * 1000 + 1e-6 },
      "a larger image takes longer")
  }

  @Test func `follows from the prices and costs in the result, by the formula alone`() throws {
    var scenario = try Scenario.model("settle", "screens")
    guard case .gestures(var script, let physics) = scenario.trace else {
      Issue.record("expected gestures")
      return
    }
    // As it was when the linear programme was solved: without the rest at the start.
    script.gestures.removeFirst()
    scenario.trace = .gestures(script, physics: physics)
    let result = try scenario.modelResult(findsBounds: true)
    let run = try #require(result.runs.first)
    let record = try #require(result.bounds?.first)
    let seconds = Dictionary(uniqueKeysWithValues: zip(record.items, record.imageMs.map { $0 / 1000 }))
    let prices = try #require(record.prices["notSharpAreaRatio"]).byFrame
    let layout = try #require(scenario.overPhotos(result.library.photos)).layout
    let period = 1 / Double(scenario.screen.refreshRate)
    let count = run.timeline.offset.count

    // Each photo's loss until each frame in which it is on screen, from the offsets in the result.
    var seen: [Int: [(frame: Int, loss: Double)]] = [:]
    var losses: [Int: Double] = [:]
    for (frame, offset) in run.timeline.offset.enumerated() {
      let visible = layout.items(
        from: offset, to: offset + scenario.screen.height, itemCount: result.library.photos)
      let area = layout.visibleArea(of: visible, offset: offset)
      for item in visible {
        seen[item, default: []].append((frame, losses[item, default: 0]))
        losses[item, default: 0] += layout.visibleShare(ofItem: item, offset: offset) / area / Double(count)
      }
    }
    var bound = 0.0
    for (item, frames) in seen {
      let choices = frames.filter { $0.frame > 0 }.map { $0.loss + (seconds[item] ?? 0) * prices[$0.frame] }
      bound += min(losses[item] ?? 0, choices.min() ?? .infinity)
    }
    bound -= Double(scenario.device.decodeWorkers) * prices.dropFirst().reduce(0) { $0 + $1 * period }
    let stated = try #require(run.bounds?["notSharpAreaRatio"])
    // Offsets have three decimals in a result.
    #expect(abs(bound - stated) < 2e-6, "\(bound) is not \(stated)")
    // A linear programme gives 0.6103 % for the same problem.
    #expect(abs(stated - 0.006103) < 0.00003)
  }

  @Test func `is in every run, and what can be avoided is never negative`() throws {
    var scenario = try Scenario.model("settle")
    scenario.compare.axes[.order] = ["fifo", "urgency"]
    let result = try scenario.modelResult(findsBounds: true)
    for run in result.runs {
      let avoidable = try #require(run.figure("avoidableBlankRatio"))
      let bound = try #require(run.bounds?["scrollBlankRatio"])
      let blank = try #require(run.figure("scrollBlankRatio"))
      #expect(avoidable >= 0 && abs(blank - bound - avoidable) < 2e-5, "\(run.id)")
      let share = try #require(run.figure("shareOfPossible"))
      #expect(share <= 1, "\(run.id)")
      if run.combination.strategy == "none", run.combination[.order] == "fifo" { #expect(share == 0) }
    }
  }

  @Test func `on blank cells is in every explanation, and no strategy in any order beats it`() throws {
    var scenario = try Scenario.model("fling")
    scenario.compare.axes[.order] = RequestOrder.all.map(\.name)
    scenario.compare.axes[.deliveryMode] = ["opportunistic", "highQualityFormat"]
    let result = try scenario.modelResult(findsBounds: true)
    for mode in ["opportunistic", "highQualityFormat"] {
      let runs = result.runs.filter { $0.combination[.deliveryMode] == mode }
      let floors = try Set(runs.map { try #require($0.explanation?.leastBlank) })
      let floor = try #require(floors.first)
      #expect(floors.count == 1 && floor > 0)
      #expect(runs.count > RequestOrder.all.count * 5)
      for run in runs {
        let blank = try #require(run.explanation?.blankAppearances)
        #expect(blank >= floor, "\(run.id)")
      }
    }
    #expect(try scenario.modelResult().runs.allSatisfy { $0.explanation?.leastBlank == nil }, "not asked for")
  }

  @Test func `is beaten by no strategy over photos in the cloud whose own costs are known`() throws {
    var scenario = try Scenario.model("remote", "screens")
    scenario.remote?.share = 1
    scenario.remote?.latency = 0
    scenario.remote?.bandwidth = 1e12
    scenario.remote?.failures = 0
    let costs = try CostTable.knowing(scenario.modelLibrary().assets.prefix(48), factor: 50)
    var runner = try scenario.modelRunner(costs: costs)
    runner.findsBounds = true
    let run = try #require(try runner.run().runs.first)
    for metric in ["notSharpAreaRatio", "scrollNotSharpRatio", "scrollBlankRatio"] {
      let (value, bound) = (try #require(run.figure(metric)), try #require(run.bounds?[metric]))
      #expect(value >= bound - 2e-5, "\(metric) is \(value), bound \(bound)")
    }
  }

  @Test func `is not claimed if the library changes`() throws {
    let scenario = try Scenario.model("changes", "none")
    let result = try scenario.modelResult(findsBounds: true)
    #expect(result.bounds == nil && result.runs.allSatisfy { $0.bounds == nil })
    #expect(result.runs.allSatisfy { $0.explanation?.leastBlank == nil })
    #expect(result.metricDefinitions["avoidableBlankRatio"] == nil)
  }
}
