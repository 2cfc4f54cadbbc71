internal import GalleryEngine

/// The assets that a fetch finds, and their order.
///
///     var options = FetchOptions()
///     options.predicate = .where { $0.isFavorite && $0.creationDate >= start }
///     options.sortDescriptors = [.init(.creationDate, ascending: true)]
public struct FetchOptions: Hashable, Sendable {
  /// A property that assets are sorted by.
  public enum SortKey: String, Hashable, Sendable, CaseIterable {
    /// The time when the photo was taken.
    case creationDate
    /// The time of the last change.
    case modificationDate
    /// The order of addition to the library.
    case additionOrder
    /// The upright picture's width.
    case pixelWidth
    /// The upright picture's height.
    case pixelHeight
    /// The original's file name, by its bytes: `IMG_10` comes before `IMG_9`.
    case fileName
    /// The original's size in bytes.
    case byteCount
    /// Favourites are greater than others.
    case isFavorite

    var column: AssetColumn {
      switch self {
      case .creationDate: .created
      case .modificationDate: .modified
      case .additionOrder: .row
      case .pixelWidth: .width
      case .pixelHeight: .height
      case .fileName: .fileName
      case .byteCount: .byteCount
      case .isFavorite: .isFavorite
      }
    }
  }

  /// A key and its direction.
  public struct SortDescriptor: Hashable, Sendable {
    /// The compared property.
    public var key: SortKey
    /// Whether the least value comes first.
    public var ascending: Bool

    /// Makes a descriptor.
    public init(_ key: SortKey, ascending: Bool) {
      self.key = key
      self.ascending = ascending
    }
  }

  /// The condition for the assets; `nil`, the default, finds all.
  public var predicate: AssetPredicate?
  /// The sort keys, of which the first that differs decides; equal assets sort by identifier, in the direction of the first key.
  ///
  /// Empty, the default, means the natural order of the fetch: newest first in the library, in moments and in smart albums (last
  /// added first in ``AssetCollection/SmartAlbum/recents``), the album's own in an album, as given by identifiers.
  public var sortDescriptors: [SortDescriptor]
  /// Whether the fetch also finds hidden assets; `false` by default.
  public var includeHidden: Bool
  /// Whether the fetch finds all assets of a burst, not only its representative and the user's picks; `false` by default.
  public var includeAllBurstAssets: Bool
  /// The maximum number of assets, from the start of the order; 0, the default, means all.
  public var fetchLimit: Int

  /// Makes options.
  public init(
    predicate: AssetPredicate? = nil, sortDescriptors: [SortDescriptor] = [], includeHidden: Bool = false,
    includeAllBurstAssets: Bool = false, fetchLimit: Int = 0
  ) {
    self.predicate = predicate
    self.sortDescriptors = sortDescriptors
    self.includeHidden = includeHidden
    self.includeAllBurstAssets = includeAllBurstAssets
    self.fetchLimit = fetchLimit
  }

  /// Every asset, hidden and stacked ones too.
  static let all = FetchOptions(includeHidden: true, includeAllBurstAssets: true)
}
