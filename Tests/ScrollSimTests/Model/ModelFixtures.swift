import Foundation
import GalleryKit
import TestSupport

@testable import ScrollSim

/// A library whose photos all cost the same: 10 ms and no more memory than the image, and no time in a store.
struct EqualCosts: JobCosting {
  var store = (read: 0.0, write: 0.0)

  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
    let estimate = ImageDecoder.estimate(job.asset, as: job.specification)
    return .success(
      JobCost(
        outputSize: estimate.outputSize, seconds: 0.01, scratchBytes: 0,
        decodedPixels: estimate.decodedPixels, bytesRead: job.asset.original.byteCount))
  }

  func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double) { store }
}

extension Scenario {
  /// A shipped scenario as model mode runs it, over the shipped table, under these strategies or its own.
  static func model(_ name: String, _ strategies: String...) throws -> Scenario {
    var scenario = try ScenarioFile.read(path: Shipped.path(name)).withReferences
    scenario.device.costs = "epyc-2core"
    if !strategies.isEmpty { scenario.compare.strategies = strategies.map { StrategySpec(name: $0) } }
    return scenario
  }

  func modelLibrary() throws -> ModelPhotos { try ModelPhotos.prepare(library, seed: seed) { _ in } }

  /// The first of its runs, over these photos or its own.
  func firstRun(over assets: StageAssets? = nil) throws -> StageRun {
    let photos = try assets ?? modelLibrary().assets
    return StageRun(scenario: over(photos), run: runs[0], assets: photos)
  }

  func modelResult(findsBounds: Bool = false) throws -> ResultFile {
    var runner = try modelRunner()
    runner.findsBounds = findsBounds
    return try runner.run()
  }

  /// The runner of its runs, over this table or the one that it names.
  func modelRunner(costs table: CostTable? = nil) throws -> ModelRunner {
    let costs =
      try table.map { CostChoice(table: $0, note: nil) } ?? CostChoice(for: self, named: device.costs)
    return ModelRunner(self, over: try modelLibrary(), costs: costs, provenance: SmallSearch.provenance)
  }
}

extension TraceSource {
  /// These gestures alone, and a rest of that many seconds, by the default physics.
  static func scroll(_ gestures: Gesture..., settle: Double = 0) -> TraceSource {
    .gestures(GestureScript(gestures: gestures, settle: settle), physics: ScrollPhysicsModels.all[0].name)
  }
}

/// The strategies that slow tests run: the references and one of each kind, and all in `make check-all`.
enum TestedStrategies {
  static let names = ComparedStrategies.all.map { $0.descriptor }
    .filter { LongTests.areWanted || $0.isReference || kinds.contains($0.name) }.map(\.name)

  /// Strategies that cache nothing, call literally, move every frame, move at rest, have two tiers, let cells wait, cache
  /// degraded images at high speed, reckon with measurements, and cache degraded images of distant photos.
  private static let kinds = [
    "none", "apple-sample", "screens", "settle", "directional", "deferring", "dynamic-resolution", "bank",
    "ladder",
  ]
}

/// A process of a size that does not change.
struct FixedUsage: UsageGauge {
  var bytes = 0

  var residentBytes: Int { bytes }
  var peakResidentBytes: Int { bytes }
  var cpuSeconds: Double { 0 }

  func resetPeak() -> Bool { true }
}

extension CostTable {
  /// The shipped table, which knows that these photos take that many times as long as others.
  static func knowing(_ photos: some Sequence<Asset>, factor: Double) throws -> CostTable {
    var table = try CostTables.named("epyc-2core")
    table.ownPhotos = photos.map {
      OwnPhoto(path: $0.original.path, byteCount: $0.original.byteCount, resizeMode: .fast, factor: factor)
    }
    return table
  }
}

extension TemporaryFolder {
  /// A library of photos with these names, which are all alike.
  func library(of names: [String]) throws -> PhotoLibrary {
    let picture = try TestImage.gradient(300, 200)
    for name in names { try PictureWriter.jpeg(quality: 80).write(picture, to: file(name)) }
    let library = try PhotoLibrary(folder: path, catalogue: file("catalogue.sqlite"))
    _ = try library.index()
    return library
  }
}
