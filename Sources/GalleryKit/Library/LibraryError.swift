internal import GRDB
internal import GalleryEngine

/// Why a photo library cannot be opened, indexed or read.
public enum LibraryError: Error, Hashable, Sendable {
  /// There is nothing where the folder of photos should be.
  case folderMissing(String)
  /// There is something else where the folder of photos should be.
  case notAFolder(String)
  /// The system does not let the folder be read, for the reason it gives.
  case folderUnreadable(String, reason: String)
  /// Other programs change the folder of photos faster than a change of the library can be made.
  case folderBusy(String)
  /// So many known photos are missing from the folder at once that it is more likely not to be there; nothing was changed.
  case tooManyMissing(String, missing: Int, of: Int)
  /// A photo that the library is to be made of is not there.
  case fileMissing(String)
  /// The catalogue's file is no SQLite database, or one of another application.
  case notACatalogue(String)
  /// The catalogue's file was once sound, as SQLite sees it, and is not any more.
  case catalogueDamaged(String, reason: String)
  /// A newer version has written the catalogue.
  case catalogueTooNew(String)
  /// The catalogue can be read, and not changed: its file or its folder cannot be written.
  case catalogueReadOnly(String)
  /// The catalogue's file was removed or replaced while it was open; what is changed now would be lost.
  case catalogueReplaced(String)
  /// Another process has been writing the catalogue for longer than it is worth waiting.
  case catalogueLocked(String)
  /// There is no room left for the catalogue.
  case diskFull(String)
  /// The client may not see the library, for this reason.
  case accessDenied(AuthorizationStatus)
  /// A change cannot be made, the one at this index of its block, for this reason; none of the block was.
  case changeFailed(Int, change: String, reason: String)
  /// The user does not want what a block of changes would delete to be deleted; none of the block was done.
  case changeRefused
  /// The catalogue cannot be opened, read or written for any other reason, in the system's words.
  case catalogueUnusable(String, reason: String)
}

extension LibraryError: CustomStringConvertible {
  /// What was expected, what was found, and what to do, in one line for people.
  public var description: String {
    switch self {
    case .folderMissing(let path):
      "\(path): expected a folder of photos, found nothing; check the path"
    case .notAFolder(let path):
      "\(path): expected a folder of photos, found a file; name the folder that holds it"
    case .folderUnreadable(let path, let reason):
      "\(path): cannot list this folder of photos: \(reason); check its permissions"
    case .folderBusy(let path):
      "\(path): other programs keep changing this folder; nothing was changed: try again when they are done"
    case .tooManyMissing(let path, let missing, let count):
      "\(path): expected most of the \(count) known photos, found \(missing) of them missing; nothing was changed: check that "
        + "the disk is there, or accept that they are missing (acceptsMissing; --accept-missing on a command line)"
    case .fileMissing(let path):
      "\(path): expected a photo, found none; generate the library again"
    case .notACatalogue(let path):
      "\(path): expected a catalogue of photos, found another kind of file; nothing was changed: "
        + "name another file for the catalogue, or move this one away"
    case .catalogueDamaged(let path, let reason):
      "\(path): the catalogue is damaged (\(reason)); nothing was deleted: restore it from a copy, or repair it "
        + "('scrollsim library verify --repair', PhotoLibrary.repair), which keeps what can still be read; or "
        + "move it away (with its -wal and -shm files) and index the folder again, which loses what was marked"
    case .catalogueTooNew(let path):
      "\(path): a newer version wrote this catalogue; update this one, or name another file for the catalogue"
    case .catalogueReadOnly(let path):
      "\(path): the catalogue cannot be written, and so neither changed nor brought up to date; check the permissions of the "
        + "file and of its folder"
    case .catalogueReplaced(let path):
      "\(path): the catalogue was removed or replaced while it was open; nothing was changed: open the library again"
    case .catalogueLocked(let path):
      "\(path): another process keeps the catalogue locked; wait until it ends, or end it, and try again"
    case .diskFull(let path):
      "\(path): no room left on the disk for the catalogue; what was written before is kept: make room and "
        + "try again"
    case .changeFailed(let index, let change, let reason):
      "change \(index + 1) of a block, \(change): \(reason); nothing was changed"
    case .changeRefused:
      "the user did not allow photos to be deleted; nothing was changed"
    case .accessDenied(.notDetermined):
      "the photo library was not asked for access; call requestAuthorization() first"
    case .accessDenied(let status):
      "access to the photo library is \(status.rawValue); the user can change that where access was asked for"
    case .catalogueUnusable(let path, let reason):
      "\(path): cannot use the catalogue: \(reason); check that its folder is there and can be written, or name another place"
    }
  }
}

extension LibraryError {
  /// Says in the words of a library what went wrong in its database.
  ///
  /// - Parameters:
  ///   - error: what the database threw; an error of a library stays what it is.
  ///   - catalogue: where the database is.
  init(_ error: any Error, catalogue: String) {
    switch error {
    case let error as LibraryError: self = error
    case let error as DatabaseError:
      let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
      switch error.resultCode {
      case .SQLITE_NOTADB: self = .notACatalogue(catalogue)
      case .SQLITE_CORRUPT: self = .catalogueDamaged(catalogue, reason: reason)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .catalogueLocked(catalogue)
      case .SQLITE_FULL: self = .diskFull(catalogue)
      default: self = .catalogueUnusable(catalogue, reason: reason)
      }
    default: self = .catalogueUnusable(catalogue, reason: "\(error)")
    }
  }
}
