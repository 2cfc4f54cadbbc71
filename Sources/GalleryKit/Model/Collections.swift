public import Foundation

/// Assets that belong together: an album, a moment, a smart album, or a transient collection.
///
/// It holds no assets: fetch them with ``PhotoLibrary/fetchAssets(in:_:)``.
public struct AssetCollection: LibraryObject {
  /// What holds a collection's assets together.
  public enum Kind: Hashable, Sendable {
    /// The user put them there, in an order of the user's.
    case album
    /// They were taken on one day in one place.
    case moment
    /// They have something in common, and come and go by themselves.
    case smartAlbum(AssetCollection.SmartAlbum)
    /// A program joined them; nothing of it is stored.
    case transient
  }

  /// Names the collection within its library; of a transient one, only while the process lives.
  public let localIdentifier: String
  /// What holds its assets together.
  public let kind: Kind
  /// Its name, as the user gave it, or as it is called in English; a moment has none.
  public let localizedTitle: String?
  /// How many assets were in it when it was fetched: of an album or a transient collection all, hidden and stacked ones
  /// included; of a moment those that a default fetch finds; of a smart album `nil`, since counting could take long.
  ///
  /// Ask ``PhotoLibrary/countAssets(in:_:)`` for a number by any options.
  public let estimatedAssetCount: Int?
  /// When the first photo of a moment was taken.
  public let startDate: Date?
  /// When the last photo of a moment was taken.
  public let endDate: Date?
  /// About where the photos of a moment were taken, if they say.
  public let approximateLocation: Location?
  /// How its assets are found.
  package let content: Content

  /// How the assets of a collection are found.
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
}

extension AssetCollection {
  /// Albums that fill themselves.
  public enum SmartAlbum: String, Hashable, Sendable, CaseIterable {
    /// Every photo, newest first.
    case library
    /// Every photo, the one that came into the library last first.
    case recents
    /// Photos that are marked as favourites.
    case favorites
    /// Photos that are hidden, which are nowhere else.
    case hidden
    /// One photo of every burst.
    case bursts
    /// Photos that are panoramas.
    case panoramas
    /// Pictures of screens.
    case screenshots
    /// Photos of high dynamic range.
    case hdr
    /// Photos that know how far away things are.
    case depthEffect
  }
}

/// A folder of albums and of other such lists, to any depth.
///
/// It holds none of them: fetch them with ``PhotoLibrary/fetchCollections(in:)``.
public struct CollectionList: LibraryObject {
  /// Names the list within its library; of a transient one, only while the process lives.
  public let localIdentifier: String
  /// Its name, as the user gave it.
  public let localizedTitle: String
  /// What is in it.
  package let content: Content

  package init(localIdentifier: String, localizedTitle: String, content: Content) {
    (self.localIdentifier, self.localizedTitle, self.content) = (localIdentifier, localizedTitle, content)
  }

  /// How what is in a list is found.
  package enum Content: Hashable, Sendable {
    case stored(UInt32)
    case transient([PhotoCollection])
  }
}

/// What a list holds: a collection of assets, or another list.
public enum PhotoCollection: LibraryObject {
  /// A collection of assets.
  case assets(AssetCollection)
  /// A list of collections.
  indirect case list(CollectionList)

  /// The identifier of whichever it is.
  public var localIdentifier: String {
    switch self {
    case .assets(let collection): collection.localIdentifier
    case .list(let list): list.localIdentifier
    }
  }

  /// The name of whichever it is.
  public var localizedTitle: String? {
    switch self {
    case .assets(let collection): collection.localizedTitle
    case .list(let list): list.localizedTitle
    }
  }
}
