import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite("An origin on a virtual clock")
struct ModelOriginTests {
  private let clock = ModelClock()

  private func job(_ id: Int, _ name: String = "a", goal: OriginalDownload.Goal = .whole) -> DownloadJob {
    DownloadJob(
      id: id, url: URL(fileURLWithPath: "/origin/\(name)"), path: "/originals/\(name)", byteCount: 1_000_000,
      goal: goal)
  }

  /// Gives orders at their times, and returns when each download ended and how.
  private func run(
    _ conditions: NetworkConditions, _ orders: [(time: Double, task: OriginalOrder.Task)],
    until end: Double = 1000
  ) -> [Int: (time: Double, outcome: DownloadOutcome)] {
    let origin = ModelOrigin(clock: clock, conditions: conditions)
    let ended = Locked<[Int: (time: Double, outcome: DownloadOutcome)]>([:])
    for (number, order) in orders.enumerated() {
      clock.sleep(until: order.time)
      origin.perform(OriginalOrder(number: number, task: order.task)) { [clock] report in
        if case .ended(let outcome) = report, case .fetch(let job) = order.task {
          ended.withLock { $0[job.id] = (clock.now, outcome) }
        }
      }
    }
    clock.sleep(until: end)
    return ended.withLock { $0 }
  }

  @Test func `an answer takes the latency and what its bytes need`() throws {
    let ended = run(NetworkConditions(latency: 0.25, bytesPerSecond: 1_000_000), [(0, .fetch(job(0)))])
    let end = try #require(ended[0])
    #expect(abs(end.time - 1.25) < 1e-6)
    #expect(end.outcome.ending == .done && end.outcome.receivedBytes == 1_000_000)
    #expect(abs(end.outcome.seconds - 1.25) < 1e-6)
  }

  @Test func `downloads share the line`() throws {
    let ended = run(
      NetworkConditions(bytesPerSecond: 1_000_000), [(0, .fetch(job(0, "a"))), (0, .fetch(job(1, "b")))])
    #expect(abs(try #require(ended[0]).time - 2) < 0.05)
    #expect(abs(try #require(ended[1]).time - 2) < 0.05)
  }

  @Test func `what was cancelled is continued, and what was dropped is not`() throws {
    let conditions = NetworkConditions(bytesPerSecond: 1_000_000)
    let item = OriginalStorage.Item(path: "/originals/a", byteCount: 0, isComplete: false)
    let ended = run(
      conditions,
      [
        (0, .fetch(job(0))), (0.5, .cancel(job(0))), (1, .fetch(job(1))), (5, .drop(item)),
        (5, .fetch(job(2, goal: .head(byteCount: 65_536)))), (6, .fetch(job(3))),
      ])
    let first = try #require(ended[0]?.outcome)
    #expect(first.ending == .cancelled)
    #expect((450_000...500_000).contains(first.byteCount))
    #expect(ended[1]?.outcome.receivedBytes == 1_000_000 - first.byteCount)
    #expect(ended[2]?.outcome.receivedBytes == 65_536)
    #expect(ended[3]?.outcome.receivedBytes == 1_000_000 - 65_536)
  }

  @Test func `failures are drawn from the seed, and tried again until they pass or are too many`() throws {
    let jobs = (0..<40).map { (time: 0.0, task: OriginalOrder.Task.fetch(job($0, "\($0)"))) }
    let conditions = NetworkConditions(bytesPerSecond: 1e9, failures: 0.4, seed: 3)
    let ended = run(conditions, jobs)
    #expect(ended.count == 40)
    for (id, end) in ended {
      let fates = (0..<end.outcome.tries).map { conditions.fate(of: "\(id)", request: $0) }
      switch end.outcome.ending {
      case .done:
        #expect(fates.last == .served)
        // No byte came twice.
        #expect(end.outcome.receivedBytes == 1_000_000)
      case .failed(let error): #expect(error.tries == fates.count)
      case .cancelled: Issue.record("nothing cancelled \(id)")
      }
      #expect(fates.dropLast().allSatisfy { $0 != .served })
    }
    #expect(ended.values.contains { $0.outcome.tries > 1 })
  }

