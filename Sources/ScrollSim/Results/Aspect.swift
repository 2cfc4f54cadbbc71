/// An aspect in which the combinations of a result may differ.
package enum Aspect: Hashable, Sendable {
  case strategy
  case axis(Axis)
  case visit

  /// All aspects, in the order in which tables show them.
  package static let all = [strategy] + Axis.allCases.map(axis) + [visit]

  /// As in `resizeMode`.
  package var word: String {
    switch self {
    case .strategy: "strategy"
    case .axis(let axis): axis.rawValue
    case .visit: "visit"
    }
  }

  var title: String { if case .axis(let axis) = self { axis.title } else { word } }

  var about: String {
    switch self {
    case .strategy: "What decides which images to hold ready."
    case .axis(let axis): axis.about
    case .visit: "How often the grid was visited, each time by a new process."
    }
  }

  /// The aspect with a given word or title, as in `resize`; `nil` if there is none.
  package init?(_ word: String) {
    guard let aspect = Self.all.first(where: { [$0.word, $0.title].contains(word) }) else { return nil }
    self = aspect
  }

  func value(in combination: Combination) -> String {
    switch self {
    case .strategy: combination.strategy
    case .axis(let axis): combination[axis] ?? Figure.none
    case .visit: combination.visitName ?? Figure.none
    }
  }
}
