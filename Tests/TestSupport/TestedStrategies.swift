internal import GalleryKit

/// The strategies that slow tests run: the references and one of each kind, and all in `make check-all`.
package enum TestedStrategies {
  package static let names = CachingStrategies.all.map { $0.descriptor }
    .filter { LongTests.areWanted || $0.isReference || kinds.contains($0.name) }.map(\.name)

  /// What caches nothing, calls literally, moves every frame, moves at rest, has two tiers, lets cells wait, caches degraded
  /// images when it is fast, reckons with what was measured, and caches degraded images of what is far.
  private static let kinds = [
    "none", "apple-sample", "screens", "settle", "directional", "deferring", "dynamic-resolution", "bank",
    "ladder",
  ]
}
