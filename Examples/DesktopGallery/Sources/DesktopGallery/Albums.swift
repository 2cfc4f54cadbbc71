import GalleryKit

/// A library's content by title: all photos, smart albums and the user's albums.
struct Albums {
  private let library: PhotoLibrary
  /// `nil` stands for all photos.
  private let collections: [AssetCollection?]

  /// Fetches the albums; leaves out empty smart albums.
  init(of library: PhotoLibrary) throws {
    self.library = library
    let smart = try library.fetchSmartAlbums().filter { album in
      // All photos are in the list already.
      try album.kind != .smartAlbum(.library) && library.countAssets(in: album) > 0
    }
    collections = [nil] + smart + Array(try library.fetchAlbums())
  }

  /// Their names.
  var titles: [String] { collections.map { $0.map { $0.localizedTitle ?? "Untitled" } ?? "All photos" } }

  /// The photos of an entry, by its index among the titles.
  func photos(at place: Int) throws -> FetchResult<Asset> {
    guard let collection = collections[place] else { return try library.fetchAssets() }
    return try library.fetchAssets(in: collection)
  }
}
