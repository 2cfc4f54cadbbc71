import BenchReport
import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Visits, in a model,` {
  private let scenario: Scenario
  private let result: ResultFile

  init() throws {
    scenario = try Scenario.model("visits", "screens")
    result = try scenario.modelResult()
  }

  private func run(
    _ store: String, _ visit: Int, of strategy: String = "screens", in other: ResultFile? = nil
  ) throws -> RunRecord {
    let runs = (other ?? result).runs.filter { $0.combination.strategy == strategy }
    return try #require(
      runs.first { $0.combination[.thumbnailStore] == store && $0.combination.visit == visit })
  }

  private func metric(_ name: String, _ store: String, _ visit: Int) throws -> Double? {
    try #require(try run(store, visit).metrics[name])
  }

  @Test func `of a persistent store decode on the first and read on the second`() throws {
    #expect(result.verdict == .pass)
    #expect(try metric("storeHitRate", "persistent", 2) == 1)
    #expect(try metric("decodes", "persistent", 2) == 0)
    #expect(try metric("storeWrittenBytes", "persistent", 2) == 0)
    #expect(try metric("storeWrittenBytes", "persistent", 1) ?? 0 > 1e6)
    let waits = try (1...2).map { try #require(try metric("cellWaitMs", "persistent", $0)) }
    #expect(waits[1] < waits[0])
  }

  @Test func `without a persistent store are alike, and a volatile one serves only its own visit`() throws {
    for store in ["volatile", "none"] { #expect(try run(store, 1).metrics == run(store, 2).metrics) }
    let rate = try #require(try metric("storeHitRate", "volatile", 1))
    #expect(rate > 0 && rate < 1)
    #expect(try metric("storeHitRate", "persistent", 1) == rate)
    #expect(try metric("storeHitRate", "none", 1) == nil)
    #expect(try metric("storeReadBytes", "none", 2) == 0)
  }

  @Test func `find no thumbnails on the first, as bounds and the oracle know`() throws {
    let scenario = try Scenario.model("visits", "oracle")
    let result = try scenario.modelResult(findsBounds: true)
    let (first, volatile) = (
      try run("persistent", 1, of: "oracle", in: result), try run("volatile", 1, of: "oracle", in: result)
    )
    #expect(first.metrics == volatile.metrics && first.bounds == volatile.bounds)
    let second = try run("persistent", 2, of: "oracle", in: result)
    #expect(second.metrics["scrollNotSharpRatio"] == 0)
  }

  @Test func `fetch no original whose thumbnail the first one stored`() throws {
    var scenario = try Scenario.model("remote", "none", "screens")
    scenario.compare.axes[.thumbnailStore] = Axis.thumbnailStore.words
    scenario.visits = 2
    let result = try scenario.modelResult()
    for strategy in ["none", "screens"] {
      func downloads(_ store: String, _ visit: Int) throws -> Double {
        try #require(try run(store, visit, of: strategy, in: result).figure("downloads"))
      }
      #expect(try downloads("none", 2) > 20)
      #expect(try downloads("persistent", 1) > 20)
      #expect(try downloads("persistent", 2) == 0)
    }
  }

  // The golden results of `visits` hold their names and their CSV.
  @Test func `show in tables`() {
    let table = Document([result]).markdown().split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(table.first?.hasPrefix("| strategy | store | visit |") == true)
    let names = table.map { $0.replacing("**", with: "") }
    #expect(names.contains { $0.hasPrefix("| screens | persistent | second visit |") })
    #expect(table.first?.contains("| from store |") == true)
  }

  @Test func `are judged by the last one when a strategy is recommended`() {
    let best = Recommendation(result).combination
    #expect(best?.visit == 2 && best?[.thumbnailStore] == "persistent")
  }

  @Test func `leave scenarios alone that say nothing of them`() throws {
    let scenario = try Scenario.model("settle", "none", "screens")
    let result = try scenario.modelResult()
    #expect(result.runs.allSatisfy { $0.combination[.thumbnailStore] == nil && $0.combination.visit == nil })
    #expect(result.runs.allSatisfy { $0.metrics["storeHitRate"] == nil })
    #expect(result.metricDefinitions["storeHitRate"] == nil)
    #expect(!CSVReport(result).render().contains("thumbnailStore"))
  }

  @Test func `need a cost table that knows what thumbnails take`() throws {
    var costs = try CostTables.named("epyc-2core")
    costs.thumbnails = nil
    var runner = try scenario.modelRunner(costs: costs)
    let error = #expect(throws: CostTableError.self) { try runner.run() }
    #expect(error?.description.contains("calibrate") == true)
    runner.scenario.trace = .scroll(.fling(velocity: -3000))
    #expect(throws: TraceError.self, "a trace that never leaves the start is refused before all else") {
      try runner.run()
    }
  }

  @Test func `are gated by the figures of thumbnails, which other runs do not depend on`() throws {
    let costs = try CostTables.named("epyc-2core")
    var slower = costs
    slower.thumbnails?.read.fixedMs += 1
    #expect(try costs.sha256() == slower.sha256())
    #expect(try costs.sha256(withStores: true) != slower.sha256(withStores: true))
  }

  @Test func `write on a decoder that then takes the job most wanted at that time`() throws {
    let costs = EqualCosts(store: (read: 0.001, write: 0.05))
    let (clock, ledger, came) = (ModelClock(), MemoryLedger(), Locked<[String]>([]))
    let thumbnails = ModelThumbnails(byteLimit: 10_000_000)
    let manager = ImageManager(
      configuration: .init(decodeWorkers: 1, order: .fifo), ledger: ledger,
      executor: ModelDecoder(clock: clock, costs: costs, ledger: ledger, thumbnails: thumbnails))
    func request(_ name: String, _ priority: ImageRequestOptions.Priority = .normal) {
      manager.requestImage(
        for: .sample(name), targetSize: PixelSize(width: 10, height: 10), options: .init(priority: priority)
      ) { _ in came.withLock { $0.append("\(name) after \(Int((clock.now * 1000).rounded())) ms") } }
    }
    request("a")
    request("b")
    clock.sleep(until: 0.03)
    request("c", .high)
    clock.sleep(until: 0.17)
    #expect(came.withLock { $0 } == ["a after 10 ms", "c after 70 ms", "b after 130 ms"])
    #expect(!manager.isIdle, "the last thumbnail is being written")
    clock.sleep(until: 0.2)
    #expect(manager.isIdle)
  }

  @Test func `hold the same thumbnails as a real store does after the same jobs`() async throws {
    let folder = TemporaryFolder()
    let assets = Array(try folder.library(of: (0..<6).map { "\($0).jpg" }).fetchAssets())
    let limit = 4 * 16_384
    let store = try ThumbnailStore(.persistent(folder: folder.file("thumbnails")), byteLimit: limit)
    let model = ModelThumbnails(byteLimit: limit)
    let ledger = MemoryLedger()
    let threads = DecodeThreads(workers: 1, ledger: ledger, store: store)
    let specifications = [40, 60].map {
      ImageSpecification(targetSize: PixelSize(width: $0, height: $0), resizeMode: .exact)
    }
    var random = Shuffler(seed: 5)
    for number in 0..<(LongTests.areWanted ? 120 : 50) {
      let job = DecodeJob(
        id: number, asset: assets[random.next(6)], specification: specifications[random.next(2)],
        kind: .image)
      let outcome = await withCheckedContinuation { done in
        threads.start(job) { done.resume(returning: $0) }
      }
      while !threads.isIdle { await Task.yield() }
      #expect((model.use(for: job) != nil) == (outcome.source == .thumbnailStore))
      if outcome.source == .original { model.insert(job, size: job.specification.targetSize) }
      for asset in assets {
        for specification in specifications {
          let key = ImageKey(asset: asset.localIdentifier, specification: specification)
          #expect(model.stored(for: key, of: asset) == threads.storedThumbnail(for: key, of: asset))
        }
      }
    }
    #expect(store.statistics.evictions > 0)
  }
}
