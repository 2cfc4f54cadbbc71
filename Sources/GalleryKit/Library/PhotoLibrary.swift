public import Foundation
internal import GRDB
internal import GalleryEngine

/// A folder of photos, and the catalogue that remembers what is in it.
///
///     let library = try PhotoLibrary(folder: "Pictures", catalogue: "Pictures/.catalogue.sqlite", client: "viewer", prompt: prompt)
///     guard try await library.requestAuthorization() == .authorized else { … }
///     let photos = try library.fetchAssets()
///     for photo in photos.prefix(18) { … }
///
/// Opening a library reads no photo: index the folder to bring the catalogue up to date. Nothing is given out before the
/// user has allowed it. Any number of threads and processes may use one catalogue at a time.
public final class PhotoLibrary: Sendable {
  /// The folder, as an absolute path.
  public let folder: String
  /// The catalogue's SQLite file, as an absolute path; `-wal` and `-shm` files beside it belong to it.
  public let catalogue: String
  /// Where originals are kept that come over the network, as an absolute path: the folder of a ``RemoteOriginals``.
  public let downloads: String
  let database: CatalogueDatabase
  let access: ClientAccess
  let watcher: LibraryWatcher
  let onProgress: (@Sendable (ChangeProgress) -> Void)?

  /// Whether the catalogue's file was there and held nothing, so that it was made anew: what it knew of the photos, and what
  /// the user had made of them, is lost.
  public var catalogueWasEmptied: Bool { database.wasEmptied }
  /// Whether the catalogue can be read alone, since its file or folder cannot be written.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Opens a library for a client that has to be let in by the user.
  ///
  /// - Parameters:
  ///   - folder: where the photos are.
  ///   - catalogue: where the catalogue is, or is to be made; its folder is made, too.
  ///   - downloads: where originals are kept that come over the network; by default a folder beside the catalogue, with
  ///     `.originals` behind its name. It is made with the first one.
  ///   - client: who uses the library; what the user decides is remembered under this name.
  ///   - prompt: asks the user.
  /// - Throws: `LibraryError` if there is no such folder, or the catalogue is not a sound one of this version. A catalogue
  ///   that cannot be written is opened to be read; then changes and indexing throw.
  public convenience init(
    folder: String, catalogue: String, downloads: String? = nil, client: String, prompt: any LibraryPrompting
  ) throws(LibraryError) {
    try self.init(
      folder: folder, catalogue: catalogue, downloads: downloads, client: (client, prompt), onProgress: nil)
  }

  /// Opens a library as its owner, who needs no authorization.
  ///
  /// - Parameter onProgress: is told how far a block of changes has come.
  package convenience init(
    folder: String, catalogue: String, downloads: String? = nil,
    onProgress: (@Sendable (ChangeProgress) -> Void)? = nil
  ) throws(LibraryError) {
    try self.init(
      folder: folder, catalogue: catalogue, downloads: downloads, client: nil, onProgress: onProgress)
  }

  private init(
    folder: String, catalogue: String, downloads: String?,
    client: (name: String, prompt: any LibraryPrompting)?,
    onProgress: (@Sendable (ChangeProgress) -> Void)?
  ) throws(LibraryError) {
    self.folder = Self.absolute(folder)
    self.catalogue = Self.absolute(catalogue)
    self.downloads = Self.absolute(downloads ?? catalogue + ".originals")
    self.onProgress = onProgress
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: self.folder, isDirectory: &isFolder) else {
      throw .folderMissing(self.folder)
    }
    guard isFolder.boolValue else { throw .notAFolder(self.folder) }
    database = try CatalogueDatabase(path: self.catalogue)
    access =
      if let client {
        .client(
          client.name, prompt: client.prompt, grant: AccessGrant(to: client.name, catalogue: self.catalogue))
      } else { .owner }
    watcher = LibraryWatcher(
      database: database, access: access,
      places: LibraryPlaces(folder: self.folder, downloads: self.downloads, grant: access.grant))
    if !database.isReadOnly { try settleJournal() }
  }

  private init(_ library: PhotoLibrary, as access: ClientAccess) {
    folder = library.folder
    catalogue = library.catalogue
    downloads = library.downloads
    database = library.database
    watcher = LibraryWatcher(database: database, access: access, places: library.places)
    self.access = access
    onProgress = library.onProgress
  }

  deinit { watcher.stop() }

  /// The same library, as its owner sees it.
  var ownersView: PhotoLibrary { PhotoLibrary(self, as: .owner) }

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
      _ = try access.limit(db)
      try db.execute(
        sql: "UPDATE asset SET url = ? WHERE identifier = ?", arguments: [url?.absoluteString, identifier])
    }
  }

  var places: LibraryPlaces { LibraryPlaces(folder: folder, downloads: downloads, grant: access.grant) }

  private static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return (whole as NSString).standardizingPath
  }
}
