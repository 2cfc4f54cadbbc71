/// What each choice in one aspect changes, over all pairs of runs and pair by pair.
package struct ChoiceComparison: Hashable, Sendable, Encodable {
  /// The aspect, as in `resizeMode`.
  package let by: String
  /// One effect for each choice but the base, over all pairs.
  package let choices: [ChoiceEffect]
  /// The same for each pair by itself.
  package let pairs: [ChoiceEffect]

  /// Compares every choice with the one that a scenario has where it does not say, or else with the first.
  ///
  /// References take no part, and of several visits the last one alone.
  ///
  /// - Returns: `nil` if no two runs differ in this aspect alone.
  package init?(_ result: ResultFile, by aspect: Aspect) {
    var pools = PooledRuns.gather(result.runs).filter {
      !$0.combination.isReference && !$0.completed.isEmpty
    }
    if aspect != .visit {
      let last = pools.compactMap(\.combination.visit).max()
      pools.removeAll { $0.combination.visit != last }
    }
    let names = RowNames(pools.map(\.combination))
    func name(_ pool: PooledRuns) -> String {
      aspect == .strategy ? names.strategy(pool.combination) : aspect.value(in: pool.combination)
    }
    let found = pools.map(name).uniqued
    guard let base = found.first(where: { $0 == aspect.standard }) ?? found.first else { return nil }
    func pairs(of choice: String) -> [ChoicePair] {
      pools.filter { name($0) == choice }.compactMap { head in
        let rest = aspect.rest(of: head.combination)
        return pools.first { name($0) == base && aspect.rest(of: $0.combination) == rest }.map {
          ChoicePair(name: names.line(for: head.combination, without: aspect), base: $0, head: head)
        }
      }
    }
    let matched = found.filter { $0 != base }.map { (choice: $0, pairs: pairs(of: $0)) }
      .filter { !$0.pairs.isEmpty }
    guard !matched.isEmpty else { return nil }
    by = aspect.word
    choices = matched.map { ChoiceEffect($0.choice, against: base, $0.pairs, of: result) }
    self.pairs = matched.flatMap { choice, pairs in
      pairs.map { ChoiceEffect(choice, against: base, [$0], of: result) }
    }
  }

  /// The comparison as JSON: keys sorted; what has no value is absent.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  package func json() throws -> String {
    try stableJSON()
  }
}

extension Aspect {
  /// What a scenario chooses that does not say.
  fileprivate var standard: String? {
    if case .axis(let axis) = self { axis.standard } else { nil }
  }

  /// A combination without its choice.
  fileprivate func rest(of combination: Combination) -> Combination {
    var rest = combination
    switch self {
    case .strategy: (rest.strategy, rest.parameters) = ("", [:])
    case .axis(let axis): rest[axis] = nil
    case .visit: rest.visit = nil
    }
    return rest
  }
}
