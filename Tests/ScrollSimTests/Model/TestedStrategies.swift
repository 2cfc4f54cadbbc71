import GalleryKit
import TestSupport

@testable import ScrollSim

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
