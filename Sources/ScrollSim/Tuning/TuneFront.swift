internal import GalleryKit

extension TuneOutcome {
  /// Derives a search's outcome: the front of the candidates within the budget, its knee, the ``Choice``, and curves of memory.
  ///
  /// The front lists the recommendation, too, which may be simpler than those that no other beats.
  package init(of candidates: [TuneCandidate], in variations: [VariationRecord]? = nil) {
    let front = Self.front(of: candidates)
    let rivals = Self.rivals(among: candidates)
    let chosen = Choice(rivals.map(\.rival), in: variations ?? []).map { rivals[$0.chosen].place }
    let listed = (front + [chosen].compactMap(\.self).filter { !front.contains($0) })
      .sorted { (candidates[$0].objectives?[0] ?? 0, $0) < (candidates[$1].objectives?[0] ?? 0, $1) }
    self.init(
      front: listed, knee: Self.knee(of: front, candidates),
      recommendation: chosen.map { Advice(candidates[$0], at: $0) },
      curves: Self.curves(of: candidates))
    self.variations = variations
  }

  /// The places of the Pareto front of the candidates that fit, by rising memory.
  package static func front(of candidates: [TuneCandidate]) -> [Int] {
    front(of: candidates, among: candidates.indices.filter { candidates[$0].fits })
  }

  /// The places of the Pareto front of some candidates, by rising memory.
  ///
  /// Among equals, the one with the fewest parameters stands for all, then the one with the most defaults, then the one
  /// with the roundest values, then the first.
  static func front(of candidates: [TuneCandidate], among places: [Int]) -> [Int] {
    let rivals = places.filter { candidates[$0].overall != nil }
      .map { place in
        let candidate = candidates[place]
        return (length: Rival(candidate)?.length ?? [], place: place)
      }
      .sorted {
        $0.length == $1.length ? $0.place < $1.place : $0.length.lexicographicallyPrecedes($1.length)
      }
      .map(\.place)
    return ParetoFront.places(in: rivals.map { candidates[$0].objectives ?? [] }).map { rivals[$0] }
  }

  /// The knee of memory against the loss that a person sees.
  private static func knee(of front: [Int], _ candidates: [TuneCandidate]) -> Int? {
    let figures = front.compactMap { place in candidates[place].overall.map { (place: place, figures: $0) } }
    // Candidates that only settle faster are not in this front.
    let flat = ParetoFront.places(in: figures.map { [$0.figures.peakImageBytes, $0.figures.merit.loss] })
      .map { figures[$0] }
    let knee = Knee.place(in: flat.map { (x: $0.figures.peakImageBytes, y: $0.figures.merit.loss) })
    return knee.map { flat[$0].place }
  }

  /// For each strategy, the best blank area and hit rate at each level of memory, within the budget or beyond it.
  private static func curves(of candidates: [TuneCandidate]) -> [Curve] {
    var strategies: [String] = []
    for candidate in candidates where !strategies.contains(candidate.combination.strategy) {
      strategies.append(candidate.combination.strategy)
    }
    return strategies.map { strategy in
      let figures = candidates.filter { $0.combination.strategy == strategy && $0.failure == nil }.compactMap(
        \.overall
      )
      .sorted { $0.peakImageBytes < $1.peakImageBytes }
      var points: [Point] = []
      for figure in figures {
        var point = points.last ?? Point(memoryBytes: 0, blankAreaRatio: .infinity, cacheHitRate: nil)
        point.blankAreaRatio = min(point.blankAreaRatio, figure.blankAreaRatio)
        point.cacheHitRate = [point.cacheHitRate, figure.cacheHitRate].compactMap(\.self).max()
        let isBetter =
          point.blankAreaRatio != points.last?.blankAreaRatio
          || point.cacheHitRate != points.last?.cacheHitRate
        guard isBetter else { continue }
        if points.last?.memoryBytes == figure.peakImageBytes { points.removeLast() }
        point.memoryBytes = figure.peakImageBytes
        points.append(point)
      }
      return Curve(strategy: strategy, points: points)
    }
  }
}

extension TuneOutcome.Advice {
  /// Recommends a candidate.
  init(_ candidate: TuneCandidate, at place: Int) {
    self.init(
      candidate: place, scenarioJSON: candidate.combination.scenarioJSON,
      swift: candidate.combination.swift)
  }
}

/// The point of a front beyond which more of one objective buys little of the other.
///
/// Both objectives are scaled to 0…1 over the front; the knee is the point farthest below the chord from the front's one
/// end to the other (I. Das, "On characterizing the 'knee' of the Pareto curve based on Normal-Boundary Intersection",
/// *Structural Optimization* 18, 1999; the same measure as Kneedle's, V. Satopää et al., 2011).
package enum Knee {
  /// The knee's place in a front in order of rising `x` and falling `y`; `nil` if no point lies below the chord.
  package static func place(in front: [(x: Double, y: Double)]) -> Int? {
    guard let first = front.first, let last = front.last, last.x > first.x, first.y > last.y else {
      return nil
    }
    // On the chord from (0, 1) to (1, 0), x + y is 1; the distance is the missing part over √2, a factor that all share.
    let depths = front.map { point in
      1 - (point.x - first.x) / (last.x - first.x) - (point.y - last.y) / (first.y - last.y)
    }
    guard let deepest = depths.max(), deepest > 1e-9 else { return nil }
    return depths.firstIndex(of: deepest)
  }
}
