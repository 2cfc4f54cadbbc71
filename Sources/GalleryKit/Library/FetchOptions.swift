/// Which assets a fetch finds, and in what order.
public struct FetchOptions: Hashable, Sendable {
  /// The date that assets are sorted by.
  public enum SortKey: String, Hashable, Sendable, CaseIterable {
    /// When the photo was taken.
    case creationDate
    /// When its file was last changed.
    case modificationDate
  }

  /// Which end of time comes first.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// The latest date first; of equal dates, the greater identifier.
    case newestFirst
    /// The exact reverse of ``newestFirst``.
    case oldestFirst
  }

  /// Whether hidden assets are found, too; `false` by default.
  public var includeHidden: Bool
  /// The date that assets are sorted by; ``SortKey/creationDate`` by default.
  public var sortKey: SortKey
  /// Which end comes first; ``Order/newestFirst`` by default.
  public var order: Order
  /// The most assets to find, the first in the order; 0, the default, means all.
  public var fetchLimit: Int

  /// Makes options.
  public init(
    includeHidden: Bool = false, sortKey: SortKey = .creationDate, order: Order = .newestFirst,
    fetchLimit: Int = 0
  ) {
    self.includeHidden = includeHidden
    self.sortKey = sortKey
    self.order = order
    self.fetchLimit = fetchLimit
  }
}
