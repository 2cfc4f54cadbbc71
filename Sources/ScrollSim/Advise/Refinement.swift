internal import GalleryKit

/// New combinations around a front: each member with one parameter moved half-way to a neighbouring value.
package struct Refinement: Sendable {
  private let space: SearchSpace
  private var seen: Set<Combination>
  /// The evaluated values, rising, by strategy and parameter.
  private let levels: [String: [String: [Double]]]

  package static let rounds = 2

  package init(of evaluated: [Combination], in space: SearchSpace) {
    self.space = space
    seen = Set(evaluated)
    levels = Dictionary(grouping: evaluated, by: \.strategy).mapValues { combinations in
      var values: [String: Set<Double>] = [:]
      for combination in combinations {
        for (name, value) in combination.parameters { values[name, default: []].insert(value) }
      }
      return values.mapValues { $0.sorted() }
    }
  }

  /// Up to `limit` combinations that were neither evaluated nor proposed yet, spread evenly over the front.
  package mutating func proposals(around front: [Combination], limit: Int) -> [Combination] {
    let all = front.flatMap(neighbours).filter { !seen.contains($0) }.uniqued
    let proposals = all.count > limit ? (0..<max(0, limit)).map { all[$0 * all.count / limit] } : all
    seen.formUnion(proposals)
    return proposals
  }

  private func neighbours(of combination: Combination) -> [Combination] {
    space.freeParameters(of: combination).flatMap { parameter -> [Combination] in
      guard let value = combination.parameters[parameter.name],
        let levels = levels[combination.strategy]?[parameter.name], let place = levels.firstIndex(of: value)
      else { return [] }
      let beside = [place - 1, place + 1].filter(levels.indices.contains).map { levels[$0] }
      return beside.compactMap { ParameterLevels.middle(of: value, and: $0, for: parameter) }.map { middle in
        var moved = combination
        moved.parameters[parameter.name] = middle
        return moved
      }
    }
  }
}

extension SearchSpace {
  /// The most combinations that ``rounder(than:)`` proposes.
  package static let mostRounder = 14

  /// Rounder combinations worth evaluating, since digits without a visible effect only look exact: with one and with two digits of
  /// every parameter that is not at its default, and of each alone, and with each alone at its default.
  package func rounder(than combination: Combination) -> [Combination] {
    let changed = freeParameters(of: combination).filter {
      combination.parameters[$0.name] != $0.defaultValue
    }
    func with(_ values: [(StrategyDescriptor.Parameter, Double)]) -> Combination? {
      guard values.allSatisfy({ $0.range.contains($1) }) else { return nil }
      var rounder = combination
      for (parameter, value) in values { rounder.parameters[parameter.name] = value }
      return rounder
    }
    func rounded(_ parameters: [StrategyDescriptor.Parameter], to digits: Int) -> Combination? {
      with(
        parameters.map {
          ($0, (combination.parameters[$0.name] ?? $0.defaultValue).rounded(toDigits: digits))
        })
    }
    let all =
      [1, 2].map { rounded(changed, to: $0) }
      + changed.flatMap { [with([($0, $0.defaultValue)]), rounded([$0], to: 1), rounded([$0], to: 2)] }
    return Array(([combination] + all.compactMap(\.self)).uniqued.dropFirst().prefix(Self.mostRounder))
  }
}
