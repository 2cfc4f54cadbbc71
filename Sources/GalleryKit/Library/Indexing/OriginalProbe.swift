package import Foundation
internal import GalleryEngine
internal import GalleryImages

/// Reads what the index wants to know of an original, without decoding it.
///
/// Is given the absolute path, is called on several threads at once, and throws if the file cannot be a photo;
/// what it throws is shown to people as the reason.
package typealias OriginalProbe = @Sendable (_ path: String) throws -> ProbedOriginal

/// The same for a file that was listed before: one that has taken its place since is an error.
typealias ListedProbe = @Sendable (_ path: String, _ identity: FileIdentity) throws -> ProbedOriginal

/// What an original says of itself.
package struct ProbedOriginal: Hashable, Sendable {
  /// The picture's size as it is stored, before it is turned upright.
  package var storedSize: PixelSize
  /// How it must be turned.
  package var orientation: ImageOrientation
  /// How it is encoded.
  package var format: ImageFormat
  /// When the photo was taken, if the file says so.
  package var captureDate: Date?
  /// Whether it carries a small picture of itself that is decoded in about a millisecond.
  package var hasEmbeddedThumbnail: Bool
  /// Where it was taken, if the file says so.
  package var location: Location?
  /// What kinds of photo it is.
  package var mediaSubtypes: MediaSubtypes
  /// What photos of one burst have in common.
  package var burstIdentifier: String?
  /// Who chose it among its burst.
  package var burstSelectionTypes: BurstSelectionTypes

  package init(
    storedSize: PixelSize, orientation: ImageOrientation = .up, format: ImageFormat, captureDate: Date? = nil,
    hasEmbeddedThumbnail: Bool = false, location: Location? = nil, mediaSubtypes: MediaSubtypes = [],
    burstIdentifier: String? = nil, burstSelectionTypes: BurstSelectionTypes = []
  ) {
    self.storedSize = storedSize
    self.orientation = orientation
    self.format = format
    self.captureDate = captureDate
    self.hasEmbeddedThumbnail = hasEmbeddedThumbnail
    self.location = location
    self.mediaSubtypes = mediaSubtypes
    self.burstIdentifier = burstIdentifier
    self.burstSelectionTypes = burstSelectionTypes
  }
}
