import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A decode log` {
  @Test(arguments: ["remote", "visits"])
  func `gives what was decoded, and what of it for nothing, as the run's figures do`(name: String) throws {
    let scenario = try Scenario.model(name, "directional")
    let written = try scenario.modelResult().json()
    for run in try JSONDecoder().decode(ResultFile.self, from: Data(written.utf8)).runs {
      let log = try #require(run.decodes)
      let images = log.kind.indices.filter { log.kind[$0] != Double(DecodeLog.Kind.preview.rawValue) }
      let decodes = images.filter { log.source(ofRow: $0) != .thumbnailStore }
      let bytes = decodes.reduce(0) { $0 + log.byteCount[$1] }
      let wasted = decodes.filter { log.seenFrame[$0] < 0 }.reduce(0) { $0 + log.byteCount[$1] }
      let prefetches = images.filter { log.kind[$0] == Double(DecodeLog.Kind.prefetch.rawValue) }
      let seen = prefetches.filter { log.seenFrame[$0] >= 0 }
      let hasStore = (run.combination.thumbnailStore ?? .off) != .off

      #expect(run.figure("decodes") == Double(decodes.count), "\(run.id)")
      #expect(run.figure("decodedBytes") == bytes, "\(run.id)")
      #expect(
        run.figure("redecodes") == Double(decodes.count - Set(decodes.map { log.asset[$0] }).count),
        "\(run.id)")
      for (metric, part, whole) in [
        ("wasteRatio", wasted, bytes), ("prefetchAccuracy", Double(seen.count), Double(prefetches.count)),
        ("storeHitRate", Double(images.count - decodes.count), hasStore ? Double(images.count) : 0),
      ] {
        let share: Double? = whole > 0 ? (part / whole).rounded(toPlaces: 5) : nil
        #expect(run.figure(metric) == share, "\(metric) of \(run.id)")
      }
    }
  }

  @Test func `names the photo, and whether it came from the network`() throws {
    let scenario = try Scenario.model("remote", "screens")
    let result = try scenario.modelResult()
    let log = try #require(result.runs.first?.decodes)
    let assets = try scenario.modelLibrary().assets
    let known = Set(assets.prefix(500).map(\.localIdentifier))
    #expect(log.asset.indices.allSatisfy { known.contains(log.asset(ofRow: $0) ?? "") })
    #expect(log.assets.count == Set(log.assets).count)
    let sources = Dictionary(grouping: log.source.indices) { log.source(ofRow: $0) }.mapValues(\.count)
    #expect(sources[nil] == nil && sources[.thumbnailStore] == nil)
    #expect(try #require(sources[.original]) > 0 && (try #require(sources[.embeddedThumbnail])) > 0)
    // Each original that came whole is decoded at least once, unless it was no longer wanted.
    let downloads = try #require(result.runs.first?.figure("downloads"))
    let network = Double(try #require(sources[.network]))
    #expect(network > 0 && network <= downloads)
  }

  @Test func `names files of photos in the cloud as their folder does, and none of synthetic ones`() throws {
    let folder = TemporaryFolder()
    let library = try folder.library(of: ["a.jpg", "b.jpg"])
    var scenario = try Scenario.model("remote", "none")
    scenario.remote?.share = 1
    let costs = TableCosts(try CostTables.named("epyc-2core"), seed: scenario.seed)
    func decodes(over assets: StageAssets) throws -> DecodeLog {
      try #require(try scenario.firstRun(over: assets).model(costs: costs, baseBytes: 0).decodes)
    }
    let files = try decodes(over: StageAssets(try library.fetchAssets(), atLeast: 30)).files
    #expect(try Set(files ?? []) == Set(folder.names().filter { $0.hasSuffix(".jpg") }))
    let synthetic = try decodes(over: try scenario.modelLibrary().assets)
    #expect(!synthetic.assets.isEmpty && synthetic.files == nil)
  }

  @Test func `has the decoders' own processor time, whatever they wait for to keep to a device's pace`() {
    let size = PixelSize(width: 10, height: 10)
    let key = ImageKey(Asset.sample("a"), specification: ImageSpecification(targetSize: size))
    let job = RunLog.Job(id: 1, key: key, remotePath: nil)
    func processorMs(_ source: ImageSource, pace: Double) -> [Double]? {
      // As four times 10 ms, if the pace is 4.
      let made = RunLog.Made(
        source: source, seconds: 0.1, processorSeconds: 0.04, byteCount: 400, bytesRead: 100,
        decodedPixels: 100)
      var fold = DecodeLogFold()
      fold.note(.started(job, isPrefetch: false), at: 0)
      fold.note(.finished(job, .success(made)), at: 0.1)
      return fold.record(waits: [], pace: pace).processorMs
    }
    #expect(processorMs(.original, pace: 1) == [40])
    // Two builds that differ by a half, each at the device's pace, do not look alike.
    #expect(processorMs(.original, pace: 4) == [10] && processorMs(.embeddedThumbnail, pace: 4) == [10])
    #expect(processorMs(.original, pace: 6) == [6.667])
    #expect(processorMs(.thumbnailStore, pace: 4) == [40], "it is read without waiting")
  }
}

@Suite struct `A count of work` {
  @Test func `knows no failure of a photo whose image came when it was asked for again`() {
    let size = ImageSpecification(targetSize: PixelSize(width: 10, height: 10))
    let made = RunLog.Made(
      source: .original, seconds: 0.1, processorSeconds: nil, byteCount: 400, bytesRead: 100,
      decodedPixels: 100)
    var work = WorkCounter()
    for (id, name) in ["a", "b"].enumerated() {
      let job = RunLog.Job(id: id, key: ImageKey(Asset.sample(name), specification: size), remotePath: name)
      work.note(.finished(job, .failure(ImageError(asset: name, reason: "gone", kind: .network))), at: 0)
    }
    #expect(work.failures == ["a": "gone", "b": "gone"])
    let again = RunLog.Job(id: 2, key: ImageKey(Asset.sample("a"), specification: size), remotePath: "a")
    work.note(.finished(again, .success(made)), at: 1)
    #expect(work.failures == ["b": "gone"])
  }
}

@Suite struct LoadSeriesTests {
  @Test func `a frame's load is what came in the second until then, and is gone a second later`() {
    func load(_ arrivals: [Int], refreshRate: Int = 60, imageMs: Double = 20) -> [Double] {
      LoadSeries.values(arrivals: arrivals, refreshRate: refreshRate, imageMs: imageMs, workers: 2)
    }
    let found = load([8, 0, 0, 4, 0, 0, 0, 0, 0, 0], refreshRate: 4, imageMs: 100)
    #expect(found == [0.4, 0.4, 0.4, 0.6, 0.2, 0.2, 0.2, 0, 0, 0])
    #expect(load(.init(repeating: 1, count: 200)).last == 0.6, "a steady stream has the metric's load")
    #expect(load([]).isEmpty && load([0, 0]) == [0, 0])
  }

  @Test func `a run's timeline has one entry a frame, whose mean while it moves is about the metric`()
    throws
  {
    let scenario = try Scenario.model("fling", "none", "screens")
    for run in try scenario.modelResult().runs {
      let timeline = run.timeline
      let loads = try #require(timeline.load)
      #expect(loads.count == timeline.timeMs.count)
      let moving = zip(timeline.velocity, loads).filter { $0.0 != 0 }.map(\.1)
      let mean = moving.reduce(0, +) / Double(moving.count)
      let load = try #require(run.figure("load"))
      #expect(abs(mean - load) < 0.3 * load, "\(mean) and \(load)")
    }
  }
}
