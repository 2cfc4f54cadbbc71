internal import GalleryEngine

/// A token for a photo that the user picked: it names the photo, carries no pixels, and is the permission to load it.
///
/// The permission can neither be made from the identifier nor stored; an app can keep the identifier, and preselect it when the
/// user picks again. The permission ends with the photo, and with the process.
public struct PickerItem: Hashable, Sendable {
  /// The photo's ``Asset/localIdentifier``.
  public let itemIdentifier: String
  /// The photo's types at the time of the choice, the best first.
  public let supportedContentTypes: [PickerItem.ContentType]
  let loader: PickerLoader
  /// The library as its owner sees it, so that access is not checked.
  private let library: PhotoLibrary
  private let row: UInt32

  init(_ asset: Asset, of library: PhotoLibrary, loader: PickerLoader) {
    itemIdentifier = asset.localIdentifier
    supportedContentTypes = [PickerItem.ContentType(asset.original.format.typeIdentifier)]
    self.loader = loader
    self.library = library
    row = asset.row
  }

  func asset() throws -> Asset {
    // The row must match, too: the next photo at the same path would have the same identifier.
    guard let asset = try library.asset(withLocalIdentifier: itemIdentifier), asset.row == row else {
      throw PickerItem.LoadingError.missing(itemIdentifier)
    }
    return asset
  }

  /// Whether both are tokens for the same photo of the same library.
  public static func == (left: Self, right: Self) -> Bool {
    left.row == right.row && left.itemIdentifier == right.itemIdentifier
      && left.library.catalogue == right.library.catalogue
  }

  /// Hashes the row and the identifier, which ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
    hasher.combine(itemIdentifier)
  }

  /// Loads the picked photo.
  ///
  /// An original that is in the cloud is downloaded, if the picker's image manager can.
  ///
  /// - Parameters:
  ///   - type: the type to load.
  ///   - targetSize: the size in pixels, if an image is decoded; the picture's own by default.
  ///   - contentMode: how the picture fills the size.
  /// - Returns: the value, or `nil` if the photo has no such representation: none of its ``supportedContentTypes`` fits the type.
  /// - Throws: ``ImageError`` if the photo cannot be read, decoded or downloaded, ``PickerItem/LoadingError/missing(_:)`` if it
  ///   was deleted, `LibraryError` if its catalogue cannot be read, any error of the type's own import, and `CancellationError`
  ///   if the task was cancelled.
  public func loadTransferable<Value: PickerTransferable>(
    type: Value.Type, targetSize: PixelSize = .maximum, contentMode: ContentMode = .default
  ) async throws -> Value? {
    try Task.checkCancellation()
    let representation = Value.pickerRepresentation
    guard supportedContentTypes.contains(where: { $0.conforms(to: representation.contentType) }) else {
      return nil
    }
    return try await representation.load(loader, asset(), targetSize, contentMode)
  }
}

extension Collection<PickerItem> {
  /// Loads all items, a few at a time, and returns them together, so that a view updates once.
  ///
  /// - Parameters:
  ///   - type: the type to load.
  ///   - targetSize: the size in pixels, if images are decoded; the pictures' own by default.
  ///   - contentMode: how the pictures fill the size.
  /// - Returns: the result of ``PickerItem/loadTransferable(type:targetSize:contentMode:)`` for each item, in the items' order.
  ///   Items that were not loaded before the task was cancelled have a `CancellationError`.
  public func loadTransferables<Value: PickerTransferable>(
    type: Value.Type, targetSize: PixelSize = .maximum, contentMode: ContentMode = .default
  ) async -> [Result<Value?, any Error>] {
    typealias Loaded = (index: Int, result: Result<Value?, any Error>)
    let items = Array(self)
    return await withTaskGroup(of: Loaded.self) { group in
      func load(_ index: Int) {
        let item = items[index]
        group.addTask {
          do {
            let value = try await item.loadTransferable(
              type: type, targetSize: targetSize, contentMode: contentMode)
            return (index, .success(value))
          } catch { return (index, .failure(error)) }
        }
      }
      var results = [Result<Value?, any Error>?](repeating: nil, count: items.count)
      // The image manager limits concurrent decodes and downloads; this limits the loads that wait for it.
      var waiting = items.indices.dropFirst(PickerLoader.concurrentLoads)
      for index in items.indices.prefix(PickerLoader.concurrentLoads) { load(index) }
      while let loaded = await group.next() {
        results[loaded.index] = loaded.result
        if let next = waiting.popFirst() { load(next) }
      }
      return results.compactMap(\.self)
    }
  }
}
