package import Foundation
internal import GRDB
internal import GalleryEngine

/// An asset of a synthetic library.
package struct AssetRecord: Hashable, Sendable {
  /// The index of the asset's file among the library's files.
  package var file: Int
  /// The asset's creation date; the file's own date is ignored.
  package var creationDate: Date
  /// Whether fetches leave it out.
  package var isHidden: Bool

  package init(file: Int, creationDate: Date, isHidden: Bool = false) {
    self.file = file
    self.creationDate = creationDate
    self.isHidden = isHidden
  }
}

extension PhotoLibrary {
  /// Replaces the contents of the catalogue with assets that share a few files, in one transaction.
  ///
  /// The assets' identifiers follow from their place in the sequence. Indexing the folder afterwards finds the files
  /// unchanged, and leaves the assets alone.
  ///
  /// - Parameters:
  ///   - assets: the assets, of any number; each `file` must be an index into `files`.
  ///   - files: paths relative to the library's folder, each once.
  ///   - probe: reads an original; files that it cannot read become assets that fail.
  /// - Throws: `LibraryError` if a file does not exist or the catalogue cannot be written; the catalogue is then unchanged.
  package func replaceAll(
    with assets: some Sequence<AssetRecord>, over files: [String], probe: @escaping OriginalProbe
  ) throws(LibraryError) {
    var listed: [FolderListing.File] = []
    for path in files {
      guard let file = FolderListing.file(at: RelativePath(bytes: Array(path.utf8)), in: folder) else {
        throw .fileMissing("\(folder)/\(path)")
      }
      listed.append(file)
    }
    let records = probeAll(listed, with: probe, workers: ProcessInfo.processInfo.activeProcessorCount)
    guard records.count == listed.count else { throw .fileMissing(folder) }
    try database.refill { db in
      // The catalogue is empty, so no file is known.
      let rows = try records.map { try $0.insert(db) }
      let insert = try db.makeStatement(
        sql: "INSERT INTO asset (identifier, file, created, modified, isHidden) VALUES (?, ?, ?, ?, ?)")
      for (index, asset) in assets.enumerated() {
        try insert.execute(arguments: [
          LocalIdentifier.ofSynthetic(index), rows[asset.file], asset.creationDate.timeIntervalSince1970,
          listed[asset.file].modificationDate.timeIntervalSince1970, asset.isHidden,
        ])
      }
    }
  }
}
