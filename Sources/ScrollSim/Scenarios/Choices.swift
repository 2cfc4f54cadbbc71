package import BenchReport
package import GalleryKit

extension Axis {
  /// What can be chosen.
  package var words: [String] {
    switch self {
    case .cells: CellLifecycle.allCases.map(\.rawValue)
    case .resizeMode: ResizeMode.allCases.map(\.rawValue)
    case .deliveryMode: DeliveryMode.allCases.map(\.rawValue)
    case .eviction: EvictionPolicies.all.map { $0.name }
    case .order: RequestOrder.all.map(\.name)
    case .thumbnailStore: ThumbnailStoreKind.allCases.map(\.rawValue)
    case .changes: ChangePolicy.allCases.map(\.rawValue)
    }
  }
}

/// What the words of a combination mean.
///
/// Scenarios are validated before anything runs: a word that means nothing here is a fault of the program.
extension Combination {
  package var cells: CellLifecycle { meaning(of: .cells) }
  package var resizeMode: ResizeMode { meaning(of: .resizeMode) }
  package var deliveryMode: DeliveryMode { meaning(of: .deliveryMode) }
  package var thumbnailStore: ThumbnailStoreKind? {
    self[.thumbnailStore] == nil ? nil : meaning(of: .thumbnailStore)
  }
  package var changes: ChangePolicy? { self[.changes] == nil ? nil : meaning(of: .changes) }

  private func meaning<Value: RawRepresentable<String>>(of axis: Axis) -> Value {
    guard let word = self[axis], let value = Value(rawValue: word) else {
      preconditionFailure("\(axis.rawValue): \(self[axis] ?? "nothing") was not validated")
    }
    return value
  }
}

/// Whether a run keeps thumbnails on disk, and for how long.
package enum ThumbnailStoreKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Not at all.
  case off = "none"
  /// As long as the process lives.
  case volatile
  /// From visit to visit.
  case persistent
}

/// What a grid does when its library changes.
package enum ChangePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Throws away all cells and all that is cached, and begins anew.
  case reloadAll = "reload-all"
  /// Throws away the cells and cached images of whatever is said to have changed.
  case reloadChanged = "reload-changed"
  /// Asks again for what is said to have changed and is on screen, and leaves the rest to its next appearance.
  case visibleOnly = "visible-only"
}

/// What decides which images a run decodes, and what that takes: runs that agree in it decode alike.
package struct DecodeWork: Hashable, Sendable {
  /// The choices that matter, by axis.
  package let choices: [String: String]
  /// Counts visits from 1; `nil` where there is but one.
  package let visit: Int?

  package init(_ combination: Combination) {
    let axes: [Axis] = [.resizeMode, .deliveryMode, .thumbnailStore]
    choices = Dictionary(
      uniqueKeysWithValues: axes.compactMap { axis in combination[axis].map { (axis.rawValue, $0) } })
    visit = combination.visit
  }
}
