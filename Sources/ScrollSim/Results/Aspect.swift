/// An aspect in which the combinations of a result may differ.
package enum Aspect: Hashable, Sendable {
  case strategy
  case axis(Axis)
  case visit

  /// All aspects, in the order in which tables show them.
  package static let all = [strategy] + Axis.allCases.map(axis) + [visit]

  private var facts: (word: String, title: String, about: String) {
    switch self {
    case .strategy: ("strategy", "strategy", "The rule that decides which images to keep ready.")
    case .axis(let axis): (axis.rawValue, axis.title, axis.about)
    case .visit: ("visit", "visit", "How often the grid was visited, each time by a new process.")
    }
  }

  /// As in `resizeMode`.
  package var word: String { facts.word }
  var title: String { facts.title }
  var about: String { facts.about }

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
