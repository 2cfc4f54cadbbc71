import GalleryKit

/// What a library has to show, by title: all photos, what fills itself, and the user's albums.
struct Albums {
  private let library: PhotoLibrary
  /// `nil` stands for all photos.
  private let collections: [AssetCollection?]

  /// Looks what there is; albums that fill themselves are left out where they are empty.
  init(of library: PhotoLibrary) throws {
    self.library = library
    let smart = try library.fetchSmartAlbums().filter { album in
      // All photos are there anyway.
      try album.kind != .smartAlbum(.library) && library.countAssets(in: album) > 0
    }
    collections = [nil] + smart + Array(try library.fetchAlbums())
  }

  /// Their names.
  var titles: [String] { collections.map { $0.map { $0.localizedTitle ?? "Untitled" } ?? "All photos" } }

  /// The photos of one, by its place among the titles.
  func photos(at place: Int) throws -> FetchResult<Asset> {
    guard let collection = collections[place] else { return try library.fetchAssets() }
    return try library.fetchAssets(in: collection)
  }
}
