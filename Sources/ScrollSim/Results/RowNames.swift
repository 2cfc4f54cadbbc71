/// Names combinations by their differences: the strategy, its parameters that vary, and the options that do.
package struct RowNames {
  package let titles: [String]

  /// The aspects that tell combinations apart, besides the strategy.
  private let options: [Aspect]
  private let tellingParameters: [String: [String]]

  package static let about = Dictionary(uniqueKeysWithValues: Aspect.all.map { ($0.title, $0.about) })

  package init(_ combinations: [Combination]) {
    // A reference may have its own order, which does not tell it apart from the others.
    let others = combinations.filter { !$0.isReference }
    let rivals = others.isEmpty ? combinations : others
    // A library that was tried in several orders needs names that tell them apart.
    let groups =
      [rivals] + Dictionary(grouping: combinations.filter { $0.library != nil }, by: \.library).values
    options = Aspect.all.dropFirst().filter { aspect in
      groups.contains { Set($0.map(aspect.value)).count > 1 }
    }
    titles = ["strategy"] + options.map(\.title)
    tellingParameters = Dictionary(grouping: combinations.filter { $0.library == nil }, by: \.strategy)
      .mapValues { rivals in
        let names = Set(rivals.flatMap(\.parameters.keys)).sorted()
        return names.filter { name in Set(rivals.map { $0.parameters[name] }).count > 1 }
      }
  }

  /// The strategy with the parameters that tell it apart from its namesakes, as in `screens(leading=3)`.
  func strategy(_ combination: Combination) -> String {
    if let library = combination.library { return library }
    let telling = tellingParameters[combination.strategy] ?? []
    return combination.strategy + combination.parameters.settings(of: telling)
  }

  package func texts(for combination: Combination) -> [String] {
    let strategy = strategy(combination) + (combination.role.map { " (\($0))" } ?? "")
    return [strategy] + options.map { $0.value(in: combination) }
  }

  /// All texts as one, as in `screens(leading=3)/retained`.
  package func line(for combination: Combination) -> String { line(for: combination, without: nil) }

  /// All texts as one, without an aspect and without an order that is named after its strategy.
  func line(for combination: Combination, without aspect: Aspect?) -> String {
    ([.strategy] + options).filter { $0 != aspect }
      .filter { $0 != .axis(.order) || $0.value(in: combination) != combination.strategy }
      .map { $0 == .strategy ? strategy(combination) : $0.value(in: combination) }.joined(separator: "/")
  }
}

extension [String: Double] {
  /// Every setting as `leading=3`, in order of the names.
  package var words: [String] { sorted { $0.key < $1.key }.map { "\($0.key)=\(Figure.plain($0.value))" } }

  /// Some settings as `(leading=3,trailing=1)`; empty if there are none.
  package func settings(of names: [String]) -> String {
    let settings = names.compactMap { name in self[name].map { "\(name)=\(Figure.plain($0))" } }
    return settings.isEmpty ? "" : "(\(settings.joined(separator: ",")))"
  }
}
