public import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
public import GalleryRequests

/// A folder of photos, and the catalogue of its contents.
///
///     let library = try PhotoLibrary(
///       folder: "Pictures", catalogue: "Pictures/.catalogue.sqlite", client: "viewer", prompt: prompt)
///     guard try await library.requestAuthorization() == .authorized else { … }
///     let photos = try library.fetchAssets()
///     for photo in photos.prefix(18) { … }
///
/// Opening a library reads no photo: index the folder to bring the catalogue up to date. A client sees nothing before the user
/// allows it. Any number of threads and processes may use one catalogue at the same time. Everything that reads or writes the
/// catalogue throws a ``LibraryError`` if it cannot, or if access is denied.
public final class PhotoLibrary: Sendable {
  /// The folder, as an absolute path.
  public let folder: String
  /// The catalogue's SQLite file, as an absolute path; `-wal` and `-shm` files beside it belong to it.
  public let catalogue: String
  /// The folder of downloaded originals, as an absolute path; a ``RemoteOriginals`` uses it.
  public let downloads: String
  let database: CatalogueDatabase
  let access: ClientAccess
  let places: LibraryPlaces
  let timeZones: PhotoTimeZones
  let watcher: LibraryWatcher
  let disk: any FileChanging

  /// Whether the catalogue's file was empty and was recreated: its data about the photos, and the user's changes, are lost.
  public var catalogueWasEmptied: Bool { database.wasEmptied }
  /// Whether the catalogue can only be read, because its file or folder cannot be written.
  public var isReadOnly: Bool { database.isReadOnly }

  /// Opens a library for a client that needs the user's authorization.
  ///
  /// - Parameters:
  ///   - folder: the folder of photos.
  ///   - catalogue: the path of the catalogue; if it is missing, it is made, with its folder.
  ///   - downloads: the folder for downloaded originals; by default a folder beside the catalogue, under the
  ///     catalogue's name with `.originals` appended. It is made with the first original.
  ///   - timeZone: the zone of photos that state neither their zone nor their place; UTC by default, for the same results
  ///     everywhere. An app passes `.current`.
  ///   - client: the client's name, under which the catalogue records the user's decision.
  ///   - prompt: asks the user.
  /// - Throws: `LibraryError` if the folder does not exist, or the catalogue is not a sound one of this version. A
  ///   catalogue that cannot be written opens read-only; changes and indexing then throw.
  public convenience init(
    folder: String, catalogue: String, downloads: String? = nil, timeZone: TimeZone = .gmt, client: String,
    prompt: any LibraryPrompting
  ) throws(LibraryError) {
    try self.init(
      folder: folder, catalogue: catalogue, downloads: downloads, timeZone: timeZone,
      client: (client, prompt))
  }

