package import Foundation
internal import GalleryEngine
internal import GalleryImages
package import SystemCalls

/// Reads what the index wants to know of an original, without decoding it.
///
/// Is given the absolute path and which file was listed there: one that has taken its place since is an error. It is called
/// on several threads at once, and throws if the file cannot be a photo; what it throws is shown to people as the reason.
package typealias OriginalProbe =
  @Sendable (_ path: String, _ identity: FileIdentity) throws -> ProbedOriginal

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
  package var mediaSubtypes: Asset.MediaSubtypes
  /// What photos of one burst have in common.
  package var burstIdentifier: String?
  /// Who chose it among its burst.
  package var burstSelectionTypes: Asset.BurstSelectionTypes

  package init(
    storedSize: PixelSize, orientation: ImageOrientation = .up, format: ImageFormat, captureDate: Date? = nil,
    hasEmbeddedThumbnail: Bool = false, location: Location? = nil, mediaSubtypes: Asset.MediaSubtypes = [],
    burstIdentifier: String? = nil, burstSelectionTypes: Asset.BurstSelectionTypes = []
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

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder, reading the headers of photos.
  ///
  /// Opens only files that are new, whose size or modification time has changed, or that could not be read before.
  /// Every batch of files is one transaction: stopped at any point, even by a crash, the catalogue holds whole files,
  /// and the next index goes on from there. A file that cannot be decoded becomes an asset that fails; videos, RAW and
  /// what else no decoder is here for becomes none, and is counted by type in the report.
  ///
  /// A photo whose file is not found is **missing**: no fetch finds it, but its record stays, with its identifier and what
  /// the user made of it, until ``PhotoLibrary/IndexOptions/missingAreKeptFor`` is over. A file that comes back, or was moved or renamed,
  /// is recognised by its size and modification time together with its inode or its path; then by its size and a hash of
  /// samples of its content. Where a file system has no lasting inodes, the hash decides.
  ///
  /// Follows no symbolic link to a folder, and none out of the library; what lies outside is never opened, whatever
  /// becomes of the folders meanwhile. Links that are not followed, and what cannot be read, are in the report.
  ///
  /// - Parameters:
  ///   - options: how.
  ///   - progress: is told on the calling thread how many of the folder's photos are done; what it throws
  ///     ends the index and is passed on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written;
  ///   ``LibraryError/tooManyMissing(_:missing:of:)`` where most known photos are missing, as in the empty folder of a disk
  ///   that is not there, unless ``PhotoLibrary/IndexOptions/acceptsMissing``; nothing is changed then.
  /// - Complexity: a few system calls for each file in the folder, and up to 96 KB of reading for each that is opened.
  public func index(
    _ options: PhotoLibrary.IndexOptions = PhotoLibrary.IndexOptions(),
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> PhotoLibrary.IndexReport {
    try index(options, probe: Self.readHeader, progress: progress)
  }

  /// See the form with a probe.
  package func replaceAll(
    with assets: some Sequence<AssetRecord>, over files: [String]
  ) throws(LibraryError) {
    try replaceAll(with: assets, over: files, probe: Self.readHeader)
  }

  static let readHeader: OriginalProbe = { path, identity in
    do throws(CodecError) {
      return ProbedOriginal(try ImageProbe.probe(path: path, expecting: identity))
    } catch {
      throw UnreadableOriginal(description: error.reason)
    }
  }
}

extension ProbedOriginal {
  fileprivate init(_ info: ImageInfo) {
    self.init(
      storedSize: info.storedSize, orientation: info.orientation, format: info.format,
      captureDate: info.captureDate, hasEmbeddedThumbnail: info.hasEmbeddedThumbnail,
      location: info.location, mediaSubtypes: info.mediaSubtypes, burstIdentifier: info.burstIdentifier,
      burstSelectionTypes: info.burstSelectionTypes)
  }
}

/// Why an original cannot be decoded, without its path, which the catalogue knows anyway.
private struct UnreadableOriginal: Error, CustomStringConvertible {
  let description: String
}
