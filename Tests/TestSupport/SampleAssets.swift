internal import Foundation
package import GalleryKit

extension Asset {
  package static let sampleRemoteByteCount = 200_000

  /// An asset that has no file, by default with a picture as small as the images that tests make of it.
  ///
  /// - Parameter failure: the reason why its original cannot be read.
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
        hasEmbeddedThumbnail: hasThumbnail, failure: failure))
  }
}
