public import Foundation
internal import GalleryEngine

/// The changes that a block of ``PhotoLibrary/performChanges(_:)`` requests, in order: each call adds one change.
///
/// Nothing happens before the block has returned. A new object has its identifier at once, so that later changes of the same
/// block can use it. An index in an album counts the photos that a fetch without options finds there: none that is hidden, or
/// that another of its burst represents.
public struct LibraryChanges: Sendable {
  private(set) var steps: [LibraryChange] = []

  /// Adds a photo to the library: a copy of a file, in the library's folder.
  ///
  /// - Parameters:
  ///   - path: the path of a photo; the copy keeps its date and its name, with a number after it if the name is taken.
  ///   - removingSource: whether the file is removed once its copy is safe; `false` by default.
  public mutating func createAsset(fromFile path: String, removingSource: Bool = false) -> Placeholder {
    create { .createAsset(.file(path, isRemoved: removingSource), $0) }
  }

  /// Adds a photo to the library from its bytes, as a file of that name in the library's folder.
  ///
  /// The name needs no extension; without a name, the file has a random one.
  public mutating func createAsset(from data: Data, named name: String? = nil) -> Placeholder {
    create { .createAsset(.bytes(data, name: name), $0) }
  }

  /// Sets a photo's creation date, which must lie in the years 1 to 9999.
  public mutating func setCreationDate(_ date: Date, of asset: some AssetNaming) {
    steps.append(.edit(.creationDate(date), AssetName(asset)))
  }

  /// Sets a photo's location.
  public mutating func setLocation(_ location: Location, of asset: some AssetNaming) {
    steps.append(.edit(.location(location), AssetName(asset)))
  }

  /// Removes a photo's location.
  public mutating func removeLocation(of asset: some AssetNaming) {
    steps.append(.edit(.location(nil), AssetName(asset)))
  }

  /// Marks a photo as a favourite, or removes the mark.
  public mutating func setFavorite(_ isFavorite: Bool, _ asset: some AssetNaming) {
    steps.append(.edit(.isFavorite(isFavorite), AssetName(asset)))
  }

  /// Hides a photo, or shows it again.
  public mutating func setHidden(_ isHidden: Bool, _ asset: some AssetNaming) {
    steps.append(.edit(.isHidden(isHidden), AssetName(asset)))
  }

  /// Picks a photo from its burst, or undoes the pick: picked photos appear beside the burst's representative, which stays the same.
  public mutating func setUserPick(_ isPicked: Bool, _ asset: some AssetNaming) {
    steps.append(.edit(.isUserPick(isPicked), AssetName(asset)))
  }

  /// Edits a photo, in place of all earlier edits; its original stays as it is.
  public mutating func setAdjustments(_ adjustments: Adjustments, of asset: some AssetNaming) {
    steps.append(.edit(.adjustments(adjustments.isEmpty ? nil : adjustments), AssetName(asset)))
  }

  /// Takes back all edits of a photo.
  public mutating func revert(_ asset: some AssetNaming) {
    steps.append(.edit(.adjustments(nil), AssetName(asset)))
  }

  /// Deletes photos and their originals in the library's folder, if the user agrees.
  public mutating func delete(_ assets: some Sequence<Asset>) {
    steps.append(.deleteAssets(assets.map { AssetName($0) }))
  }

  /// Makes an album at the end of a list, or of the top level.
  public mutating func createAlbum(title: String, in list: (any ListNaming)? = nil) -> Placeholder {
    create { .createCollection(isList: false, title: title, parent: list?.localIdentifier, $0) }
  }

  /// Makes a list for albums and lists at the end of another list, or of the top level.
  public mutating func createList(title: String, in list: (any ListNaming)? = nil) -> Placeholder {
    create { .createCollection(isList: true, title: title, parent: list?.localIdentifier, $0) }
  }

  /// Gives an album or list another name.
  public mutating func rename(_ collection: some CollectionNaming, to title: String) {
    steps.append(.rename(collection.localIdentifier, title))
  }

  /// Moves an album or list into a list (`nil`: to the top level), before the item at an index, or to the end.
  public mutating func move(
    _ collection: some CollectionNaming, into list: (any ListNaming)?, at index: Int? = nil
  ) {
    steps.append(.moveCollection(collection.localIdentifier, parent: list?.localIdentifier, index: index))
  }

  /// Deletes albums and lists, with the albums in them; no photo is deleted.
  public mutating func delete(_ collections: some Sequence<PhotoCollection>) {
    steps.append(.deleteCollections(collections.map(\.localIdentifier)))
  }

  /// Inserts photos into an album, in this order, before the photo at an index or at the end; photos already in it stay in place.
  public mutating func insert(
    _ assets: some Sequence<some AssetNaming>, into album: some AlbumNaming, at index: Int? = nil
  ) {
    insert(assets.map { $0 as any AssetNaming }, into: album, at: index)
  }

  /// Inserts photos and placeholders of photos into an album, like the method for one type.
  public mutating func insert(
    _ assets: [any AssetNaming], into album: some AlbumNaming, at index: Int? = nil
  ) {
    steps.append(.insert(assets.map { AssetName($0) }, album: album.localIdentifier, index: index))
  }

  /// Removes photos from an album; photos that are not in it are ignored.
  public mutating func remove(_ assets: some Sequence<some AssetNaming>, from album: some AlbumNaming) {
    steps.append(.remove(assets.map { AssetName($0) }, album: album.localIdentifier))
  }

  /// Moves the photos at some indexes within an album, so that the first of them has the given index afterwards.
  public mutating func move(_ indexes: IndexSet, to index: Int, in album: some AlbumNaming) {
    steps.append(.reorder(Array(indexes), to: index, album: album.localIdentifier))
  }

  private mutating func create(_ change: (String) -> LibraryChange) -> Placeholder {
    let identifier = LocalIdentifier.random()
    steps.append(change(identifier))
    return Placeholder(localIdentifier: identifier)
  }

  /// A placeholder for an asset, album or list that a block of changes creates, within the block and after it.
  public struct Placeholder: LibraryObject, AssetNaming, AlbumNaming, ListNaming {
    /// The identifier of the new object.
    public let localIdentifier: String
  }

  /// Names an asset in a change: an ``Asset``, or the placeholder of one.
  ///
  /// An asset that was deleted names nothing any more, not even a new photo at the same path, which has the same identifier.
  public protocol AssetNaming: LibraryObject {}
  /// Names an album or list in a change: itself, or its placeholder.
  public protocol CollectionNaming: LibraryObject {}
  /// Names an album in a change: an ``AssetCollection``, or the placeholder of one.
  public protocol AlbumNaming: CollectionNaming {}
  /// Names a list in a change: a ``CollectionList``, or the placeholder of one.
  public protocol ListNaming: CollectionNaming {}
}

extension Asset: LibraryChanges.AssetNaming {}
extension AssetCollection: LibraryChanges.AlbumNaming {}
extension CollectionList: LibraryChanges.ListNaming {}
extension PhotoCollection: LibraryChanges.CollectionNaming {}
