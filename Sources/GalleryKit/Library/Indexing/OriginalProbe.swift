package import Foundation
internal import GalleryEngine
internal import GalleryImages
package import Support

/// Reads an original's properties for the index, without decoding it.
///
/// It gets the absolute path and the identity of the listed file; another file in its place is an error. It is called on several
/// threads at once, and throws if the file cannot be a photo; people see the error as the reason.
package typealias OriginalProbe =
  @Sendable (_ path: String, _ identity: FileIdentity) throws -> ProbedOriginal

/// The properties that an original states.
package struct ProbedOriginal: Hashable, Sendable {
  /// The size of the stored picture, before it is turned upright.
  package var storedSize: PixelSize
  /// The orientation of the stored picture.
  package var orientation: ImageOrientation
  /// The file's format.
  package var format: ImageFormat
  /// The time when the photo was taken, if the file states it; without a ``captureZone``, the clock as if it were in UTC.
  package var captureDate: Date?
  /// The seconds by which the clock of ``captureDate`` was ahead of UTC, if the file states them.
  package var captureZone: Int?
  /// Whether the file carries a small picture of itself that decodes in about a millisecond.
  package var hasEmbeddedThumbnail: Bool
  /// The place where the photo was taken, if the file states it.
  package var location: Location?
  /// The photo's media subtypes.
  package var mediaSubtypes: Asset.MediaSubtypes
  /// The identifier that photos of one burst share.
  package var burstIdentifier: String?
  /// The picks of the photo from its burst, by the camera or the user.
  package var burstSelectionTypes: Asset.BurstSelectionTypes
  /// The file's ``ContentFingerprint``, if the probe read it.
  package var fingerprint: Int64?

  package init(
    storedSize: PixelSize, orientation: ImageOrientation = .up, format: ImageFormat, captureDate: Date? = nil,
    captureZone: Int? = nil, hasEmbeddedThumbnail: Bool = false, location: Location? = nil,
    mediaSubtypes: Asset.MediaSubtypes = [],
    burstIdentifier: String? = nil, burstSelectionTypes: Asset.BurstSelectionTypes = [],
    fingerprint: Int64? = nil
  ) {
    self.storedSize = storedSize
    self.orientation = orientation
    self.format = format
    self.captureDate = captureDate
    self.captureZone = captureZone
    self.hasEmbeddedThumbnail = hasEmbeddedThumbnail
    self.location = location
    self.mediaSubtypes = mediaSubtypes
    self.burstIdentifier = burstIdentifier
    self.burstSelectionTypes = burstSelectionTypes
    self.fingerprint = fingerprint
  }
}

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder, reading the headers of photos.
  ///
  /// Indexing opens only new files, files whose size or modification time has changed, and files that could not be read before.
  /// Every batch of files is one transaction: after a stop at any point, even by a crash, the catalogue holds whole files, and
  /// the next index goes on from there. A file that cannot be decoded becomes an asset that fails; videos, RAW and other formats
  /// without a decoder become none, and are counted by type in the report.
  ///
  /// A photo whose file is not found is **missing**: no fetch finds it, but its record stays, with its identifier and the user's
  /// changes, until ``PhotoLibrary/IndexOptions/missingAreKeptFor`` is over. A file that returns, or was moved or renamed, is
  /// recognised by its size and modification time together with its inode or its path; then by its size and a hash of samples of
  /// its content. On a file system without lasting inodes, the hash decides.
  ///
  /// Indexing follows no symbolic link to a folder, and none out of the library; it never opens files outside, even if folders
  /// change meanwhile. The report lists links that are not followed, and entries that cannot be read.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - progress: receives, on the calling thread, how many of the folder's photos are done; its errors end the index and are
  ///     passed on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written;
  ///   ``LibraryError/tooManyMissing(_:missing:of:)`` if most known photos are missing, as in the empty folder of a missing disk,
  ///   unless ``PhotoLibrary/IndexOptions/acceptsMissing``; nothing is changed then.
  /// - Complexity: a few system calls for each file in the folder, and for each opened one about 50 KB of reading, besides
  ///   metadata behind its first 16 KB.
  public func index(
    _ options: PhotoLibrary.IndexOptions = PhotoLibrary.IndexOptions(),
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> PhotoLibrary.IndexReport {
    try index(options, probe: Self.readHeader, progress: progress)
  }

  /// Reads an original's header by the codecs.
  package static let readHeader: OriginalProbe = { path, identity in
    do throws(CodecError) {
      let (info, fingerprint) = try ImageProbe.probe(path: path, expecting: identity)
      return ProbedOriginal(info, fingerprint: fingerprint)
    } catch {
      throw UnreadableOriginal(description: error.reason)
    }
  }
}

extension ProbedOriginal {
  fileprivate init(_ info: ImageInfo, fingerprint: Int64?) {
    self.init(
      storedSize: info.storedSize, orientation: info.orientation, format: info.format,
      captureDate: info.captureDate, captureZone: info.capture?.secondsEast,
      hasEmbeddedThumbnail: info.hasEmbeddedThumbnail,
      location: info.location, mediaSubtypes: info.mediaSubtypes, burstIdentifier: info.burstIdentifier,
      burstSelectionTypes: info.burstSelectionTypes, fingerprint: fingerprint)
  }
}

/// The reason why an original cannot be decoded, without its path, which the catalogue knows anyway.
private struct UnreadableOriginal: Error, CustomStringConvertible {
  let description: String
}
