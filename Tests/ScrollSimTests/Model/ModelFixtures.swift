import Foundation
import GalleryKit
import TestSupport

@testable import ScrollSim

/// A library whose photos all cost the same: 10 ms and no more memory than the image.
struct EqualCosts: JobCosting {
  var seconds = 0.010

  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
    let estimate = ImageDecoder.estimate(job.asset, as: job.specification)
    return .success(
      JobCost(
        outputSize: estimate.outputSize, seconds: seconds, scratchBytes: 0,
        decodedPixels: estimate.decodedPixels, bytesRead: job.asset.original.byteCount))
  }
}

extension Scenario {
  /// A shipped scenario as model mode runs it, over the shipped table.
  static func model(_ name: String) throws -> Scenario {
    var scenario = try ScenarioFile.read(path: Shipped.path(name)).withReferences
    scenario.device.costs = "epyc-2core"
    return scenario
  }

  /// Its photos.
  func modelLibrary() throws -> ModelPhotos { try ModelPhotos.prepare(library, seed: seed) { _ in } }

  /// The result of all its runs.
  func modelResult(findsBounds: Bool = false) throws -> ResultFile {
    var runner = try modelRunner()
    runner.findsBounds = findsBounds
    return try runner.run()
  }

  /// The runner of its runs, with an empty provenance.
  func modelRunner() throws -> ModelRunner {
    ModelRunner(
      self, over: try modelLibrary(), costs: try CostChoice(for: self, named: device.costs),
      provenance: Provenance(
        startedAt: "", command: [], git: nil, swift: "", os: "", cpu: "", cores: 0, memoryBytes: 0,
        libraries: [:],
        allocator: "", build: ""))
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
