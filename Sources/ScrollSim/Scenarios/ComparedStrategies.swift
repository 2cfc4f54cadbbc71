package import GalleryKit

/// The strategies that scenarios and tables can name: the gallery's, custom ones included, and the one that knows the future.
package enum ComparedStrategies {
  /// All of them, in the order of the tables.
  package static var all: [any CachingStrategy.Type] { CachingStrategies.all + [OracleStrategy.self] }

  /// The strategy of that name, or `nil`.
  package static func named(_ name: String) -> (any CachingStrategy.Type)? {
    all.first { $0.descriptor.name == name }
  }
}
