import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// A result's decode log of photos, and the figures that follow from it.
@Suite struct `A decode log` {
  @Test(arguments: ["remote", "visits"])
  func `gives what was decoded, and what of it for nothing, as the run's figures do`(name: String) throws {
    var scenario = try Scenario.model(name)
    scenario.compare.strategies = [StrategySpec(name: "directional")]
    let written = try scenario.modelResult().json()
    for run in try JSONDecoder().decode(ResultFile.self, from: Data(written.utf8)).runs {
      let log = try #require(run.decodes)
      let images = log.kind.indices.filter { log.kind[$0] != Double(DecodeLog.Kind.preview.rawValue) }
      let decodes = images.filter { log.source(ofRow: $0) != .thumbnailStore }
      let bytes = decodes.reduce(0) { $0 + log.byteCount[$1] }
      let wasted = decodes.filter { log.seenFrame[$0] < 0 }.reduce(0) { $0 + log.byteCount[$1] }
      let prefetches = images.filter { log.kind[$0] == Double(DecodeLog.Kind.prefetch.rawValue) }
      let seen = prefetches.filter { log.seenFrame[$0] >= 0 }
      let stored = Double(images.count - decodes.count) / Double(images.count)

      #expect(run.figure("decodes") == Double(decodes.count), "\(run.id)")
      #expect(run.figure("decodedBytes") == bytes, "\(run.id)")
      #expect(
        run.figure("redecodes") == Double(decodes.count - Set(decodes.map { log.asset[$0] }).count),
        "\(run.id)")
      for (metric, expected) in [
        ("wasteRatio", wasted / bytes), ("storeHitRate", stored),
        ("prefetchAccuracy", Double(seen.count) / Double(prefetches.count)),
      ] {
        guard let value = run.figure(metric) else { continue }
        #expect(abs(value - expected) < 1e-5, "\(metric) of \(run.id)")
      }
      #expect(bytes == 0 || run.figure("wasteRatio") != nil)
    }
  }

  @Test func `names the photo, and whether it came from the network`() throws {
    var scenario = try Scenario.model("remote")
    scenario.compare.strategies = [StrategySpec(name: "screens")]
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
}
