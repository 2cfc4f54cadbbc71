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
