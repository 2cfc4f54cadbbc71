internal import GalleryKit
internal import Support

/// Searches windows, orders and parameters on virtual clocks, with as many concurrent runs as jobs.
///
/// A grid comes first, then two rounds of refinement around the Pareto front of the candidates within the budget, then
/// rounder values for the parameters of the best. The best few are tried in variations and at other loads. Every run has its own
/// clock, ledger and decoder, so the outcome does not depend on the number of jobs, or on whether the grid was divided into shares.
package struct Search: Sendable {
  package struct Progress: Sendable {
    /// The current stage: `grid`, `refinement 1 of 2`.
    package let stage: String
    package internal(set) var done = 0
    package let total: Int
    /// Whether it counts combinations; otherwise it counts trials of evaluated ones.
    package var countsCombinations = false
  }

  let options: AdviceOptions
  package let settings: [SearchSetting]
  private let space: SearchSpace
  private let provenance: Provenance
  let jobs: Int
  let isStopped: @Sendable () -> Bool
  private let keep: @Sendable (AdviceFile) -> Void
  let onProgress: @Sendable (Progress) -> Void
  package var scenarios: [AdviceScenario] { settings.map(\.record) }
  package let grid: [Combination]

  /// - Parameters:
  ///   - keep: receives the search so far whenever its evaluations have doubled within a stage.
  ///   - isStopped: asked before each run; after the first `true` no run begins, and the evaluated candidates are the search.
  /// - Throws: ``AdviceError`` if this program lacks something that the options name.
  package init(
    options: AdviceOptions, settings: [SearchSetting], provenance: Provenance, jobs: Int,
    keep: @escaping @Sendable (AdviceFile) -> Void = { _ in },
    isStopped: @escaping @Sendable () -> Bool = { false },
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws(AdviceError) {
    (self.options, self.settings, self.provenance) = (options, settings, provenance)
    self.jobs = jobs
    (self.keep, self.isStopped, self.onProgress) = (keep, isStopped, onProgress)
    space = try SearchSpace(options)
    // Four fifths for the grid; each round of refinement gets up to half of the rest.
    grid = space.grid(count: max(1, (options.combinations ?? 0) * 4 / 5))
  }

  package func run() throws -> AdviceFile { try finish(evaluate(grid, stage: "grid")) }

  package func run(_ shard: AdviceFile.Shard) throws -> AdviceFile {
    let share = shard.places(in: grid.count).map { grid[$0] }
    let candidates = try evaluate(share, stage: "grid, \(shard)", of: shard)
    return file(candidates, of: shard, isWhole: candidates.count == share.count)
  }

  /// Refines an evaluated grid, and derives the outcome.
  package func finish(_ grid: [Candidate]) throws -> AdviceFile {
    var candidates = grid
    var combinations = self.grid
    func extend(by proposals: [Combination], _ stage: String) throws {
      candidates += try evaluate(proposals, stage: stage, after: candidates)
      combinations += proposals
    }
    // Fewer candidates than combinations: the search was stopped.
    for round in 1...Refinement.rounds where candidates.count == combinations.count && roundLimit > 0 {
      let proposals = proposals(around: candidates, of: combinations, limit: roundLimit)
      try extend(by: proposals, "refinement \(round) of \(Refinement.rounds)")
    }
    if candidates.count == combinations.count, options.combinations != nil,
      let best = file(candidates, isWhole: true).outcome?.recommended
    {
      let rounder = space.rounder(than: combinations[best.candidate])
      try extend(by: rounder.filter { !combinations.contains($0) }, "rounding")
    }
    let evaluated = file(candidates, isWhole: candidates.count == combinations.count)
    return evaluated.plannedCount == nil ? try tried(evaluated) : evaluated
  }

  /// The search with its best few tried under other assumptions and at other loads, or with all of them tried at each load.
  private func tried(_ file: AdviceFile) throws -> AdviceFile {
    var file = file
    let all = file.candidates.map(\.combination)
    let finalists = file.outcome?.finalists(among: file.candidates).map { all[$0] } ?? []
    let variations = options.varies ? try variations(of: finalists) : nil
    let rivals = options.comparesEvery ? all : finalists
    let loads = options.loads.isEmpty || rivals.isEmpty ? nil : try loads(of: rivals)
    file.outcome = AdviceFile.Outcome(of: file, in: variations, at: loads)
    let lacksVariations = options.varies && variations == nil && finalists.count > 1
    if lacksVariations || loads?.count ?? options.loads.count < options.loads.count {
      let variationCount = options.varies ? settings[0].runner.scenario.variations.count : 0
      file.plannedCount = all.count + finalists.count * variationCount + rivals.count * options.loads.count
    }
    return file
  }

  private var roundLimit: Int { (options.combinations ?? 0) / 10 }

  /// The combinations to try around the front, and, while there is room, around the front of the others, and so on.
  ///
  /// That is, by ranks of dominance (N. Srinivas and K. Deb, "Multiobjective Optimization Using Nondominated
  /// Sorting in Genetic Algorithms", *Evolutionary Computation* 2, 1994). If nothing fits the budget, all
  /// candidates count.
  private func proposals(
    around candidates: [Candidate], of combinations: [Combination], limit: Int
  ) -> [Combination] {
    let anyFits = candidates.contains(where: \.fits)
    var rivals = candidates.indices.filter { candidates[$0].fits || !anyFits }
    var refinement = Refinement(of: combinations, in: space)
    var proposals: [Combination] = []
    while proposals.count < limit {
      let front = Front.places(of: candidates, among: rivals)
      guard !front.isEmpty else { break }
      proposals += refinement.proposals(
        around: front.map { combinations[$0] }, limit: limit - proposals.count)
      let seen = Set(front)
      rivals.removeAll { seen.contains($0) }
    }
    return proposals
  }

  private func file(_ candidates: [Candidate], of shard: AdviceFile.Shard? = nil, isWhole: Bool) -> AdviceFile
  {
    let refined = options.combinations == nil ? 0 : Refinement.rounds * roundLimit + SearchSpace.mostRounder
    let planned = shard.map { $0.places(in: grid.count).count } ?? grid.count + refined
    var file = AdviceFile(
      provenance: provenance, options: options, scenarios: scenarios, shard: shard, gridCount: grid.count,
      plannedCount: isWhole ? nil : planned, candidates: candidates)
    if shard == nil { file.outcome = AdviceFile.Outcome(of: file) }
    return file
  }

  /// Evaluates combinations on several threads; a stopped search returns the evaluated ones, in order.
  private func evaluate(
    _ combinations: [Combination], stage: String, of shard: AdviceFile.Shard? = nil,
    after earlier: [Candidate] = []
  ) throws -> [Candidate] {
    let found = Locked<[Int: Candidate]>([:])
    return try all(Array(combinations.enumerated()), of: stage, countsCombinations: true) {
      place, combination in
      let candidate = try measure(combination, over: settings)
      let count = found.withLock { found in
        found[place] = candidate
        return found.count
      }
      if count.nonzeroBitCount == 1 {
        let inOrder = found.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        keep(file(earlier + inOrder, of: shard, isWhole: false))
      }
      return candidate
    }
  }

  /// Performs the parts of a stage, several at a time until the search is stopped, reports progress after
  /// each, and returns their values.
  func all<Part: Sendable, Value: Sendable>(
    _ parts: [Part], of stage: String, countsCombinations: Bool = false,
    _ perform: @Sendable (Part) throws -> Value
  ) throws -> [Value] {
    let start = Progress(stage: stage, total: parts.count, countsCombinations: countsCombinations)
    onProgress(start)
    return try parts.concurrentMap(
      workers: jobs, while: { !isStopped() },
      progress: { done, _ in
        var progress = start
        progress.done = done
        onProgress(progress)
      }, perform)
  }
}
