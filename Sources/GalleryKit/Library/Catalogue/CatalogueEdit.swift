package import Foundation
internal import GRDB
internal import GalleryEngine

/// A change to a catalogue alone, as tests and benchmarks make them by the thousand: no file is touched, nobody is asked.
package enum CatalogueEdit: Hashable, Sendable {
  /// A photo that shows the same file as another one.
  case insert(identifier: String, like: String, creationDate: Date)
  case delete(identifier: String)
  /// Goes to where its new date belongs.
  case setCreationDate(identifier: String, Date)
  /// Looks otherwise from now on.
  case redraw(identifier: String)
  /// Is said to have changed, and has not.
  case touch(identifier: String)
}

extension PhotoLibrary {
  /// Copies the catalogue as it is now to a file that is not there yet, for edits that nobody else shall see.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read, or the copy not be written.
  package func copyCatalogue(to path: String) throws(LibraryError) { try database.copy(to: path) }

  /// Makes edits in one transaction; identifiers that are not in the library change nothing.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be written.
  package func apply(_ edits: some Sequence<CatalogueEdit>) throws(LibraryError) {
    try database.write { db in
      for edit in edits {
        switch edit {
        case .insert(let identifier, let like, let date):
          try db.cachedStatement(
            sql: """
              INSERT INTO asset (identifier, file, created, modified)
              SELECT ?, file, ?, modified FROM asset WHERE identifier = ?
              """
          ).execute(arguments: [identifier, date.timeIntervalSince1970, like])
        case .delete(let identifier):
          try db.cachedStatement(sql: "DELETE FROM asset WHERE identifier = ?")
            .execute(arguments: [identifier])
        case .setCreationDate(let identifier, let date):
          try db.cachedStatement(sql: "UPDATE asset SET created = ? WHERE identifier = ?")
            .execute(arguments: [date.timeIntervalSince1970, identifier])
        case .redraw(let identifier):
          try db.cachedStatement(
            sql: "UPDATE asset SET contentRevision = contentRevision + 1 WHERE identifier = ?"
          ).execute(arguments: [identifier])
        case .touch(let identifier):
          try db.cachedStatement(sql: "UPDATE asset SET modified = modified WHERE identifier = ?")
            .execute(arguments: [identifier])
        }
      }
    }
  }
}
