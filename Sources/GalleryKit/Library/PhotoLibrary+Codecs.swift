internal import Foundation

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder, reading headers of JPEG and PNG files.
  ///
  /// Opens only files that are new, whose size or modification time has changed, or that could not be read before, and
  /// forgets those that are gone.
  /// Every batch of files is one transaction: stopped at any point, even by a crash, the catalogue holds whole files,
  /// and the next index goes on from there. A file that cannot be decoded becomes an asset that fails.
  ///
  /// - Parameter progress: is told on the calling thread how many of the folder's photos are done; what it throws
  ///   ends the index and is passed on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written.
  /// - Complexity: a few system calls for each file in the folder, and 64 KB of reading for each that is opened.
  public func index(
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> IndexReport {
    try index(probe: Self.readHeader, progress: progress)
  }

  /// See the form with a probe.
  package func replaceAll(
    with assets: some Sequence<AssetRecord>, over files: [String]
  ) throws(LibraryError) {
    try replaceAll(with: assets, over: files, probe: Self.readHeader)
  }

  private static let readHeader: OriginalProbe = { path in
    do throws(CodecError) {
      let info = try ImageProbe.probe(path: path)
      return ProbedOriginal(
        storedSize: info.storedSize, orientation: info.orientation, format: info.format,
        captureDate: info.captureDate, hasEmbeddedThumbnail: info.hasEmbeddedThumbnail)
    } catch {
      throw UnreadableOriginal(description: error.reason)
    }
  }
}

/// Why an original cannot be decoded, without its path, which the catalogue knows anyway.
private struct UnreadableOriginal: Error, CustomStringConvertible {
  let description: String
}
