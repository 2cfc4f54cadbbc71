package import BenchReport
internal import GalleryKit

/// Rounder parameters for a search's recommendation: digits without a visible effect only look exact.
package enum RounderParameters {
  /// The further image memory that a rounder combination may need, as a share.
  static let memory = 0.02
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

extension TuneOutcome {
  /// The place of the recommendation instead of the best: among combinations of its strategy and options that look as
  /// good and need hardly more memory (``RounderParameters/memory``), the one with the fewest parameters away from
  /// their defaults, then the fewest digits.
  static func plainest(like best: Int, among candidates: [TuneCandidate]) -> Int {
    let alike = winners(of: candidates.indices.filter { candidates[$0].fits }, candidates)?.equals ?? []
    guard let bytes = candidates[best].overall?.merit.imageBytes else { return best }
    let rivals = alike.filter { place in
      var twin = candidates[place].combination
      twin.parameters = candidates[best].combination.parameters
      guard twin == candidates[best].combination, let merit = candidates[place].overall?.merit else {
        return false
      }
      return merit.imageBytes <= bytes * (1 + RounderParameters.memory)
    }
    return ([best] + rivals).min { candidates[$0].plainness < candidates[$1].plainness } ?? best
  }
}

extension TuneCandidate {
  /// The number of parameters away from their defaults, and the digits of all parameters; less reads better.
  var plainness: (Int, Int) {
    (changedParameters, combination.parameters.values.reduce(0) { $0 + ParameterLevels.digits(of: $1) })
  }
}
