public import Foundation
internal import GRDB

/// A folder of photos, and the catalogue that remembers what is in it.
///
///     let library = try PhotoLibrary(folder: "Pictures", catalogue: "Pictures/.catalogue.sqlite")
///     let photos = try library.fetchAssets()
///     for photo in photos.prefix(18) { … }
///
/// Opening a library reads no photo: index the folder to bring the catalogue up to date. Any number of threads and
/// processes may use one catalogue at a time.
public final class PhotoLibrary: Sendable {
  /// The folder, as an absolute path.
  public let folder: String
  /// The catalogue's SQLite file, as an absolute path; `-wal` and `-shm` files beside it belong to it.
  public let catalogue: String
  /// Where originals are kept that come over the network, as an absolute path: the folder of a ``RemoteOriginals``.
  public let downloads: String
  let database: CatalogueDatabase

  /// Opens a library.
  ///
  /// - Parameters:
  ///   - folder: where the photos are.
  ///   - catalogue: where the catalogue is, or is to be made; its folder is made, too.
  ///   - downloads: where originals are kept that come over the network; by default a folder beside the catalogue, with
  ///     `.originals` behind its name. It is made with the first one.
  /// - Throws: `LibraryError` if there is no such folder, or the catalogue is not a sound one of this version.
  public init(folder: String, catalogue: String, downloads: String? = nil) throws(LibraryError) {
    self.folder = Self.absolute(folder)
    self.catalogue = Self.absolute(catalogue)
    self.downloads = Self.absolute(downloads ?? catalogue + ".originals")
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: self.folder, isDirectory: &isFolder) else {
      throw .folderMissing(self.folder)
    }
    guard isFolder.boolValue else { throw .notAFolder(self.folder) }
    database = try CatalogueDatabase(path: self.catalogue)
  }

  /// The asset of that identifier, hidden or not, or `nil` if there is none.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  /// - Complexity: O(log assets).
  public func asset(withLocalIdentifier identifier: String) throws(LibraryError) -> Asset? {
    try database.read { db in
      try Row.fetchOne(
        db, sql: "SELECT \(Asset.columns) WHERE asset.identifier = ?", arguments: [identifier]
      )
      .map { Asset($0, of: places) }
    }
  }

  /// Hides assets from fetches, or shows them again; identifiers that are not in the library change nothing.
  package func setHidden(_ isHidden: Bool, for identifiers: some Sequence<String>) throws(LibraryError) {
    try database.write { db in
      let update = try db.cachedStatement(sql: "UPDATE asset SET isHidden = ? WHERE identifier = ?")
      for identifier in identifiers { try update.execute(arguments: [isHidden, identifier]) }
    }
  }

  /// Says where an asset's original comes from, `nil` for one that is in the folder; an identifier that is not in the
  /// library changes nothing.
  ///
  /// What the index read of the file stays; the file itself is not looked at again unless it changes.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be written.
  public func setRemoteURL(_ url: URL?, forLocalIdentifier identifier: String) throws(LibraryError) {
    try database.write { db in
      try db.execute(
        sql: "UPDATE asset SET url = ? WHERE identifier = ?", arguments: [url?.absoluteString, identifier])
    }
  }

  var places: LibraryPlaces { LibraryPlaces(folder: folder, downloads: downloads) }

  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return (whole as NSString).standardizingPath
  }
}
