internal import GalleryEngine
package import GalleryImages
package import Support

/// Reads an original's properties for the index, without decoding it.
///
/// It gets the absolute path and the identity of the listed file; another file in its place is an error. It is called on several
/// threads at once, and throws if the file cannot be a photo; people see the error as the reason.
package typealias OriginalProbe =
  @Sendable (_ path: String, _ identity: FileIdentity) throws -> ImageInfo

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
  /// change meanwhile. The report lists links to files that are not followed, and entries that cannot be read.
  ///
  /// - Parameter progress: told on the calling thread how many of the folder's photos are done; its errors end the index.
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
      return try ImageProbe.probe(path: path, expecting: identity)
    } catch {
      throw UnreadableOriginal(description: error.reason)
    }
  }
}

/// The reason why an original cannot be decoded, without its path, which the catalogue knows anyway.
private struct UnreadableOriginal: Error, CustomStringConvertible {
  let description: String
}
