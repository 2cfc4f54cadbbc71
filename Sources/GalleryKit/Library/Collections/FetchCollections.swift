internal import GRDB
internal import GalleryEngine
internal import OrderedCollections

extension PhotoLibrary {
  /// Finds all albums, by title.
  ///
  /// - Complexity: O(albums), all of which are read, with the number of their assets.
  public func fetchAlbums() throws(LibraryError) -> FetchResult<AssetCollection> {
    try fetchCollections(.albums, \.asCollection)
  }

  /// Finds the smart albums, in the order of ``AssetCollection/SmartAlbum``.
  public func fetchSmartAlbums() throws(LibraryError) -> FetchResult<AssetCollection> {
    try Self.fetch(from: database.snapshot()) { [access] db in
      _ = try access.limit(db)
      return AssetCollection.SmartAlbum.allCases.map(\.collection)
    }
  }

  /// Finds moments, the latest first: photos of one day in one place (a quarter of a degree wide and high).
  ///
  /// The day is that of the time zone that the photo states, else of its place (the whole hour nearest to the sun's, by the
  /// longitude), else of the library.
  ///
  /// - Complexity: O(assets).
  public func fetchMoments() throws(LibraryError) -> FetchResult<AssetCollection> {
    try Self.fetch(from: database.snapshot()) { [access] db in try MomentQuery.fetch(db, for: access) }
  }

  /// Finds albums by their identifiers, in this order; unknown and repeated ones are ignored.
  public func fetchAlbums(
    withLocalIdentifiers identifiers: some Sequence<String>
  ) throws(LibraryError) -> FetchResult<AssetCollection> {
    try fetchCollections(.identifiers(OrderedSet(identifiers).elements), \.asCollection)
  }

  /// Finds the albums that hold an asset, by title.
  public func fetchAlbums(containing asset: Asset) throws(LibraryError) -> FetchResult<AssetCollection> {
    try fetchCollections(.containing(asset.localIdentifier), \.asCollection)
  }

  /// Finds lists by their identifiers, in this order; unknown and repeated ones are ignored.
  public func fetchCollectionLists(
    withLocalIdentifiers identifiers: some Sequence<String>
  ) throws(LibraryError) -> FetchResult<CollectionList> {
    try fetchCollections(.identifiers(OrderedSet(identifiers).elements), \.asList)
  }

  /// Finds the albums and lists that are in no list, in the user's order.
  public func fetchTopLevelCollections() throws(LibraryError) -> FetchResult<PhotoCollection> {
    try fetchCollections(.list(nil)) { $0 }
  }

  /// Finds the albums and lists in a list, in the user's order.
  public func fetchCollections(in list: CollectionList) throws(LibraryError) -> FetchResult<PhotoCollection> {
    switch list.content {
    case .stored(let row): try fetchCollections(.list(row)) { $0 }
    case .transient(let collections): FetchResult(collections)
    }
  }

  private func fetchCollections<Object: LibraryObject>(
    _ query: CollectionQuery, _ select: @escaping @Sendable (PhotoCollection) -> Object?
  ) throws(LibraryError) -> FetchResult<Object> {
    try Self.fetch(from: database.snapshot()) { [access] db in
      try query.fetch(db, for: access).compactMap(select)
    }
  }

  private static func fetch<Object: LibraryObject>(
    from snapshot: CatalogueSnapshot, _ read: @escaping @Sendable (Database) throws -> [Object]
  ) throws(LibraryError) -> FetchResult<Object> {
    let objects = try snapshot.read(read)
    return FetchResult(
      count: objects.count, source: .values(objects),
      origin: FetchOrigin(revision: snapshot.revision, rows: nil) { next throws(LibraryError) in
        try fetch(from: next, read)
      })
  }
}

extension AssetCollection {
  /// A collection that behaves like an album, but is not stored.
  ///
  /// It holds the assets in their order, each of them once. They must belong to the library that fetches it.
  public static func transient(with assets: some Sequence<Asset>, title: String? = nil) -> AssetCollection {
    transient(rows: assets.map(\.row), title: title)
  }

  /// A collection of a fetch's assets, which is not stored; no asset is loaded for it.
  public static func transient(with result: FetchResult<Asset>, title: String? = nil) -> AssetCollection {
    transient(rows: result.origin?.rows ?? result.map(\.row), title: title)
  }

  private static func transient(rows all: [UInt32], title: String?) -> AssetCollection {
    let rows = OrderedSet(all).elements
    return AssetCollection(
      localIdentifier: LocalIdentifier.transient(), kind: .transient, localizedTitle: title,
      estimatedAssetCount: rows.count, content: .rows(rows))
  }
}

extension CollectionList {
  /// A list that behaves like a stored one, but is not stored.
  public static func transient(
    with collections: some Sequence<PhotoCollection>, title: String
  ) -> CollectionList {
    CollectionList(
      localIdentifier: LocalIdentifier.transient(), localizedTitle: title,
      content: .transient(Array(collections)))
  }
}
