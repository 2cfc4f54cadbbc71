/// A dimension that a scenario compares besides strategies; one choice on each axis makes a ``Combination``.
///
/// A result names a choice by the axis's raw value; a scenario lists choices in `compare` under ``list``. Cases are in a matrix's
/// order: the last varies fastest.
public enum Axis: String, Codable, Hashable, Sendable, CaseIterable {
  /// How the grid keeps images of its cells.
  case cells
  /// How images are resized.
  case resizeMode
  /// How images are delivered.
  case deliveryMode
  /// Which image goes first when memory runs short.
  case eviction
  /// Which waiting image is made next.
  case order
  /// Whether thumbnails are kept on disk.
  case thumbnailStore
  /// How the grid responds to a change of its library.
  case changes

  /// The key of `compare` in a scenario.
  public var list: String {
    switch self {
    case .cells, .eviction, .changes: rawValue
    case .resizeMode, .deliveryMode, .order, .thumbnailStore: "\(rawValue)s"
    }
  }

  /// The default choice of a scenario; `nil` if only some scenarios choose on this axis.
  public var standard: String? {
    switch self {
    case .cells: "released"
    case .resizeMode: "fast"
    case .deliveryMode: "opportunistic"
    case .eviction: "lru"
    case .order: "urgency"
    case .thumbnailStore, .changes: nil
    }
  }

  /// The axes on which every scenario chooses.
  public static let ofEveryScenario = allCases.filter { $0.standard != nil }

  /// The heading of a column of choices.
  package var title: String {
    switch self {
    case .cells, .eviction, .order, .changes: rawValue
    case .resizeMode: "resize"
    case .deliveryMode: "delivery"
    case .thumbnailStore: "store"
    }
  }

  /// The meaning of the choice, in a sentence.
  package var about: String {
    switch self {
    case .cells: "How the grid keeps images of its cells."
    case .resizeMode: "How images are resized."
    case .deliveryMode: "How images are delivered."
    case .eviction: "Which image goes first when memory runs short."
    case .order: "Which waiting image is made next."
    case .thumbnailStore: "Whether thumbnails are kept on disk, and for how long."
    case .changes: "What the grid does when its library changes."
    }
  }
}

extension [Axis: [String]] {
  /// The choices of a scenario that names none.
  public static let standard = Dictionary(
    uniqueKeysWithValues: Axis.ofEveryScenario.map { ($0, $0.standard.map { [$0] } ?? []) })

  /// Every choice of one word on each axis that has any; the last axis varies fastest.
  public var combined: [[Axis: String]] {
    Axis.allCases.reduce([[:]]) { choices, axis in
      guard let words = self[axis], !words.isEmpty else { return choices }
      return choices.flatMap { choice in words.map { choice.merging([axis: $0]) { $1 } } }
    }
  }
}
