import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `An oracle` {
  @Test func `leaves no more not sharp than any strategy in nearly every random trace`() throws {
    let beaten = try losses(in: [.opportunistic, .highQualityFormat], by: \.notSharp)
    #expect(beaten.count <= max(1, Self.traces / 20), "\(beaten.joined(separator: "\n"))")
  }

  /// No cache holds degraded images, so that a schedule can make few of them ahead.
  @Test func `leaves no more blank than any strategy in most random traces of degraded images`() throws {
    let beaten = try losses(in: [.fastFormat], by: \.blank)
    #expect(beaten.count <= Self.traces / 4, "\(beaten.joined(separator: "\n"))")
  }

  @Test func `wants what is on screen, within the content, each photo once, and the same when asked twice`() {
    let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
    let stays = (0..<300).map { item in
      Foresight.Stay(
        item: item, enters: Double(item) / 100, leaves: Double(item) / 100 + 2, byteCount: 1_000_000,
        rank: (item * 7) % 300)
    }
    var strategy = OracleStrategy()
    strategy.foresight = Foresight(stays, memoryBudget: 60_000_000)
    for count in [250, 5, 1, 0] {
      var window = CachingWindow.empty
      for frame in 0..<240 {
        let offset = min(Double(frame) * 30, layout.maximumOffset(itemCount: count))
        let state = ScrollState(
          time: Double(frame) / 60, offset: offset, hasScrolled: frame > 0, layout: layout, itemCount: count)
        let next = strategy.window(for: state, after: window)
        #expect(next == strategy.window(for: state, after: window))
        #expect(next == strategy.window(for: state, after: next))
        let items = next.items(tier: .decoded)
        #expect(Set(items).count == items.count && items.allSatisfy { $0 < count })
        #expect(state.visibleItems.allSatisfy { next.contains($0) })
        window = next
      }
    }
  }

  @Test func `foresees the stay of a photo that lasts, and then its next`() {
    let stays = [(7, 0.0, 1.0), (8, 0.5, 1.5), (7, 2.0, 3.0), (7, 3.0, 4.0)]
    let foresight = Foresight(
      stays.map { .init(item: $0.0, enters: $0.1, leaves: $0.2, byteCount: 1) }, memoryBudget: 1)
    let coming = [0, 0.9, 1, 2.9, 3, 4].map { foresight.stay(of: 7, at: $0)?.enters }
    #expect(coming == [0, 0, 2, 2, 3, nil])
    #expect(foresight.stay(of: 8, at: 0)?.enters == 0.5 && foresight.stay(of: 9, at: 0) == nil)
  }

  private static let traces = LongTests.areWanted ? 100 : 8

  /// The strategies that beat it in random traces, over cells that ask for images in one of these modes.
  private func losses(
    in modes: [DeliveryMode], by figure: KeyPath<RunTally.UnseenArea, Double?>
  ) throws -> [String] {
    var traces = 0
    var losses: [String] = []
    for seed in UInt64(2000)... {
      if traces == Self.traces { break }
      let random = try RandomScenario(seed: seed)
      guard modes.contains(random.scenario.runs[0].combination.deliveryMode) else { continue }
      traces += 1
      let reached = try random.seen(under: "oracle").sight.scrolling[keyPath: figure] ?? 0
      for type in ComparedStrategies.all where !type.descriptor.isReference {
        let name = type.descriptor.name
        let value = try random.seen(under: name).sight.scrolling[keyPath: figure] ?? 0
        if value < reached - 1e-9 {
          losses.append("seed \(seed): \(name) \(value), oracle \(reached)")
          break
        }
      }
    }
    return losses
  }

  @Test(arguments: [("fling", "pixel-3a"), ("fling", "iphone-6"), ("settle", "epyc-2core")])
  func `comes within a quarter of the bound`(name: String, costs: String) throws {
    var scenario = try Scenario.model(name, "oracle")
    scenario.device.costs = costs
    let run = try #require(try scenario.modelResult(findsBounds: true).runs.first)
    let bound = try #require(run.bounds?["scrollNotSharpRatio"])
    let reached = try #require(run.figure("scrollNotSharpRatio"))
    #expect(reached <= max(1.25 * bound, 0.0005))
    // No image beyond the budget is made, and hardly any that is not seen.
    #expect(try #require(run.figure("wasteRatio")) < 0.03)
  }

  @Test func `plans with what downloads take, and not with what is known of files in a folder`() throws {
    var scenario = try Scenario.model("remote", "oracle")
    scenario.remote?.share = 1
    let photos = try scenario.modelLibrary().assets.prefix(48)
    let runs = try [1.0, 50].map { factor in
      // Downloads lie in other places, so that their costs stay the same.
      let runner = try scenario.modelRunner(costs: CostTable.knowing(photos, factor: factor))
      return try #require(try runner.run().runs.first)
    }
    #expect(runs[0].metrics == runs[1].metrics)
  }

  @Test func `runs as in its best rehearsal, which serves as its run`() throws {
    let run = try Scenario.model("fling", "oracle").firstRun()
    let rehearsed = try run.model(costs: EqualCosts(), baseBytes: 7_000_000)
    let clock = ModelClock()
    defer { clock.stop() }
    let (again, world) = try run.modelled(costs: EqualCosts(), baseBytes: 7_000_000, on: clock)
    #expect(try again.measure(in: world) == rehearsed)
    #expect(rehearsed.combination.strategy == "oracle" && (rehearsed.figure("decodes") ?? 0) > 0)
  }

  @Test func `runs once, in its own order, whatever orders are compared`() throws {
    var scenario = try Scenario.model("fling", "screens", "oracle")
    scenario.compare.axes[.order] = ["fifo", "urgency"]
    let runs = scenario.runs.map { ($0.combination.strategy, $0.combination[.order]) }
    #expect(runs.map(\.0) == ["screens", "screens", "oracle"])
    #expect(runs.map(\.1) == ["fifo", "urgency", "oracle"])
  }
}

@Suite struct `A photo on screen` {
  /// Photos that weigh a byte, each on screen in some of five frames at 10 a second.
  private func stays(_ frames: [[Int]]) -> Stays {
    var sightings = Sightings([.pause(0.4)])
    let cell = sightings.items[0].cell
    sightings.items = frames.enumerated().map { place, frames in
      Sightings.Item(place: place, cell: cell, frames: frames, shares: frames.map { _ in 0.5 })
    }
    return Stays(sightings) { _ in 1 }
  }

  @Test func `stays from when it comes until it goes`() {
    let found = stays([[0], [0, 1, 3], [1, 2, 3], [2]]).all
      .map { "\($0.place): \($0.frames)" }
    #expect(found == ["0: 0...0", "1: 0...1", "2: 1...3", "3: 2...2", "1: 3...3"])
  }

  @Test func `may be decoded as soon as the budget reaches that far`() {
    func releases(_ budget: Int) -> [Int] {
      stays([[0], [0, 1], [1, 2], [2, 3], [3, 4], [4]]).releases(within: budget)
    }
    #expect(releases(100) == [0, 0, 0, 0, 0, 0])
    // Two are on screen, and one may wait.
    #expect(releases(3) == [0, 0, 0, 1, 2, 3] && releases(0) == [0, 0, 1, 2, 3, 4])
  }
}
