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

extension StrategyDescriptor {
  /// The first setting that this strategy does not take, as in `expected leading from 0 to 20 screenfuls, found 99`; `nil` if it takes
  /// all of them.
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
