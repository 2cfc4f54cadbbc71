internal import GalleryEngine

/// A token for a photo that the user picked: it names the photo, carries no pixels, and is the permission to load it.
///
/// The permission cannot be made from the identifier, nor stored: whoever keeps the identifier for later preselects it when
/// picking again. It ends with the photo, and with the process.
public struct PickerItem: Sendable {
  /// The photo's ``Asset/localIdentifier``.
  public let itemIdentifier: String
  /// What the photo was when it was picked, the best first.
  public let supportedContentTypes: [ContentType]
  let loader: PickerLoader
  private let library: String
  private let row: UInt32
  /// Looks the photo up, whoever may see it.
  ///
  /// A closure, because a mirror would show the library where the permission held it as a property.
  private let find: @Sendable () throws(LibraryError) -> Asset?

  init(_ asset: Asset, of library: PhotoLibrary, loader: PickerLoader) {
    let (identifier, row) = (asset.localIdentifier, asset.row)
    itemIdentifier = identifier
    supportedContentTypes = [ContentType(asset.original.format.typeIdentifier)]
    self.loader = loader
    self.library = library.catalogue
    self.row = row
    // By the row, too: the next photo at the same path would have the same identifier.
    find = { () throws(LibraryError) in
      try library.asset(withLocalIdentifier: identifier).flatMap { $0.row == row ? $0 : nil }
    }
  }

  /// The photo as it is now.
  func asset() throws -> Asset {
    guard let asset = try find() else { throw PickerError.missing(itemIdentifier) }
    return asset
  }
}

extension PickerItem: Hashable {
  /// Whether both are tokens for one photo of one library.
  public static func == (left: Self, right: Self) -> Bool {
    left.row == right.row && left.itemIdentifier == right.itemIdentifier && left.library == right.library
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(row)
    hasher.combine(itemIdentifier)
  }
}
