import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("The stage")
struct StageTests {
  @Test func `asks for what comes into view and cancels what leaves before it was begun`() {
    let rig = StageRig(workers: 1)
    rig.show(offset: 0)
    #expect(rig.decoder.running == ["0"])
    rig.show(offset: 1000, velocity: 5000)
    rig.finish()
    #expect(rig["decodes"] == 4, "0 ran on, 1 and 2 were dropped, 10 to 12 came")
    #expect(rig["cancelledQueued", "cancelledRunning"] == [2, 1])
    #expect(rig.manager.isIdle)
  }

  @Test func `each appearance is exactly one of ready, delayed, degraded and missed`() {
    let thumbnailed = (0..<100).map { Asset.sample("\($0)", hasThumbnail: $0 >= 20) }
    let rig = StageRig(
      ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], assets: thumbnailed, workers: 1)
    rig.show(offset: 0)
    // 0, 1, 2 are missed; 0 to 3 are decoded, 4 is being decoded.
    rig.finish(4, after: 0.05)
    rig.show(offset: 200, velocity: 10)
    #expect(rig["appearances"] == 5)
    #expect(rig["cacheHitRate"] == 0.2, "3 was ready")
    #expect(rig["delayedRate"] == 0.2, "4 was being decoded")
    #expect(rig["missRate", "degradedRate", "prefetchCoverage"] == [0.6, 0, 0.2])
  }

  @Test func `a smaller cached image counts as degraded and blurs instead of leaving blank`() {
    let rig = StageRig()
    let smaller = ImageSpecification(targetSize: PixelSize(width: 5, height: 5))
    CachingImageManager(imageManager: rig.manager)
      .startCachingImages(for: [.sample("0"), .sample("1")], as: smaller)
    rig.decoder.finish()
    rig.show(offset: 0)
    #expect(rig["degradedRate"] == (2.0 / 3).rounded(toPlaces: 5))
    #expect(rig["wrongKeyMisses", "blankAreaRatio", "blurredAreaRatio"] == [2, 0.33333, 0.66667])
    #expect(rig.fold.explainer?.explanation(workers: 1).blankAppearances == 1, "the others are not blank")
  }

  @Test func `blank time, waits and readiness are those of the timeline`() {
    let rig = StageRig(workers: 3)
    //        frame     0    1    2    3
    //  0, 1, 2 blank   x    x    -    -
    rig.show(offset: 0)
    rig.show(offset: 0)
    rig.finish(after: 0.05)
    rig.show(offset: 0)
    rig.show(offset: 0)
    #expect(rig["blankCellMs", "maxBlankRunMs"] == [600, 200])
    #expect(rig["cellWaitMs", "blankAreaRatio"] == [200, 0.5])
    #expect(rig.tally.sight.timeToReadyMs.map { $0.rounded(toPlaces: 6) } == [150, 150, 150])
    #expect(rig.tally.sight.timeToFirstImageMs.count == 3 && rig.tally.work.decodeMs == [20, 20, 20])
  }

  @Test func `an image that is ready at the first frame took no time`() {
    let rig = StageRig(ScreensStrategy.self, workers: 9)
    rig.show(offset: 0)
    rig.finish(after: 0.07)
    rig.show(offset: 300, velocity: 1)
    #expect(rig.tally.sight.timeToReadyMs.map { $0.rounded(toPlaces: 6) } == [70, 70, 70, 0, 0, 0])
    #expect(rig["missRate"] == 0.5)
  }

  @Test func `settling is timed from the last motion to the frame that shows everything`() {
    let rig = StageRig(SettleStrategy.self, workers: 3)
    rig.show(offset: 0)
    rig.finish()
    for step in 1...3 { rig.show(offset: Double(step) * 300, velocity: 3000) }
    //  still frames    1      2      3      4
    //                blank  blank  full   full
    rig.show(offset: 900)
    rig.show(offset: 900)
    rig.settle(offset: 900)
    rig.show(offset: 900)
    #expect(rig["settleToFullMs"] == 300)
  }

  @Test func `a stop is premature if the photo comes on screen within a second`() {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 0, "trailing": 0], workers: 9)
    //  frame    0     1     2     3 … 13    14
    //  shows   0–2   3–5   0–2   3–5        0–2
    //  stops         0–2   3–5   0–2        3–5
    rig.show(offset: 0)
    rig.show(offset: 300)
    #expect(rig["prematureStops"] == 0)
    rig.show(offset: 0)
    #expect(rig["prematureStops"] == 3, "0 to 2 are back after a tenth of a second")
    for _ in 3...13 { rig.show(offset: 300) }
    #expect(rig["prematureStops"] == 6, "3 to 5 are back, and stay")
    rig.show(offset: 0)
    #expect(rig["prematureStops"] == 6, "0 to 2 were gone for longer than a second")
  }

  @Test func `however often caching was stopped before, an appearance counts once`() {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 9)
    //  frame     0     1     2     3     4
    //  shows    0–2   0–2   0–2   0–2   3–5
    //  starts   3–5         3–5
    //  stops          3–5         3–5
    for velocity in [1.0, -1, 1, -1] { rig.show(offset: 0, velocity: velocity) }
    rig.show(offset: 300, velocity: 3000)
    #expect(rig["prematureStops"] == 3)
  }

  @Test func `a photo that cannot be read fails, shows so, and spoils no rate`() {
    let assets = (0..<100).map { Asset.sample("\($0)", failure: $0 == 1 ? "not an image" : nil) }
    let rig = StageRig(assets: assets)
    rig.show(offset: 0)
    rig.settle(offset: 0)
    #expect(rig["failedAppearances", "appearances"] == [1, 2])
    #expect(rig.stage.isFull && rig.fold.sight.timeline.blankShare == [0.6667, 0])
  }

  @Test func `a decode that fails is shown as failed and reported`() {
    let rig = StageRig()
    rig.show(offset: 0)
    rig.finish(failure: "truncated")
    rig.show(offset: 0)
    #expect(rig.stage.isFull && rig.fold.work.failures.count == 3 && rig["decodes"] == 0)
  }

  @Test func `waste is what was decoded and never seen`() {
    let rig = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 0], workers: 9)
    rig.show(offset: 0)
    rig.settle(offset: 0)
    #expect(rig["wasteRatio"] == 0.5, "0, 1, 2 were seen; 3, 4, 5 were not")
    #expect(rig["prefetchAccuracy"] == 0)
    rig.show(offset: 300, velocity: 1)
    #expect(rig["prefetchAccuracy"] == 0.5, "3, 4, 5 were seen; 6, 7, 8 are on their way")
  }

  @Test func `coming back counts as a revisit, ready if the window kept it`() {
    let kept = StageRig(ScreensStrategy.self, parameters: ["leading": 1, "trailing": 1], workers: 20)
    let dropped = StageRig(NoCachingStrategy.self, workers: 20)
    for rig in [kept, dropped] {
      for offset in [0.0, 300, 0] {
        rig.show(offset: offset, velocity: 1)
        rig.finish()
      }
    }
    #expect(kept["revisitHitRate"] == 1)
    #expect(dropped["revisitHitRate"] == 0 && dropped["redecodes"] == 3)
    #expect(kept["redecodes"] == 0)
  }

  @Test func `nothing on stage is nothing to divide by, and nothing to explain`() throws {
    let rig = StageRig(assets: [])
    rig.show(offset: 0)
    #expect(rig.metrics["cacheHitRate"] == .some(nil) && rig.metrics["revisitHitRate"] == .some(nil))
    #expect(rig.metrics["appearances"] == 0)
    let explained = try #require(rig.fold.explainer).explanation(workers: 1)
    #expect(explained.blankAppearances == 0 && explained.causes.isEmpty)
    #expect(explained.leastBlank == nil && explained.lead.leadMs == nil)
  }

  @Test func `closes without waiting for retained cells, on screen or off`() {
    let rig = StageRig(lifecycle: .retained, workers: 1)
    rig.show(offset: 0)
    rig.show(offset: 1000, velocity: 5000)
    #expect(rig.decoder.running == ["0"], "1, 2 and 10 to 12 wait")
    rig.stage.close()
    rig.finish(1)
    #expect(rig.decoder.running.isEmpty && rig.manager.isIdle && rig.ledger.snapshot.total == 0)
  }

  @Test(arguments: StageTests.strategies)
  func `nothing is left in memory that is neither wanted nor on screen`(name: String) throws {
    let strategy = try #require(ComparedStrategies.named(name))
    let rig = StageRig(strategy, workers: 3)
    for step in 0..<40 {
      rig.show(offset: Double(step) * 130, velocity: 1300)
      rig.finish(2)
    }
    for _ in 0..<5 {
      rig.show(offset: 5200)
      rig.finish()
    }
    let window = Set(rig.stage.caching.window.items(tier: .decoded))
    let visible = Set(52..<55)
    #expect(rig.ledger.snapshot.liveBuffers == window.union(visible).count)
    #expect(rig["duplicateDecodes"] == 0 && rig.ledger.snapshot[.inFlight] == 0)
  }

  static let strategies = ComparedStrategies.all.map { $0.descriptor.name }
}

struct RepeatedPhotosTests {
  private let originals = (1...3).map {
    Asset.sample("photo-\($0)", pixelSize: PixelSize(width: $0 * 100, height: 100))
  }

  @Test func `copies come in the order of the originals, each under its own name`() {
    let assets = StageAssets(FetchResult(originals), atLeast: 8)
    #expect(assets.count == 8)
    #expect(assets.map(\.pixelSize) == (0..<8).map { originals[$0 % 3].pixelSize })
    #expect(assets.prefix(3).map(\.localIdentifier) == originals.map(\.localIdentifier))
    #expect(Set(assets.map(\.localIdentifier)).count == 8)
    #expect(assets.map(\.localIdentifier) == assets.map(\.localIdentifier))
  }

  @Test func `a library that has more is shown as it is`() {
    #expect(StageAssets(FetchResult(originals), atLeast: 2).count == 3)
    #expect(StageAssets(FetchResult([Asset]()), atLeast: 9).isEmpty)
  }
}
