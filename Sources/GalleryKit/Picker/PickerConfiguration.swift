internal import GalleryEngine

/// What a picker offers, and how many photos the user may choose.
public struct PickerConfiguration: Hashable, Sendable {
  /// Which order the chosen photos come in.
  public enum Selection: String, Hashable, Sendable, CaseIterable {
    /// That in which the picker offers them: newest first.
    case `default`
    /// That in which the user chose them.
    case ordered
  }

  /// Which photos are offered; `nil`, the default, means all that are not hidden.
  public var filter: PickerFilter?
  /// The most photos to choose; 1 by default, 0 means any number.
  public var selectionLimit: Int
  /// Which order the chosen photos come in.
  public var selection: Selection
  /// What is chosen when the picker appears, in order; what is not offered is passed over, as is what exceeds the limit.
  public var preselectedAssetIdentifiers: [String]

  /// Makes a configuration.
  public init(
    filter: PickerFilter? = nil, selectionLimit: Int = 1, selection: Selection = .default,
    preselectedAssetIdentifiers: [String] = []
  ) {
    self.filter = filter
    self.selectionLimit = selectionLimit
    self.selection = selection
    self.preselectedAssetIdentifiers = preselectedAssetIdentifiers
  }

  /// What is offered.
  var options: FetchOptions { FetchOptions(predicate: filter?.predicate) }

  /// How many may be chosen.
  var limit: Int { selectionLimit > 0 ? selectionLimit : .max }
}
