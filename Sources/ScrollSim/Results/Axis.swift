/// A dimension that a scenario compares besides strategies; of a matrix's axes, the last varies fastest.
package enum Axis: String, Codable, Hashable, Sendable, CaseIterable {
  case cells
  case resizeMode
  case deliveryMode
  case eviction
  case order
  case thumbnailStore
  case changes

  private var facts: (list: String, standard: String?, title: String, about: String) {
    switch self {
    case .cells: ("cells", "released", "cells", "How the grid keeps images of its cells.")
    case .resizeMode: ("resizeModes", "fast", "resize", "How images are resized.")
    case .deliveryMode: ("deliveryModes", "opportunistic", "delivery", "How images are delivered.")
    case .eviction: ("eviction", "lru", "eviction", "Which image is evicted first when memory runs short.")
    case .order: ("orders", "urgency", "order", "Which waiting image is decoded next.")
    case .thumbnailStore:
      ("thumbnailStores", nil, "store", "Whether thumbnails are kept on disk, and for how long.")
    case .changes: ("changes", nil, "changes", "What the grid does when its library changes.")
    }
  }

  /// The key of `compare` in a scenario.
  package var list: String { facts.list }
  /// The default choice of a scenario; `nil` if only some scenarios choose on this axis.
  package var standard: String? { facts.standard }
  package var title: String { facts.title }
  package var about: String { facts.about }

  /// The axes on which every scenario chooses.
  package static let ofEveryScenario = allCases.filter { $0.standard != nil }
}

extension [Axis: [String]] {
  /// The choices of a scenario that names none.
  package static let standard = Dictionary(
    uniqueKeysWithValues: Axis.ofEveryScenario.map { ($0, $0.standard.map { [$0] } ?? []) })

  /// Every choice of one word on each axis that has any; the last axis varies fastest.
  package var combined: [[Axis: String]] {
    Axis.allCases.reduce([[:]]) { choices, axis in
      guard let words = self[axis], !words.isEmpty else { return choices }
      return choices.flatMap { choice in words.map { choice.merging([axis: $0]) { $1 } } }
    }
  }
}
