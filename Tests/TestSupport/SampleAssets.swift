internal import Foundation
package import GalleryKit

extension Asset {
  /// The byte count of remote samples' originals.
  package static let sampleRemoteByteCount = 200_000

  /// An asset that has no file.
  ///
  /// - Parameters:
  ///   - name: its identifier.
  ///   - pixelSize: of the upright picture; by default as small as the images that tests make of it.
  ///   - hasThumbnail: whether its original would carry a thumbnail.
  ///   - isProgressive: whether it would be a progressive JPEG.
  ///   - isRemote: whether its original is behind a network.
  ///   - failure: the reason why its original cannot be read.
  ///   - grant: the grant under which a library would give it out.
  package static func sample(
    _ name: String, pixelSize: PixelSize = PixelSize(width: 10, height: 10), hasThumbnail: Bool = false,
    isProgressive: Bool = false, isRemote: Bool = false, failure: String? = nil, grant: AssetGrant? = nil
  ) -> Asset {
    Asset(
      localIdentifier: name, pixelSize: pixelSize, creationDate: Date(timeIntervalSince1970: 0),
      modificationDate: Date(timeIntervalSince1970: 0), grant: grant,
      original: Original(
        path: "/nowhere/\(name).jpg", remoteURL: isRemote ? URL(fileURLWithPath: "/origin/\(name)") : nil,
        format: isProgressive ? .jpegProgressive : .jpegBaseline,
        byteCount: isRemote ? sampleRemoteByteCount : 1000,
        hasEmbeddedThumbnail: hasThumbnail,
        failure: failure))
  }
}
