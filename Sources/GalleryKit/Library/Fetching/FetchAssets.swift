internal import GRDB
internal import GalleryEngine
internal import OrderedCollections

extension PhotoLibrary {
  /// Finds assets, by default all that are not hidden, newest first.
  ///
  /// The result keeps the current state of the library. As long as the result lives, the catalogue keeps that state: its `-wal`
  /// file grows with later writes, and shrinks afterwards.
  ///
  /// - Complexity: O(assets) steps in an index, and 4 bytes of memory for each asset; O(n log n) in an order without an index.
  ///   Only the orders by date and by addition have one.
  public func fetchAssets(_ options: FetchOptions = FetchOptions()) throws(LibraryError) -> FetchResult<Asset>
  {
    try fetch(AssetQuery(options: options))
  }

  /// Finds the assets of these identifiers, in their order unless the options sort them; unknown and repeated ones are ignored.
  public func fetchAssets(
    withLocalIdentifiers identifiers: some Sequence<String>, _ options: FetchOptions = FetchOptions()
  ) throws(LibraryError) -> FetchResult<Asset> {
    try fetch(AssetQuery(place: .identifiers(OrderedSet(identifiers).elements), options: options))
  }

  /// Finds the assets of a burst, all of them only with ``FetchOptions/includeAllBurstAssets``.
  public func fetchAssets(
    withBurstIdentifier identifier: String, _ options: FetchOptions = FetchOptions()
  ) throws(LibraryError) -> FetchResult<Asset> {
    try fetch(AssetQuery(condition: .where { $0.burstIdentifier == identifier }, options: options))
  }

  /// Finds the assets in a collection; those of an album come in its order unless the options sort them.
  public func fetchAssets(
    in collection: AssetCollection, _ options: FetchOptions = FetchOptions()
  ) throws(LibraryError) -> FetchResult<Asset> {
    try fetch(AssetQuery(in: collection, options))
  }

  /// Finds the assets whose original is this file, absolute or relative to the library's folder: usually one, hidden or not.
  public func fetchAssets(ofFile path: String) throws(LibraryError) -> FetchResult<Asset> {
    let below = path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    let identifiers = try database.read { db in
      try String.fetchAll(
        db, sql: "SELECT asset.identifier FROM file JOIN asset ON asset.file = file.id WHERE file.path = ?",
        arguments: [RelativePath(below).data])
    }
    return try fetchAssets(withLocalIdentifiers: identifiers, .all)
  }

  /// The asset of that identifier, hidden or not, or `nil` if there is none.
  ///
  /// - Complexity: O(log assets).
  public func asset(withLocalIdentifier identifier: String) throws(LibraryError) -> Asset? {
    try fetchAssets(withLocalIdentifiers: [identifier], .all).first
  }

  /// Counts the assets of a collection without loading one.
  public func countAssets(
    in collection: AssetCollection, _ options: FetchOptions = FetchOptions()
  ) throws(LibraryError) -> Int {
    try database.read { db in
      var query = AssetQuery(in: collection, options)
      query.client = try access.limit(db)
      return try query.count(db)
    }
  }

  func fetch(_ query: AssetQuery) throws(LibraryError) -> FetchResult<Asset> {
    try query.fetch(from: database.snapshot(), for: access, of: places)
  }
}

extension AssetQuery {
  init(in collection: AssetCollection, _ options: FetchOptions) {
    self.init(options: options)
    switch collection.content {
    case .album(let row): place = .album(row)
    case .rows(let rows): place = .rows(rows)
    case .matching(let predicate, let inOrderOfAddition):
      condition = predicate
      if inOrderOfAddition { place = .additions }
    }
    // The album of hidden assets would be empty otherwise.
    if collection.kind == .smartAlbum(.hidden) { self.options.includeHidden = true }
  }
}