  @Test func `a model run over the network is the same twice, and says what came over it`() throws {
    var scenario = try Scenario.model("remote", "apple-sample")
    let assets = StageAssets.synthetic(
      SyntheticAssets(SyntheticSource(photos: 5000, png: 0.05), seed: scenario.seed))
    let costs = try CostTables.named("epyc-2core")
    func run() throws -> RunRecord {
      try scenario.firstRun(over: assets)
        .model(costs: TableCosts(costs, seed: scenario.seed), baseBytes: costs.baseResidentBytes)
    }
    let far = try run()
    let again = try run()
    #expect(far.metrics == again.metrics && far.distributions == again.distributions)
    #expect(try #require(far.figure("downloads")) > 20)
    #expect(far.figure("leftoverImageBytes") == 0 && far.warnings == [])
    #expect(try #require(far.distributions["downloadMs"]).min >= 60)

    scenario.remote?.bandwidth = 100_000
    let slow = try run()
    #expect(
      slow.warnings == ["Images were still being downloaded or decoded 20 s after the trace had ended."])

    scenario.remote = nil
    let near = try run()
    #expect(near.metrics["downloads"] == nil)
    let (early, late) = (near.distributions["timeToReadyMs"]?.p90, far.distributions["timeToReadyMs"]?.p90)
    #expect(try #require(early) < #require(late))
  }

  @Test func `the share of photos in the cloud is met, by the same photos for the same seed`() throws {
    let source = try Scenario.model("remote").remote
    #expect(source?.bandwidth == 100_000_000 && source?.conditions(seed: 1).bytesPerSecond == 12_500_000)
    let location = CloudLocation(
      origin: try #require(URL(string: "http://127.0.0.1:1/")), folder: "/kept", library: "/photos")
    let share = RemoteShare(share: 0.25, seed: 7, location: location)
    let remote = (0..<4000).map { number in
      var asset = Asset.sample(LocalIdentifier.ofSynthetic(number))
      asset.original.path = "/photos/a/1.jpg"
      return share.placed(asset)
    }.filter(\.isRemote)
    #expect((900...1100).contains(remote.count))
    let one = try #require(remote.first)
    #expect(one.original.remoteURL?.absoluteString == "http://127.0.0.1:1/\(one.localIdentifier)/a/1.jpg")
    #expect(one.original.path == "/kept/\(one.localIdentifier)")
  }
}

/// The gain of `directional` from its farther range, in which originals are only read ahead.
@Suite("The encoded tier", .timeLimit(.minutes(20)))
struct EncodedTierTests {
  private func run(_ name: String, screenfuls: Double) throws -> RunRecord {
    var scenario = try Scenario.model(name)
    scenario.compare.strategies = [
      // A quarter of a screenful decoded ahead, as where memory is short.
      StrategySpec(
        name: "directional",
        parameters: [
          "leading": 0.25, "trailing": 0, "encodedLeading": screenfuls, "encodedTrailing": 0,
        ])
    ]
    return try #require(try scenario.modelResult().runs.first)
  }

  @Test func `downloads photos in the cloud before they are to be decoded, so that more is sharp`() throws {
    let none = try run("remote", screenfuls: 0)
    let some = try run("remote", screenfuls: 2.5)
    func figure(_ run: RunRecord, _ name: String) throws -> Double { try #require(run.figure(name)) }
    #expect(try figure(some, "scrollNotSharpRatio") < figure(none, "scrollNotSharpRatio"))
    #expect(try figure(some, "cacheHitRate") > figure(none, "cacheHitRate"))
    #expect(try figure(some, "downloads") > figure(none, "downloads"), "it is paid for with downloads")
  }

  @Test func `gains nothing in a model whose photos are all here`() throws {
    let (none, some) = (try run("settle", screenfuls: 0), try run("settle", screenfuls: 2.5))
    #expect(none.metrics == some.metrics)
  }

  @Test func `downloads over a real network what no one has decoded yet`() async throws {
    let origin = try await Origin()
    let bytes = try PictureWriter.jpeg(quality: 90).encode(TestImage.gradient(200, 200))
    let assets = try (0..<6).map { try origin.asset("\($0)", bytes, side: 200) }
    let ledger = MemoryLedger()
    let manager = ImageManager(
      configuration: .init(), ledger: ledger, executor: DecodeThreads(workers: 1, ledger: ledger),
      originals: origin.makeFetcher())
    let caching = CachingImageManager(imageManager: manager)
    let size = ImageSpecification(targetSize: PixelSize(width: 50, height: 50))
    caching.move(
      to: CachingWindow([.init(0..<2), .init(0..<5, tier: .encoded)], anchor: 0), of: assets, as: size)
    while !manager.isIdle { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try origin.keptNames() == ["0", "1", "2", "3", "4"])
    #expect(ledger.snapshot.liveBuffers == 2, "only what is to be decoded was")

    origin.answer { _, _ in .refused(status: 410) }
    let ahead = try await manager.image(for: assets[4], targetSize: PixelSize(width: 50, height: 50))
    #expect(ahead.pixels.size == PixelSize(width: 50, height: 50))
  }
}
