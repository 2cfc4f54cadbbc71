internal import Foundation

/// A condition on assets, made of typed comparisons: a value that can be composed, compared and stored.
///
///     let good: AssetPredicate = .where { $0.isFavorite || $0.pixelWidth >= 4000 }
///     let wanted = good && !.where { $0.mediaSubtypes.contains(.photoScreenshot) }
///
/// The catalogue evaluates it in SQL, with every value bound as a parameter; ``matches(_:)`` evaluates it in memory, with the
/// same result. No comparison holds for a property that an asset lacks, such as a location.
public struct AssetPredicate: Hashable, Sendable {
  package indirect enum Node: Hashable, Sendable {
    case constant(Bool)
    case all([Node])
    case any([Node])
    case not(Node)
    case compare(AssetColumn, Comparison, AssetColumn.Value)
    case isOneOf(AssetColumn, Set<AssetColumn.Value>)
    case hasBits(AssetColumn, Int)
    case has(AssetColumn)
    case contains(AssetColumn, String)
  }

  package enum Comparison: String, Hashable, Sendable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  package let node: Node

  init(_ node: Node) { self.node = node }

  /// Holds for every asset.
  public static let all = AssetPredicate(.constant(true))
  /// Holds for no asset.
  public static let none = AssetPredicate(.constant(false))

  /// The condition that the closure makes from an asset's properties.
  public static func `where`(_ condition: (AssetFields) -> AssetPredicate) -> AssetPredicate {
    condition(AssetFields())
  }

  /// Whether the asset meets the condition.
  public func matches(_ asset: Asset) -> Bool { node.matches(asset) }

  /// Holds if both conditions hold.
  public static func && (left: Self, right: Self) -> Self {
    Self(.all(left.node.conjuncts + right.node.conjuncts))
  }

  /// Holds if at least one of the two conditions holds.
  public static func || (left: Self, right: Self) -> Self {
    Self(.any(left.node.alternatives + right.node.alternatives))
  }

  /// Holds if the condition does not.
  public static prefix func ! (condition: Self) -> Self { Self(.not(condition.node)) }
}

extension AssetPredicate.Node {
  // Flattened, so that a long chain makes no deep tree.
  fileprivate var conjuncts: [Self] { if case .all(let parts) = self { parts } else { [self] } }
  fileprivate var alternatives: [Self] { if case .any(let parts) = self { parts } else { [self] } }

  fileprivate func matches(_ asset: Asset) -> Bool {
    switch self {
    case .constant(let value): value
    case .all(let parts): parts.allSatisfy { $0.matches(asset) }
    case .any(let parts): parts.contains { $0.matches(asset) }
    case .not(let part): !part.matches(asset)
    case .compare(let column, let comparison, let value): comparison.holds(column.value(of: asset), value)
    case .isOneOf(let column, let values): column.value(of: asset).map(values.contains) ?? false
    case .hasBits(let column, let bits):
      if case .integer(let value) = column.value(of: asset) { value & bits == bits } else { false }
    case .has(let column): column.value(of: asset) != nil
    case .contains(let column, let text):
      if case .utf8(let bytes) = column.value(of: asset) {
        AssetColumn.contains(String(decoding: bytes, as: UTF8.self), text)
      } else {
        false
      }
    }
  }
}

extension AssetPredicate.Comparison {
  fileprivate func holds(_ left: AssetColumn.Value?, _ right: AssetColumn.Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): holds(left, right, <)
    case (.real(let left), .real(let right)): holds(left, right, <)
    case (.utf8(let left), .utf8(let right)): holds(left, right) { $0.lexicographicallyPrecedes($1) }
    default: false
    }
  }

  private func holds<Value: Equatable>(_ left: Value, _ right: Value, _ precedes: (Value, Value) -> Bool)
    -> Bool
  {
    switch self {
    case .equal: left == right
    case .less: precedes(left, right)
    case .lessOrEqual: left == right || precedes(left, right)
    case .greater: precedes(right, left)
    case .greaterOrEqual: left == right || precedes(right, left)
    }
  }
}

/// A property of assets that the catalogue can search and sort by: its name in SQL, and its value in memory.
package enum AssetColumn: String, Hashable, Sendable, CaseIterable {
  case row = "asset.id"
  case identifier = "asset.identifier"
  case created = "asset.created"
  case localCreated = "(asset.created + asset.secondsEast)"
  case modified = "asset.modified"
  case isFavorite = "asset.isFavorite"
  case isHidden = "asset.isHidden"
  case latitude = "asset.latitude"
  case longitude = "asset.longitude"
  case subtypes = "asset.subtypes"
  case burst = "asset.burst"
  case burstSelection = "asset.burstSelection"
  case isRepresentative = "asset.isRepresentative"
  case adjustments = "asset.adjustments"
  case width = "file.width"
  case height = "file.height"
  case byteCount = "file.byteCount"
  case fileName = "fileName(file.path)"

  package enum Value: Hashable, Sendable {
    case integer(Int)
    case real(Double)
    /// Text as its bytes: SQLite compares bytes, while two ways to write an accent are equal in Swift.
    case utf8([UInt8])

    static func text(_ text: String) -> Self { .utf8(Array(text.utf8)) }
  }

  /// Whether the property belongs to the file, which a query then has to include.
  package var isOfFile: Bool {
    self == .width || self == .height || self == .byteCount || self == .fileName
  }

  /// Whether a property contains this text, whatever the case and the accents of either.
  package static func contains(_ value: String, _ text: String) -> Bool {
    text.isEmpty || value.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }

  package var isNullable: Bool {
    self == .latitude || self == .longitude || self == .burst || self == .adjustments
  }

  /// The asset's value, or `nil` if the catalogue has none.
  func value(of asset: Asset) -> Value? {
    switch self {
    case .row: .integer(Int(asset.row))
    case .identifier: .text(asset.localIdentifier)
    case .created: .real(asset.creationDate.timeIntervalSince1970)
    case .localCreated: .real(asset.creationDate.timeIntervalSince1970 + Double(asset.secondsEast))
    case .modified: .real(asset.modificationDate.timeIntervalSince1970)
    case .isFavorite: .integer(asset.isFavorite ? 1 : 0)
    case .isHidden: .integer(asset.isHidden ? 1 : 0)
    case .latitude: asset.location.map { .real($0.latitude) }
    case .longitude: asset.location.map { .real($0.longitude) }
    case .subtypes: .integer(asset.mediaSubtypes.rawValue)
    case .burst: asset.burstIdentifier.map { .text($0) }
    case .burstSelection: .integer(asset.burstSelectionTypes.rawValue)
    case .isRepresentative: .integer(asset.representsBurst ? 1 : 0)
    case .adjustments: asset.hasAdjustments ? .integer(1) : nil
    case .width: .integer(asset.pixelSize.width)
    case .height: .integer(asset.pixelSize.height)
    case .byteCount: .integer(asset.byteCount)
    case .fileName: .text(asset.fileName)
    }
  }
}
