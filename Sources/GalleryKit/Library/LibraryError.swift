internal import GRDB
internal import GalleryEngine

/// An error in opening, indexing, reading or changing a photo library.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of photos does not exist.
  case folderMissing(String)
  /// The folder's path leads to something other than a folder.
  case notAFolder(String)
  /// The folder cannot be listed, for the reason that the system gives.
  case folderUnreadable(String, reason: String)
  /// Downloaded originals, the oldest of which are deleted, would lie among the photos.
  case downloadsAmongPhotos(String)
  /// Other programs change the folder of photos too fast for a change of the library to complete.
  case folderBusy(String)
  /// More than half of the known photos are missing, so the folder is probably unavailable; nothing was changed.
  case tooManyMissing(String, missing: Int, of: Int)
  /// A photo that the library is made from does not exist.
  case fileMissing(String)
  /// The catalogue's file is not an SQLite database, or belongs to another application.
  case notACatalogue(String)
  /// The catalogue's file is a damaged SQLite database.
  case catalogueDamaged(String, reason: String)
  /// An earlier or later version has made the catalogue.
  case catalogueOfAnotherVersion(String)
  /// The catalogue is read-only: its file or its folder cannot be written.
  case catalogueReadOnly(String)
  /// The catalogue's file was removed or replaced while it was open; further changes would be lost.
  case catalogueReplaced(String)
  /// Another process kept the catalogue locked until the wait timed out.
  case catalogueLocked(String)
  /// The disk has no room left for the catalogue.
  case diskFull(String)
  /// The client has no access to the library; the status says why.
  case accessDenied(AuthorizationStatus)
  /// The change at this index of its block cannot be made, for this reason; no change of the block was made.
  case changeFailed(Int, change: String, reason: String)
  /// The user refused to delete assets; no change of the block was made.
  case changeRefused
  /// The catalogue cannot be opened, read or written for another reason.
  case catalogueUnusable(String, reason: String)

  /// One line for people: the expectation, the finding and the remedy.
  public var description: String {
    switch self {
    case .folderMissing(let path):
      "\(path): expected a folder of photos, found nothing; check the path"
    case .notAFolder(let path):
      "\(path): expected a folder of photos, found a file; name the folder that holds it"
    case .folderUnreadable(let path, let reason):
      "\(path): cannot list this folder of photos: \(reason); check its permissions"
    case .downloadsAmongPhotos(let path):
      "\(path): expected a separate folder for downloads, the oldest of which are deleted, found the photos' folder; name "
        + "another one"
    case .folderBusy(let path):
      "\(path): other programs keep changing this folder; nothing was changed: try again when they are done"
    case .tooManyMissing(let path, let missing, let count):
      "\(path): expected most of the \(count) known photos, found \(missing) of them missing; nothing was changed: check that "
        + "the disk is there, or accept that they are missing ('scrollsim library index --accept-missing', acceptsMissing)"
    case .fileMissing(let path):
      "\(path): expected a photo, found none; generate the library again"
    case .notACatalogue(let path):
      "\(path): expected a catalogue of photos, found another kind of file; nothing was changed: "
        + "name another file for the catalogue, or move this one away"
    case .catalogueDamaged(let path, let reason):
      "\(path): the catalogue is damaged (\(reason)); nothing was deleted: restore it from a copy, or repair it "
        + "('scrollsim library verify --repair', PhotoLibrary.repair), which keeps its readable parts; or "
        + "move it away (with its -wal and -shm files) and index the folder again, which loses what was marked"
    case .catalogueOfAnotherVersion(let path):
      "\(path): another version of this program made this catalogue; nothing was changed: open it with that version, or name "
        + "another file for the catalogue and index the folder again"
    case .catalogueReadOnly(let path):
      "\(path): the catalogue cannot be written, so it is neither changed nor updated; check the permissions of the "
        + "file and of its folder"
    case .catalogueReplaced(let path):
      "\(path): the catalogue was removed or replaced while it was open; nothing was changed: open the library again"
    case .catalogueLocked(let path):
      "\(path): another process keeps the catalogue locked; wait until it ends, or end it, and try again"
    case .diskFull(let path):
      "\(path): no room left on the disk for the catalogue; earlier changes are kept: make room and "
        + "try again"
    case .changeFailed(let index, let change, let reason):
      "change \(index + 1) of a block, \(change): \(reason); nothing was changed"
    case .changeRefused:
      "the user did not allow photos to be deleted; nothing was changed"
    case .accessDenied(.notDetermined):
      "the photo library was not asked for access; call requestAuthorization() first"
    case .accessDenied(let status):
      "access to the photo library is \(status.rawValue); the user can change that in the app that asked for access"
    case .catalogueUnusable(let path, let reason):
      "\(path): cannot use the catalogue: \(reason); check that its folder is there and can be written, or name another place"
    }
  }

  /// Parts of SQLite's general errors that mean damage: a catalogue lacks something that statements name only if its
  /// list of tables is damaged.
  private static let signsOfDamage = ["no such ", "has no column ", "unsupported file format"]

  /// Converts an error of the database at a path into a library's error; a `LibraryError` stays as it is.
  init(_ error: any Error, catalogue: String) {
    switch error {
    case let error as LibraryError: self = error
    case let error as DatabaseError:
      let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      switch error.resultCode {
      case .SQLITE_NOTADB where CatalogueFile(path: catalogue).wasCatalogue:
        self = .catalogueDamaged(catalogue, reason: reason)
      case .SQLITE_NOTADB: self = .notACatalogue(catalogue)
      case .SQLITE_CORRUPT: self = .catalogueDamaged(catalogue, reason: reason)
      case .SQLITE_ERROR where Self.signsOfDamage.contains(where: { reason.contains($0) }):
        self = .catalogueDamaged(catalogue, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .catalogueLocked(catalogue)
      case .SQLITE_FULL: self = .diskFull(catalogue)
      default: self = .catalogueUnusable(catalogue, reason: reason)
      }
    case is RowDecodingError: self = .catalogueDamaged(catalogue, reason: "a row has an impossible value")
    default: self = .catalogueUnusable(catalogue, reason: "\(error)")
    }
  }
}
