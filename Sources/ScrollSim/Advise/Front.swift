internal import GalleryKit

extension AdviceFile.Outcome {
  /// Derives a search's outcome; the recommended candidate may be a simpler one than those on the front, and beaten by one of them.
  init(of file: AdviceFile, in variations: [VariationRecord]? = nil, at loads: [LoadRecord]? = nil) {
    var file = file
    file.outcome = Self(front: [], variations: variations, loads: loads)
    let candidates = file.candidates
    let front = Front.places(of: candidates, among: candidates.indices.filter { candidates[$0].fits })
    let combination = Recommendation(file).combination
    let chosen = combination.flatMap { chosen in candidates.firstIndex { $0.combination == chosen } }
    self.init(
      front: front.sorted { (candidates[$0].objectives[0], $0) < (candidates[$1].objectives[0], $1) },
      knee: Front.knee(of: front, candidates), recommended: chosen.map { file.advice(on: $0) },
      variations: variations, loads: loads)
  }

  /// The places of the recommendation and its possible replacements on the front, at most `most`.
  ///
  /// The list alternates between those that need no less memory, by rising loss, and those that need less and are seen to
  /// lose more, the nearest first: the former show if the recommendation leaves too much unseen, the latter if it needs too
  /// much memory.
  package func contenders(among candidates: [Candidate], most: Int) -> [Int] {
    guard let best = recommended?.candidate, let mine = candidates[best].figures else { return [] }
    let others = front.filter { $0 != best }.compactMap { place in
      candidates[place].figures.map { (place: place, figures: $0) }
    }
    let isLarger = { (figures: DecidingFigures) in figures.peakImageBytes >= mine.peakImageBytes }
    var larger = others.filter { isLarger($0.figures) }
      .sorted { ($0.figures.loss, $0.place) < ($1.figures.loss, $1.place) }[...]
    var smaller = others.filter { !isLarger($0.figures) && $0.figures.isSeenToLose(more: mine) }
      .sorted { ($1.figures.peakImageBytes, $0.place) < ($0.figures.peakImageBytes, $1.place) }[...]
    var chosen = [best]
    while chosen.count < most, let next = larger.popFirst() ?? smaller.popFirst() {
      chosen.append(next.place)
      if chosen.count < most, let next = smaller.popFirst() { chosen.append(next.place) }
    }
    return Array(chosen.prefix(most))
  }

  /// The places of the combinations worth a close look: the front's best few, and the best of a few strategies.
  func finalists(among candidates: [Candidate]) -> [Int] {
    let few = (front: 6, strategies: 5)
    func loss(_ place: Int) -> (Double, Double, Int) {
      let figures = candidates[place].figures
      return (figures?.loss ?? 1, figures?.peakImageBytes ?? 0, place)
    }
    let byLoss = candidates.indices.filter { candidates[$0].fits }.sorted { loss($0) < loss($1) }
    let best = byLoss.uniqued { candidates[$0].combination.strategy }.prefix(few.strategies)
    return (contenders(among: candidates, most: few.front) + best).uniqued
  }
}

extension Candidate {
  /// What the search minimises: memory, the loss that a person sees while scrolling, time to settle.
  ///
  /// If the grid never rests, the time to settle is unknown and counts as the worst, as does anything that
  /// was not measured.
  package var objectives: [Double] {
    guard let figures else { return Array(repeating: .infinity, count: 3) }
    return [figures.peakImageBytes, figures.loss, figures.settleToFullMs ?? .infinity]
  }

  /// The significant digits of the parameters that are not at their defaults; more take longer to read.
  private var digits: Int {
    combination.changedParameters.compactMap { combination.parameters[$0] }.reduce(0) { count, value in
      count + ((1..<17).first { value.rounded(toDigits: $0) == value } ?? 17)
    }
  }

  /// How long the combination is to write down: its parameters, those that are not at their defaults, and
  /// their digits.
  private var length: [Int] { [combination.parameters.count, combination.changedParameters.count, digits] }

  package var rival: Rival? { figures.map { Rival(combination, $0, length: length) } }
}

/// The best of a search, and the point of it from which more memory buys little.
enum Front {
  /// The places of the Pareto front of some candidates, by rising memory.
  ///
  /// Among equals, the one with the fewest parameters stands for all, then the one with the most defaults, then the one
  /// with the roundest values, then the first.
  static func places(of candidates: [Candidate], among places: [Int]) -> [Int] {
    let simplest = places.compactMap { place in
      candidates[place].rival.map { (length: $0.length, place: place) }
    }
    .sorted {
      $0.length == $1.length ? $0.place < $1.place : $0.length.lexicographicallyPrecedes($1.length)
    }
    .map(\.place)
    return ParetoFront.places(in: simplest.map { candidates[$0].objectives }).map { simplest[$0] }
  }

  /// The knee of memory against the loss that a person sees; candidates that only settle faster are not in that front.
  static func knee(of front: [Int], _ candidates: [Candidate]) -> Int? {
    let points = front.map { Array(candidates[$0].objectives.prefix(2)) }
    let flat = ParetoFront.places(in: points)
    return knee(in: flat.map { (x: points[$0][0], y: points[$0][1]) }).map { front[flat[$0]] }
  }

  /// The place of the point beyond which more of one objective buys little of the other, in a front in order of rising `x` and
  /// falling `y`; `nil` if no point lies below the chord.
  ///
  /// Both objectives are scaled to 0…1 over the front; the knee is the point farthest below the chord between
  /// the front's ends (I. Das, "On characterizing the 'knee' of the Pareto curve based on Normal-Boundary
  /// Intersection", *Structural Optimization* 18, 1999; the same measure as Kneedle's, V. Satopää et al.,
  /// 2011).
  static func knee(in front: [(x: Double, y: Double)]) -> Int? {
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

/// The points that no other point dominates.
///
/// All objectives are better when smaller. A point is dominated by one that is no greater in any objective (V. Pareto, 1906; the
/// form is that of K. Deb, *Multi-Objective Optimization Using Evolutionary Algorithms*, 2001, 2.4). The first of equal points
/// stands for all.
package enum ParetoFront {
  /// - Complexity: O(*n* log *n* + *n* × front).
  package static func places(in points: [[Double]]) -> [Int] {
    let order = points.indices.sorted { first, second in
      points[first] == points[second]
        ? first < second : points[first].lexicographicallyPrecedes(points[second])
    }
    // A point that dominates another precedes it in this order.
    var front: [Int] = []
    for place in order
    where !front.contains(where: { zip(points[$0], points[place]).allSatisfy { $0 <= $1 } }) {
      front.append(place)
    }
    return front
  }
}
