package import Foundation
package import GalleryKit

/// A change to a library's catalogue alone, which runs make by the thousand; it touches no file and asks no user.
package enum CatalogueEdit: Hashable, Sendable {
  /// Adds a photo that shows the same file as another one.
  case insert(identifier: String, like: String, creationDate: Date)
  case delete(identifier: String)
  /// Moves a photo to the place of its new date.
  case setCreationDate(identifier: String, Date)
  /// Marks a photo as looking different.
  case redraw(identifier: String)
  /// Logs a change of a photo that has not changed.
  case touch(identifier: String)

  /// The statement that makes the edit; an unknown identifier makes none.
  package var statement: CatalogueStatement {
    switch self {
    case .insert(let identifier, let like, let date):
      CatalogueStatement(
        """
        INSERT INTO asset (identifier, file, created, modified)
        SELECT ?, file, ?, modified FROM asset WHERE identifier = ?
        """, [.text(identifier), .number(date.timeIntervalSince1970), .text(like)])
    case .delete(let identifier):
      CatalogueStatement("DELETE FROM asset WHERE identifier = ?", [.text(identifier)])
    case .setCreationDate(let identifier, let date):
      CatalogueStatement(
        "UPDATE asset SET created = ? WHERE identifier = ?",
        [.number(date.timeIntervalSince1970), .text(identifier)])
    case .redraw(let identifier):
      CatalogueStatement(
        "UPDATE asset SET contentRevision = contentRevision + 1 WHERE identifier = ?", [.text(identifier)])
    case .touch(let identifier):
      CatalogueStatement("UPDATE asset SET modified = modified WHERE identifier = ?", [.text(identifier)])
    }
  }
}
