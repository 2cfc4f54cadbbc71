import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

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
    let origin = try await Origin(files: [:])
    let bytes = try PictureWriter.jpeg(quality: 90).encode(TestImage.gradient(200, 200))
    let assets = try (0..<6).map { index in
      try origin.put(bytes, as: "\(index).jpg")
      return Asset(
        localIdentifier: "\(index)", pixelSize: PixelSize(width: 200, height: 200),
        creationDate: Date(timeIntervalSince1970: 0), modificationDate: Date(timeIntervalSince1970: 0),
        original: Original(
          path: "\(origin.kept)/\(index)",
          remoteURL: origin.address.appendingPathComponent("\(index)/\(index).jpg"),
          format: .jpegBaseline, byteCount: bytes.count))
    }
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

    origin.server.behave { $0.fate = { _, _ in .refused(status: 410) } }
    let ahead = try await manager.image(for: assets[4], targetSize: PixelSize(width: 50, height: 50))
    #expect(ahead.pixels.size == PixelSize(width: 50, height: 50))
  }
}
