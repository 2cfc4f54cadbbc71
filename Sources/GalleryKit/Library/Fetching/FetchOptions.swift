internal import GalleryEngine

/// Which assets a fetch finds, and in what order.
///
///     var options = FetchOptions()
///     options.predicate = .where { $0.isFavorite && $0.creationDate >= start }
///     options.sortDescriptors = [.init(.creationDate, ascending: true)]
public struct FetchOptions: Hashable, Sendable {
  /// What assets are sorted by.
  public enum SortKey: String, Hashable, Sendable, CaseIterable {
    /// When the photo was taken.
    case creationDate
    /// When it was last changed.
    case modificationDate
    /// When it came into the library.
    case additionOrder
    /// The upright picture's width.
    case pixelWidth
    /// The upright picture's height.
    case pixelHeight
    /// The original's file name, by its bytes: `IMG_10` comes before `IMG_9`.
    case fileName
    /// The original's weight in bytes.
    case byteCount
    /// Favourites are greater than others.
    case isFavorite
  }

  /// A key and its direction.
  public struct SortDescriptor: Hashable, Sendable {
    /// What is compared.
    public var key: SortKey
    /// Whether the least comes first.
    public var ascending: Bool

    /// Makes a descriptor.
    public init(_ key: SortKey, ascending: Bool) {
      self.key = key
      self.ascending = ascending
    }
  }

  /// Which assets are found; all by default.
  public var predicate: AssetPredicate?
  /// What decides the order, the first that tells two assets apart; of assets that none does, the identifiers in the
  /// direction of the first.
  ///
  /// Empty, the default, means the order that is natural to what is fetched: newest first in the library and in smart
  /// albums, the album's own in an album, as given by identifiers.
  public var sortDescriptors: [SortDescriptor]
  /// Whether hidden assets are found, too; `false` by default.
  public var includeHidden: Bool
  /// Whether all assets of a burst are found, not only the one that represents it and those the user picked; `false` by
  /// default.
  public var includeAllBurstAssets: Bool
  /// The most assets to find, the first in the order; 0, the default, means all.
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
}

extension FetchOptions.SortKey {
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
