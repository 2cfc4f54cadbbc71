internal import Foundation
internal import GRDB
internal import GalleryEngine

/// An SQL statement that writes rows of a catalogue directly, regardless of the client's access and the folder's files.
///
/// Programs that make libraries, or change rows by the thousand, use such statements; apps cannot.
package struct CatalogueStatement: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Double)
  }

  /// The SQL, with a `?` for each value.
  package let sql: String
  package let values: [Value]

  package init(_ sql: String, _ values: [Value]) {
    self.sql = sql
    self.values = values
  }
}

extension PhotoLibrary {
  /// Runs statements in one transaction: all, or none if it throws.
  package func apply(_ statements: some Sequence<CatalogueStatement>) throws(LibraryError) {
    try database.write { db in try db.run(statements) }
  }

  /// Replaces the contents of the catalogue with a few files, and with the assets that the statements write, in one transaction.
  ///
  /// Indexing the folder afterwards finds the files unchanged, and leaves the assets alone.
  ///
  /// - Parameters:
  ///   - files: paths relative to the library's folder, each once.
  ///   - probe: reads an original; files that it cannot read become assets that fail.
  /// - Throws: `LibraryError` if a file does not exist or the catalogue cannot be written; the catalogue is then unchanged.
  package func refill(
    with files: [String], probe: @escaping OriginalProbe = PhotoLibrary.readHeader,
    _ statements: some Sequence<CatalogueStatement>
  ) throws(LibraryError) {
    let listed = try files.map { path throws(LibraryError) -> FolderListing.File in
      guard let file = FolderListing.file(at: RelativePath(path), in: folder) else {
        throw .fileMissing("\(folder)/\(path)")
      }
      return file
    }
    let records = probeAll(listed, with: probe, workers: ProcessInfo.processInfo.activeProcessorCount)
    guard records.count == listed.count else { throw .fileMissing(folder) }
    try database.refill { db in
      for record in records { try record.write(db) }
      try db.run(statements)
    }
  }

  /// Copies the current catalogue to a file that does not exist yet, for statements whose effects no other client sees.
  package func copyCatalogue(to path: String) throws(LibraryError) { try database.copy(to: path) }
}

extension Database {
  fileprivate func run(_ statements: some Sequence<CatalogueStatement>) throws {
    for statement in statements {
      let values = statement.values.map { value in
        switch value {
        case .text(let text): text.databaseValue
        case .number(let number): number.databaseValue
        }
      }
      try cachedStatement(sql: statement.sql).execute(arguments: StatementArguments(values))
    }
  }
}
