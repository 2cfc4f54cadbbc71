internal import GalleryKit

/// Rounder parameters for a search's recommendation: digits without a visible effect only look exact.
package enum RounderParameters {
  /// The largest number of proposals.
  package static let most = 14

  /// Rounder combinations worth evaluating: with one and with two digits of every parameter that is not at its default,
  /// and of each alone, and with each alone at its default.
  package static func proposals(for combination: Combination, in space: SearchSpace) -> [Combination] {
    let changed = space.freeParameters(of: combination).filter {
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
    var seen: Set = [combination]
    let all =
      [1, 2].map { rounded(changed, to: $0) }
      + changed.flatMap { [with([($0, $0.defaultValue)]), rounded([$0], to: 1), rounded([$0], to: 2)] }
    return Array(all.compactMap(\.self).filter { seen.insert($0).inserted }.prefix(most))
  }
}
