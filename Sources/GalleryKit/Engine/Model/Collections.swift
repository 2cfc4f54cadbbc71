public import Foundation

/// Assets that belong together: an album, a moment, a smart album, or a transient collection.
///
/// It holds no assets: fetch them with ``PhotoLibrary/fetchAssets(in:_:)``.
public struct AssetCollection: LibraryObject {
  /// The kind of a collection.
  public enum Kind: Hashable, Sendable {
    /// The user put the assets there, in the user's order.
    case album
    /// The assets were taken on one day in one place.
    case moment
    /// The assets have something in common, and come and go automatically.
    case smartAlbum(AssetCollection.SmartAlbum)
    /// A program joined the assets; nothing of the collection is stored.
    case transient
  }

  /// The collection's name within its library; for a transient one, only while the process lives.
  public let localIdentifier: String
  /// The collection's kind.
  public let kind: Kind
  /// The user's name for it, or its English name; a moment has none.
  public let localizedTitle: String?
  /// The number of assets when it was fetched: all assets of an album or a transient collection, hidden and stacked ones
  /// included; the assets of a moment that a default fetch finds; `nil` for a smart album, since counting could take long.
  ///
  /// ``PhotoLibrary/countAssets(in:_:)`` counts by any options.
  public let estimatedAssetCount: Int?
  /// The capture date of a moment's first photo.
  public let startDate: Date?
  /// The capture date of a moment's last photo.
  public let endDate: Date?
  /// The approximate place of a moment's photos, if they state one.
  public let approximateLocation: Location?
  package let content: Content

  package enum Content: Hashable, Sendable {
    case album(UInt32)
    case matching(AssetPredicate, inOrderOfAddition: Bool = false)
    case rows([UInt32])
  }

  package init(
    localIdentifier: String, kind: Kind, localizedTitle: String? = nil, estimatedAssetCount: Int? = nil,
    startDate: Date? = nil, endDate: Date? = nil, approximateLocation: Location? = nil, content: Content
  ) {
    self.localIdentifier = localIdentifier
    self.kind = kind
    self.localizedTitle = localizedTitle
    self.estimatedAssetCount = estimatedAssetCount
    self.startDate = startDate
    self.endDate = endDate
    self.approximateLocation = approximateLocation
    self.content = content
  }

  /// Albums that fill automatically.
  public enum SmartAlbum: String, Hashable, Sendable, CaseIterable {
    /// Every photo, newest first.
    case library
    /// Every photo, the most recently added first.
    case recents
    /// Photos that are marked as favourites.
    case favorites
    /// Hidden photos, which appear nowhere else.
    case hidden
    /// One photo of every burst.
    case bursts
    /// Photos that are panoramas.
    case panoramas
    /// Screenshots.
    case screenshots
    /// Photos of high dynamic range.
    case hdr
    /// Photos that hold a depth map.
    case depthEffect
  }
}

/// A folder of albums and of other lists, to any depth.
///
/// It holds none of them: fetch them with ``PhotoLibrary/fetchCollections(in:)``.
public struct CollectionList: LibraryObject {
  /// The list's name within its library; for a transient one, only while the process lives.
  public let localIdentifier: String
  /// The user's name for it.
  public let localizedTitle: String
  package let content: Content

  package init(localIdentifier: String, localizedTitle: String, content: Content) {
    (self.localIdentifier, self.localizedTitle, self.content) = (localIdentifier, localizedTitle, content)
  }

  package enum Content: Hashable, Sendable {
    case stored(UInt32)
    case transient([PhotoCollection])
  }
}

/// An entry of a list: a collection of assets, or another list.
public enum PhotoCollection: LibraryObject {
  /// A collection of assets.
  case assets(AssetCollection)
  /// A list of collections.
  indirect case list(CollectionList)

  /// The identifier of the collection or the list.
  public var localIdentifier: String {
    switch self {
    case .assets(let collection): collection.localIdentifier
    case .list(let list): list.localIdentifier
    }
  }

  /// The name of the collection or the list.
  public var localizedTitle: String? {
    switch self {
    case .assets(let collection): collection.localizedTitle
    case .list(let list): list.localizedTitle
    }
  }
}
