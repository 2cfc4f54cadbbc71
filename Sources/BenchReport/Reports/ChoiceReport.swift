package import ScrollSim

extension Document {
  /// Reports the effects of each choice in an aspect, in a sentence each: over all pairs, and pair by pair.
  package init(_ comparison: ChoiceComparison, of result: ResultFile) {
    let heading = "\(result.scenario.name) · \(result.mode.rawValue): by \(comparison.by)"
    head = Head(
      title: heading, kind: "scrollsim compare", heading: result.scenario.name, about: result.scenario.about)
    let isOnePairEach = comparison.pairs.count == comparison.choices.count
    let details = isOnePairEach ? [] : comparison.pairs.map { "\($0.pairs.joined()): \($0.sentence)" }
    blocks = [
      .section(
        heading,
        [
          .sentences(comparison.choices.map { Sentence($0.summary, .strong) }),
          .list(details + [result.disturbanceNote].compactMap(\.self)), .hint(comparison.reading),
        ])
    ]
  }
}

extension ChoiceComparison {
  fileprivate var reading: String {
    let effects = choices.flatMap(\.effects)
    if effects.contains(where: { $0.halfWidth != nil }) {
      return "± is the 95 % confidence interval of the mean difference between iterations."
    }
    return effects.contains { $0.weight == .unknown }
      ? "One iteration does not say how far to trust a difference; '--rounds 5' does."
      : "A model is exact: every difference counts."
  }
}

extension ChoiceEffect {
  var summary: String {
    guard pairs.count > 1 else { return "\(sentence)." }
    return "\(sentence); on average over \(pairs.count > 3 ? "\(pairs.count) pairs" : pairs.listed)."
  }

  /// The effects in words: changes, uncertain ones and equal figures, as in `exact against fast: image memory -43 %`.
  fileprivate var sentence: String {
    func titles(_ effects: [Effect]) -> String? {
      effects.isEmpty ? nil : effects.map { ResultColumn.title(of: $0.metric) }.listed
    }
    let untold = effects.filter { $0.weight == .withinSpread }
    let told = effects.filter { $0.weight != .withinSpread && !$0.isNothing }.map(\.words)
    let parts = [
      told.isEmpty ? nil : told.joined(separator: ", "),
      titles(untold).map { "\($0) cannot be told apart" },
      titles(effects.filter { $0.weight != .withinSpread && $0.isNothing }).map { "\($0) alike" },
    ]
    return "\(choice) against \(base): \(parts.compactMap(\.self).joined(separator: "; "))"
  }
}

extension ChoiceEffect.Effect {
  fileprivate var isNothing: Bool { !Figure.change(mean, unit: unit).contains { "1"..."9" ~= $0 } }

  /// The difference with its interval, as in `blank +4.7 pp ± 0.4`.
  fileprivate var words: String {
    let spread = halfWidth.map { " \(Figure.spread($0, around: mean, unit: unit))" } ?? ""
    return "\(ResultColumn.title(of: metric)) \(Figure.change(mean, unit: unit))\(spread)"
  }
}
