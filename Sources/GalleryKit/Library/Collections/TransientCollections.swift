internal import GalleryEngine

extension AssetCollection {
  /// A collection that behaves like an album, and is not stored.
  ///
  /// - Parameters:
  ///   - assets: of the library that will be asked for them; in order, each once.
  ///   - title: what it is called.
  public static func transient(with assets: some Sequence<Asset>, title: String? = nil) -> AssetCollection {
    transient(rows: assets.map(\.row), title: title)
  }

  /// A collection of what a fetch found, which is not stored; no asset is loaded for it.
  public static func transient(with result: FetchResult<Asset>, title: String? = nil) -> AssetCollection {
    transient(rows: result.origin?.rows ?? result.map(\.row), title: title)
  }

  private static func transient(rows: [UInt32], title: String?) -> AssetCollection {
    AssetCollection(
      localIdentifier: LocalIdentifier.transient(), kind: .transient, localizedTitle: title,
      estimatedAssetCount: rows.count, content: .rows(rows))
  }
}

extension CollectionList {
  /// A list that behaves like a stored one, and is not.
  public static func transient(
    with collections: some Sequence<PhotoCollection>, title: String
  ) -> CollectionList {
    CollectionList(
      localIdentifier: LocalIdentifier.transient(), localizedTitle: title,
      content: .transient(Array(collections)))
  }
}