  /// Opens a library for a client, or as its owner, who needs no authorization.
  package init(
    folder: String, catalogue: String, downloads: String? = nil, timeZone: TimeZone = .gmt,
    client: (name: String, prompt: any LibraryPrompting)? = nil, disk: any FileChanging = SystemFiles()
  ) throws(LibraryError) {
    self.folder = FileName.absolute(folder)
    self.catalogue = FileName.absolute(catalogue)
    self.downloads = FileName.absolute(downloads ?? catalogue + ".originals")
    self.disk = disk
    timeZones = PhotoTimeZones(library: timeZone)
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: self.folder, isDirectory: &isFolder) else {
      throw .folderMissing(self.folder)
    }
    guard isFolder.boolValue else { throw .notAFolder(self.folder) }
    guard self.downloads != self.folder else { throw .downloadsAmongPhotos(self.folder) }
    database = try CatalogueDatabase(path: self.catalogue)
    access =
      if let client {
        .client(
          client.name, prompt: client.prompt, grant: AccessGrant(to: client.name, catalogue: self.catalogue))
      } else { .owner }
    places = LibraryPlaces(folder: self.folder, downloads: self.downloads, grant: access.grant)
    watcher = LibraryWatcher(database: database, access: access, places: places)
    if !database.isReadOnly { try settleJournal() }
  }

  private init(_ library: PhotoLibrary, as access: ClientAccess) {
    folder = library.folder
    catalogue = library.catalogue
    downloads = library.downloads
    database = library.database
    timeZones = library.timeZones
    self.access = access
    places = LibraryPlaces(folder: folder, downloads: downloads, grant: access.grant)
    watcher = LibraryWatcher(database: database, access: access, places: places)
    disk = library.disk
  }

  deinit { watcher.stop() }

  /// The same library, as its owner sees it.
  var ownersView: PhotoLibrary { PhotoLibrary(self, as: .owner) }

  /// Sets the URL of an asset's original, `nil` for an original in the folder; the identifier of an asset that is unknown, or that
  /// the client may not see, is ignored.
  ///
  /// The indexed data of the file stays; the file itself is not read again unless it changes. A missing asset that gets a URL
  /// is no longer missing.
  public func setRemoteURL(_ url: URL?, forLocalIdentifier identifier: String) throws(LibraryError) {
    try database.write { db in
      let client = try access.limit(db)
      let isMeant: SQL = "identifier = \(identifier) AND \(literal: ClientAccess.isPermitted(to: client))"
      try db.execute(literal: "UPDATE asset SET url = \(url?.absoluteString) WHERE \(literal: isMeant)")
      let missing = try SQLRequest<Row>(
        literal: """
          SELECT id, path FROM file
          WHERE missingSince IS NOT NULL AND id IN (SELECT file FROM asset WHERE \(literal: isMeant))
          """
      ).fetchOne(db)
      guard url != nil, let missing else { return }
      // Another photo may be at its old path.
      let old = try RelativePath(missing.decode(Data.self, atIndex: 1))
      let path = try LibraryFiles.isKnown(old, db) ? files.freePath(for: old, db) : old
      try db.execute(
        sql: "UPDATE file SET path = ?, missingSince = NULL, overdueDays = 0, overdueOn = NULL WHERE id = ?",
        arguments: [path.data, missing[0]])
    }
  }
}

extension ImageManager {
  /// Makes a manager for a library's photos that stores their thumbnails and downloads originals from the cloud.
  ///
  ///     let manager = try ImageManager(library: library)
  ///     let image = try await manager.image(for: photos[0], targetSize: PixelSize(width: 390, height: 390))
  ///
  /// The folder of thumbnails lies beside the catalogue, under the catalogue's name with `.thumbnails` appended;
  /// downloaded originals are in the library's ``PhotoLibrary/downloads``. Both folders may be deleted while not in use.
  ///
  /// - Parameters:
  ///   - library: the library of the photos; the manager also makes images of others.
  ///   - configuration: the manager's limits.
  ///   - thumbnailBytes: the limit of stored thumbnails in bytes; 500 MB by default, and 0 stores none.
  /// - Throws: ``ThumbnailStore/Failure`` if the folder of thumbnails can neither be made nor read, such as beside a
  ///   read-only catalogue: pass 0 bytes there.
  public convenience init(
    library: PhotoLibrary, configuration: Configuration = Configuration(), thumbnailBytes: Int = 500_000_000
  ) throws(ThumbnailStore.Failure) {
    let store =
      thumbnailBytes > 0
      ? try ThumbnailStore(.persistent(folder: library.catalogue + ".thumbnails"), byteLimit: thumbnailBytes)
      : nil
    self.init(
      configuration: configuration, thumbnailStore: store,
      originals: RemoteOriginals(configuration: .init(folder: library.downloads)))
  }
}

extension CachingImageManager {
  /// Makes a manager for the photos of a library; see ``ImageManager/init(library:configuration:thumbnailBytes:)``.
  public convenience init(
    library: PhotoLibrary, configuration: ImageManager.Configuration = .init(),
    thumbnailBytes: Int = 500_000_000
  ) throws(ThumbnailStore.Failure) {
    self.init(
      imageManager: try ImageManager(
        library: library, configuration: configuration, thumbnailBytes: thumbnailBytes))
  }
}
