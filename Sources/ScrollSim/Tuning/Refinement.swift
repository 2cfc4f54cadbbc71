internal import GalleryKit

/// New combinations around a front: each member with one parameter moved half-way to a neighbouring value.
package struct Refinement: Sendable {
  private let space: SearchSpace
  private var seen: Set<Combination>
  /// The evaluated values, rising, by strategy and parameter.
  private let levels: [String: [String: [Double]]]

  /// The number of rounds that refine a search.
  package static let rounds = 2

  /// Prepares to refine evaluated combinations.
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
    var found: Set<Combination> = []
    let all = front.flatMap(neighbours).filter { !seen.contains($0) && found.insert($0).inserted }
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
