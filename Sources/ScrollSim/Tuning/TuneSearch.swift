internal import GalleryKit
internal import Support

/// Searches caching strategies and their parameters on virtual clocks, with as many runs at a time as jobs.
///
/// A grid comes first, then two rounds of refinement around the Pareto front of the candidates within the budget, then
/// rounder values for the parameters of the best. Every run has its own clock, ledger and decoder, so the outcome does
/// not depend on the number of jobs, or on whether the grid was divided into shares.
package struct TuneSearch: Sendable {
  /// The progress of a search.
  package struct Progress: Sendable {
    /// The current stage: `grid`, `refinement 1 of 2`.
    package let stage: String
    /// Combinations evaluated in this stage.
    package let done: Int
    /// Combinations of this stage.
    package let total: Int
    /// Whether it counts combinations; otherwise it counts trials of evaluated ones.
    package var countsCombinations = true
  }

  let options: TuneOptions
  package let settings: [TuneSetting]
  private let space: SearchSpace
  private let provenance: Provenance
  let jobs: Int
  let isStopped: @Sendable () -> Bool
  private let keep: @Sendable (TuneFile) -> Void
  let onProgress: @Sendable (Progress) -> Void
  /// Whether to try the recommendation under other assumptions than the model's.
  private let varies: Bool
  /// The scenarios as prepared here.
  package var scenarios: [TuneScenario] { settings.map(\.record) }
  /// The combinations that the search starts with.
  package let grid: [Combination]

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - jobs: the number of runs at a time.
  ///   - varies: whether to try the recommendation under other assumptions than the model's.
  ///   - keep: receives the search so far whenever its evaluations have doubled within a stage.
  ///   - isStopped: asked before each run; after the first `true` no run begins, and the evaluated candidates are the search.
  /// - Throws: ``TuneError`` if this program lacks something that the options name.
  package init(
    options: TuneOptions, settings: [TuneSetting], provenance: Provenance, jobs: Int,
    varies: Bool = false, keep: @escaping @Sendable (TuneFile) -> Void = { _ in },
    isStopped: @escaping @Sendable () -> Bool = { false },
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) throws(TuneError) {
    self.options = options
    self.settings = settings
    self.provenance = provenance
    self.jobs = jobs
    self.varies = varies
    self.keep = keep
    self.isStopped = isStopped
    self.onProgress = onProgress
    space = try SearchSpace(options)
    // Four fifths for the grid; each round of refinement gets up to half of the rest.
    grid = space.grid(count: max(1, options.combinations * 4 / 5))
  }

  /// Runs the whole search.
  ///
  /// - Throws: ``TraceError`` if a trace cannot be made.
  package func run() throws -> TuneFile { try finish(evaluate(grid, stage: "grid")) }

  /// Evaluates a share of the grid.
  ///
  /// - Throws: ``TraceError`` if a trace cannot be made.
  package func run(_ shard: TuneShard) throws -> TuneFile {
    let share = shard.places(in: grid.count).map { grid[$0] }
    let candidates = try evaluate(share, stage: "grid, \(shard)", of: shard)
    return file(candidates, of: shard, isWhole: candidates.count == share.count)
  }

  /// Refines an evaluated grid, and derives the outcome.
  ///
  /// - Throws: ``TraceError`` if a trace cannot be made.
  package func finish(_ grid: [TuneCandidate]) throws -> TuneFile {
    var candidates = grid
    var combinations = self.grid
    // Fewer candidates than combinations: the search was stopped.
    for round in 1...Refinement.rounds where candidates.count == combinations.count {
      let proposals = proposals(around: candidates, of: combinations, limit: roundLimit)
      candidates += try evaluate(
        proposals, stage: "refinement \(round) of \(Refinement.rounds)", after: candidates)
      combinations += proposals
    }
    if candidates.count == combinations.count, let best = TuneOutcome(of: candidates).recommendation {
      let rounder = RounderParameters.proposals(for: combinations[best.candidate], in: space)
        .filter { !combinations.contains($0) }
      candidates += try evaluate(rounder, stage: "rounding", after: candidates)
      combinations += rounder
    }
    var file = file(candidates, isWhole: candidates.count == combinations.count)
    if varies, file.isWhole, let outcome = file.outcome {
      file.outcome = TuneOutcome(
        of: candidates, in: try variations(of: outcome, among: candidates))
    }
    return file
  }

  /// The most combinations that a round of refinement adds.
  private var roundLimit: Int { options.combinations / 10 }

  /// The combinations to try around the front, and, while there is room, around the front of the others, and so on.
  ///
  /// That is, by ranks of dominance (N. Srinivas and K. Deb, "Multiobjective Optimization Using Nondominated Sorting in
  /// Genetic Algorithms", *Evolutionary Computation* 2, 1994). If nothing fits the budget, all candidates take part.
  private func proposals(
    around candidates: [TuneCandidate], of combinations: [Combination], limit: Int
  ) -> [Combination] {
    let anyFits = candidates.contains(where: \.fits)
    var rivals = candidates.indices.filter { candidates[$0].fits || !anyFits }
    var refinement = Refinement(of: combinations, in: space)
    var proposals: [Combination] = []
    while proposals.count < limit {
      let front = TuneOutcome.front(of: candidates, among: rivals)
      guard !front.isEmpty else { break }
      proposals += refinement.proposals(
        around: front.map { combinations[$0] }, limit: limit - proposals.count)
      let seen = Set(front)
      rivals.removeAll { seen.contains($0) }
    }
    return proposals
  }

  private func file(
    _ candidates: [TuneCandidate], of shard: TuneShard? = nil, isWhole: Bool
  ) -> TuneFile {
    let planned =
      shard.map { $0.places(in: grid.count).count }
      ?? grid.count + Refinement.rounds * roundLimit + RounderParameters.most
    return TuneFile(
      provenance: provenance, options: options, scenarios: settings.map(\.record), shard: shard,
      gridCount: grid.count, plannedCount: isWhole ? nil : planned, candidates: candidates,
      outcome: shard == nil ? TuneOutcome(of: candidates) : nil)
  }

  /// Evaluates combinations on several threads; a stopped search gives the evaluated ones, in their order.
  private func evaluate(
    _ combinations: [Combination], stage: String, of shard: TuneShard? = nil,
    after earlier: [TuneCandidate] = []
  ) throws -> [TuneCandidate] {
    let found = Locked<[Int: TuneCandidate]>([:])
    onProgress(Progress(stage: stage, done: 0, total: combinations.count))
    return try Array(combinations.enumerated()).concurrentMap(
      workers: jobs, while: { !isStopped() },
      { place, combination in
        let candidate = try TuneCandidate.measured(
          combination, over: settings, budget: options.memoryBudgetBytes)
        let count = found.withLock { found in
          found[place] = candidate
          return found.count
        }
        onProgress(Progress(stage: stage, done: count, total: combinations.count))
        if count.nonzeroBitCount == 1 {
          let inOrder = found.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
          keep(file(earlier + inOrder, of: shard, isWhole: false))
        }
        return candidate
      })
  }
}
