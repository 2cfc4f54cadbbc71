package import GalleryKit

extension Axis {
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

/// The meanings of a combination's words, which were validated before anything runs.
extension Combination {
  package var cells: CellLifecycle { meaning(of: .cells) }
  package var resizeMode: ResizeMode { meaning(of: .resizeMode) }
  package var deliveryMode: DeliveryMode { meaning(of: .deliveryMode) }
  package var thumbnailStore: ThumbnailStoreKind? {
    self[.thumbnailStore] == nil ? nil : meaning(of: .thumbnailStore)
  }
  package var changes: ChangePolicy? { self[.changes] == nil ? nil : meaning(of: .changes) }

  /// The choices, by axis, that decide which images a run decodes and at what cost: visits with the same
  /// choices decode alike.
  var decodeChoices: [String: String] {
    let axes: [Axis] = [.resizeMode, .deliveryMode, .thumbnailStore]
    return Dictionary(
      uniqueKeysWithValues: axes.compactMap { axis in self[axis].map { (axis.rawValue, $0) } })
  }

  private func meaning<Value: RawRepresentable<String>>(of axis: Axis) -> Value {
    guard let word = self[axis], let value = Value(rawValue: word) else {
      preconditionFailure("\(axis.rawValue): \(self[axis] ?? "nothing") was not validated")
    }
    return value
  }
}

package enum CellLifecycle: String, Hashable, Sendable, Codable, CaseIterable {
  /// A cell is made when it first comes into view and never releases its image, as in `LazyVGrid`; its request goes on.
  case retained
  /// A cell that leaves the viewport releases its image and cancels its request, as with `onDisappear`.
  case released
  /// A cell that leaves cancels its request and waits, image and all, until another item needs a cell, as in `UICollectionView`.
  case reused
}

/// Whether a run keeps thumbnails on disk, and for how long.
package enum ThumbnailStoreKind: String, Hashable, Sendable, Codable, CaseIterable {
  case off = "none"
  /// As long as the process lives.
  case volatile
  /// From visit to visit.
  case persistent
}

/// A grid's response to a change of its library.
package enum ChangePolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// Discards all cells and all cached images, and starts over.
  case reloadAll = "reload-all"
  /// Discards the cells and cached images of photos that are reported as changed.
  case reloadChanged = "reload-changed"
  /// Asks again for photos on screen that are reported as changed, and leaves the rest to their next appearance.
  case visibleOnly = "visible-only"
}

/// The strategies that scenarios and tables can name: the gallery's, custom ones included, and the one that knows the future.
package enum ComparedStrategies {
  package static var all: [any CachingStrategy.Type] { CachingStrategies.all + [OracleStrategy.self] }

  /// One of ``all``, or of those that only models have.
  package static func named(_ name: String) -> (any CachingStrategy.Type)? {
    (all + ModelParts.strategies).first { $0.descriptor.name == name }
  }
}

extension StrategyDescriptor {
  /// The first setting that it does not take, as in `expected leading from 0 to 20 screenfuls, found 99`; `nil` if it takes all.
  package func problem(with settings: [String: Double]) -> String? {
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let known = parameters.map(\.name).joined(separator: ", ")
        return "expected \(known.isEmpty ? "no parameters" : "one of \(known)"), found '\(name)'"
      }
      guard !parameter.range.contains(value) else { continue }
      return
        "expected \(name) from \(parameter.range.lowerBound) to \(parameter.range.upperBound) \(parameter.unit), found \(Figure.plain(value))"
    }
    return nil
  }
}
