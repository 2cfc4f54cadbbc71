internal import GRDB
internal import GalleryEngine

/// A change of a library, by any process.
///
/// Ask it for details of the fetch results and objects that you hold, and replace them with the new ones:
///
///     for await change in library.changes() {
///       guard let details = try change.details(for: photos) else { continue }
///       photos = details.fetchResultAfterChanges
///       …
///     }
///
/// Details lead from the state of the result to the state of the change, so that an observer that misses a change misses nothing.
/// A change holds its state as long as it lives, as a fetch result does.
public struct Change: Sendable {
  let snapshot: CatalogueSnapshot
  let access: ClientAccess
  let places: LibraryPlaces

  /// Returns the changes of a fetch result, or `nil` if the result is unchanged, or was not fetched from a library.
  ///
  /// - Complexity: that of the fetch, O(objects), and O(k log n) for k removed, inserted or moved objects.
  public func details<Object>(
    for result: FetchResult<Object>
  ) throws(LibraryError) -> FetchResultChangeDetails<Object>? {
    guard let origin = result.origin, origin.revision < snapshot.revision else { return nil }
    let logged = try snapshot.read { db in
      try LoggedChange.since(origin.revision, client: access.row(db), db)
    }
    let after = try origin.refetch(snapshot)
    let script = logged.map { logged in
      guard let before = origin.rows, let rows = after.origin?.rows else {
        return EditScript(from: Array(result), to: Array(after), logged: logged)
      }
      let updated = logged.filter { $0.kind == .assetUpdated }.map(\.object)
      return EditScript(from: before, to: rows, changedIDs: RowIDSet(updated))
    }
    if let script, script.isEmpty { return nil }
    return FetchResultChangeDetails(
      fetchResultBeforeChanges: result, fetchResultAfterChanges: after, script: script)
  }

  /// Returns the changes of an asset, or `nil` if it is unchanged.
  ///
  /// - Complexity: O(log assets).
  public func details(for asset: Asset) throws(LibraryError) -> ObjectChangeDetails<Asset>? {
    let query = AssetQuery(place: .identifiers([asset.localIdentifier]), options: .all)
    let after = try query.fetch(from: snapshot, for: access, of: places).first
    guard after != asset else { return nil }
    // The identifier of a deleted photo may come back with another photo; the row does not.
    let isSame = after.map { $0.row == asset.row } ?? false
    return ObjectChangeDetails(
      objectBeforeChanges: asset, objectAfterChanges: isSame ? after : nil,
      assetContentChanged: isSame && after?.contentRevision != asset.contentRevision)
  }

  /// Returns the changes of a collection of assets itself: its title and its number of assets; `nil` if the collection is
  /// unchanged, or of a kind that never changes.
  ///
  /// For changes of its assets, ask for the details of a fetch of them.
  public func details(
    for collection: AssetCollection
  ) throws(LibraryError) -> ObjectChangeDetails<AssetCollection>? {
    switch collection.kind {
    case .album: try details(of: collection) { $0.asCollection }
    case .moment:
      try details(of: collection, among: snapshot.read { try MomentQuery.fetch($0, for: access) })
    case .smartAlbum, .transient: nil
    }
  }

  /// Returns the changes of a list itself, or `nil` if it is unchanged or not stored.
  ///
  /// For changes of its collections, ask for the details of a fetch of them.
  public func details(for list: CollectionList) throws(LibraryError) -> ObjectChangeDetails<CollectionList>? {
    guard case .stored = list.content else { return nil }
    return try details(of: list) { $0.asList }
  }

  private func details<Object: LibraryObject>(
    of object: Object, _ select: (PhotoCollection) -> Object?
  ) throws(LibraryError) -> ObjectChangeDetails<Object>? {
    let query = CollectionQuery.identifiers([object.localIdentifier])
    return try details(
      of: object, among: snapshot.read { try query.fetch($0, for: access).compactMap(select) })
  }

  private func details<Object: LibraryObject>(
    of object: Object, among objects: [Object]
  ) -> ObjectChangeDetails<Object>? {
    let after = objects.first { $0.localIdentifier == object.localIdentifier }
    guard after != object else { return nil }
    return ObjectChangeDetails(
      objectBeforeChanges: object, objectAfterChanges: after, assetContentChanged: false)
  }
}

extension EditScript {
  /// The script between two lists of collections, which are short; identifiers tell collections apart.
  fileprivate init<Object: LibraryObject>(from old: [Object], to new: [Object], logged: [LoggedChange]) {
    var numbers: [String: UInt32] = [:]
    for object in old + new where numbers[object.localIdentifier] == nil {
      numbers[object.localIdentifier] = UInt32(numbers.count)
    }
    func rows(_ objects: [Object]) -> [UInt32] { objects.compactMap { numbers[$0.localIdentifier] } }
    let before = Dictionary(old.map { ($0.localIdentifier, $0) }) { first, _ in first }
    let updated = Set(logged.filter { $0.kind == .collectionUpdated }.map(\.object))
    let changed = new.filter { object in
      before[object.localIdentifier] != object || object.catalogueRow.map(updated.contains) ?? false
    }
    self.init(from: rows(old), to: rows(new), changedIDs: RowIDSet(rows(changed)))
  }
}

extension LibraryObject {
  /// The row of a stored collection, which the log names.
  fileprivate var catalogueRow: UInt32? {
    if let collection = self as? AssetCollection, case .album(let row) = collection.content { return row }
    if let list = self as? CollectionList, case .stored(let row) = list.content { return row }
    return switch self as? PhotoCollection {
    case .assets(let collection): collection.catalogueRow
    case .list(let list): list.catalogueRow
    case nil: nil
    }
  }
}
