internal import Foundation

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder, reading headers of JPEG and PNG files.
  ///
  /// Opens only files that are new, whose size or modification time has changed, or that could not be read before, and
  /// forgets those that are gone.
  /// Every batch of files is one transaction: stopped at any point, even by a crash, the catalogue holds whole files,
  /// and the next index goes on from there. A file that cannot be decoded becomes an asset that fails.
  ///
  /// Follows no symbolic link to a folder, and none out of the library; what lies outside is never opened, whatever
  /// becomes of the folders meanwhile. Links that are not followed, and what cannot be read, are in the report.
  ///
  /// - Parameters:
  ///   - workers: threads that read; the number of processors by default.
  ///   - progress: is told on the calling thread how many of the folder's photos are done; what it throws
  ///     ends the index and is passed on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written.
  /// - Complexity: a few system calls for each file in the folder, and 32 KB of reading for each that is opened.
  public func index(
    workers: Int? = nil,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> IndexReport {
    try index(
      listed: Self.readListedHeader, workers: workers ?? ProcessInfo.processInfo.activeProcessorCount,
      progress: progress)
  }

  /// See the form with a probe.
  package func replaceAll(
    with assets: some Sequence<AssetRecord>, over files: [String]
  ) throws(LibraryError) {
    try replaceAll(with: assets, over: files, listed: Self.readListedHeader)
  }

  static let readHeader: OriginalProbe = { path in
    try reasoned { () throws(CodecError) in ProbedOriginal(try ImageProbe.probe(path: path)) }
  }

  private static let readListedHeader: ListedProbe = { path, identity in
    try reasoned { () throws(CodecError) in
      ProbedOriginal(try ImageProbe.probe(path: path, expecting: identity))
    }
  }

  private static func reasoned(_ body: () throws(CodecError) -> ProbedOriginal) throws -> ProbedOriginal {
    do throws(CodecError) { return try body() } catch { throw UnreadableOriginal(description: error.reason) }
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
