/// The effects of each choice in one aspect, over all pairs of runs and pair by pair.
package struct ChoiceComparison: Hashable, Sendable, Encodable {
  /// The aspect, as in `resizeMode`.
  package let by: String
  /// One effect for each choice except the base, over all pairs.
  package let choices: [ChoiceEffect]
  /// The effects for each pair by itself.
  package let pairs: [ChoiceEffect]

  /// Compares every choice with a scenario's default, or with the first if the result lacks it; `nil` without a pair.
  ///
  /// References do not count; of several visits only the last does, unless visits are compared.
  package init?(_ result: ResultFile, by aspect: Aspect) {
    var pools = PooledRuns.gather(result.runs).filter { !$0.combination.isReference && !$0.completed.isEmpty }
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
}

extension Aspect {
  fileprivate var standard: String? { if case .axis(let axis) = self { axis.standard } else { nil } }

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
