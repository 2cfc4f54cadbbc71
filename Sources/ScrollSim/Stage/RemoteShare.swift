package import Foundation
package import GalleryKit

/// The places of a run's originals in the cloud and of their downloads.
package struct CloudLocation: Codable, Hashable, Sendable {
  /// The origin's address.
  package var origin: URL
  /// The folder for downloads.
  package var folder: String
  /// The library's folder, which the origin serves.
  package var library: String

  /// The places of a model, which do not exist.
  static let model = CloudLocation(
    origin: URL(fileURLWithPath: "/origin"), folder: "/originals", library: "")
}

/// Chooses a library's photos in the cloud: the same ones for the same seed, in replay and in model.
package struct RemoteShare: Sendable {
  package let share: Double
  package let seed: UInt64
  package let location: CloudLocation

  /// The asset as this machine has it.
  ///
  /// Each asset in the cloud has its own original there, though many may share one file.
  package func placed(_ asset: Asset) -> Asset {
    var generator = SeededGenerator(seed: seed, stream: SeededGenerator.hash(of: asset.localIdentifier))
    guard asset.failure == nil, Double(generator.unit()) < share else { return asset }
    let name = asset.localIdentifier
    let file = asset.original.path.dropFirst(location.library.count).drop { $0 == "/" }
    var placed = asset
    placed.original.remoteURL = location.origin.appendingPathComponent("\(name)/\(file)")
    placed.original.path = "\(location.folder)/\(name)"
    return placed
  }
}
