package import BenchReport
internal import Foundation
internal import GalleryKit

/// Runs a scenario's matrix on virtual clocks, as many runs at a time as there are cores.
///
/// Each run has a clock, a ledger and a decoder of its own, so that neither their number nor their order shows in the
/// result, which is the same to the byte on every machine but for its provenance.
package struct ModelRunner: Sendable {
  package private(set) var scenario: Scenario
  package let assets: StageAssets
  package let record: LibraryRecord
  package let costs: CostTable
  package let provenance: Provenance
  /// Why the costs are not those that the scenario names.
  package var costsNote: String?
  /// Whether runs say why cells were blank and what each frame showed.
  package var explains = true
  /// Whether the result says what no strategy can beat, with the proof; not where the library changes.
  package var findsBounds = false

  package init(
    scenario: Scenario, assets: StageAssets, record: LibraryRecord, costs: CostTable, provenance: Provenance
  ) {
    self.scenario = scenario
    self.assets = assets
    self.record = record
    self.costs = costs
    self.provenance = provenance
  }

  /// Runs every combination, the visits of one in their order.
  ///
  /// - Throws: ``TraceError`` if the trace cannot be made, ``CostTableError`` if the scenario compares thumbnail stores and
  ///   the costs say nothing of them.
  package func run() throws -> ResultFile {
    let duration = try scenario.makeTrace(itemCount: assets.count).duration
    if scenario.hasStores && costs.thumbnails == nil {
      throw CostTableError(
        place: costs.name,
        reason: "expected what stored thumbnails take, since the scenario compares thumbnail stores; "
          + "'scrollsim calibrate' measures it")
    }
    let series = scenario.series
    let hasBounds = findsBounds && scenario.changes == nil
    let bounds = hasBounds ? try bounds(of: series.joined()) : [:]
    var runs = try run(series, within: bounds)
    if hasBounds { try addShares(to: &runs) }
    var result = ResultFile(
      mode: .model, verdict: .notMeasured, provenance: provenance,
      scenario: scenario.record(durationSeconds: duration), library: record,
      costs: CostsRecord(name: costs.name, sha256: try costs.sha256(withStores: scenario.hasStores)),
      costsNote: costsNote,
      metricDefinitions: MetricCatalogue.definitions(
        in: .model, hasStores: scenario.hasStores, isRemote: scenario.remote != nil,
        changesLibrary: scenario.changes != nil, hasBounds: hasBounds),
      runs: runs)
    result.bounds = hasBounds ? bounds.sorted { $0.key < $1.key }.map(\.value.record) : nil
    result.verdict = result.judged
    return result
  }

  private var workers: Int { ProcessInfo.processInfo.activeProcessorCount }

  private func run(
    _ series: [[PlannedRun]], within bounds: [BoundKey: TraceBounds] = [:]
  ) throws -> [RunRecord] {
    try series.concurrentMap(workers: workers) { try run($0, within: bounds) }.flatMap(\.self)
  }

  /// Runs the visits of a combination one after the other; what is kept from visit to visit is a persistent store.
  private func run(
    _ visits: [PlannedRun], within bounds: [BoundKey: TraceBounds]
  ) throws -> [RunRecord] {
    func makeStore() -> ModelThumbnails { ModelThumbnails(byteLimit: scenario.device.thumbnailBudgetBytes) }
    let persistent = makeStore()
    return try visits.map { visit in
      let store: ModelThumbnails? =
        switch visit.combination.thumbnailStore {
        case .off, nil: nil
        case .volatile: makeStore()
        case .persistent: persistent
        }
      return try run(visit, thumbnails: store, within: bounds[BoundKey(visit)])
    }
  }

  /// Runs one combination; a run that the device would kill becomes its status.
  package func run(
    _ planned: PlannedRun, thumbnails: ModelThumbnails? = nil, within bounds: TraceBounds? = nil
  ) throws -> RunRecord {
    do {
      var run = StageRun(scenario: scenario, run: planned, assets: assets)
      run.explains = explains
      run.bounds = bounds
      return try run.model(
        costs: tableCosts(of: planned), baseBytes: costs.baseResidentBytes, thumbnails: thumbnails)
    } catch StageRun.Failure.outOfMemory(let reason) {
      return planned.record(scenario: scenario.name, status: .outOfMemory, failure: reason)
    }
  }

  /// Each iteration meets other costs.
  private func tableCosts(of planned: PlannedRun) -> TableCosts {
    TableCosts(costs, seed: scenario.seed &+ UInt64(planned.iteration))
  }
}

// MARK: Bounds

extension ModelRunner {
  /// What bounds depend on: runs that agree in it have the same.
  private struct BoundKey: Hashable, Comparable {
    let text: String

    init(_ planned: PlannedRun) {
      let choices = planned.combination.choicesThatCost.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
      let visit = planned.combination.visit.map(String.init) ?? ""
      text = (choices + [visit, "\(planned.iteration)"]).joined(separator: "/")
    }

    static func < (one: Self, other: Self) -> Bool { one.text < other.text }
  }

  private func bounds(of runs: some Sequence<PlannedRun>) throws -> [BoundKey: TraceBounds] {
    let kinds = Dictionary(runs.map { (BoundKey($0), $0) }) { first, _ in first }
    let bounds = try Array(kinds).concurrentMap(workers: workers) { key, planned in
      (
        key,
        try TraceBounds(
          scenario, planned.combination, iteration: planned.iteration, assets: assets,
          costs: tableCosts(of: planned))
      )
    }
    return Dictionary(uniqueKeysWithValues: bounds)
  }

  /// Says of each run how much it gains of what can be gained over no caching, first in first out, under its options.
  private func addShares(to runs: inout [RunRecord]) throws {
    var plain = Dictionary(
      runs.filter {
        $0.combination.strategy == NoCachingStrategy.descriptor.name
          && $0.combination[.order] == FIFOOrder.descriptor.name
      }
      .map { ($0.optionsKey, $0.figure("scrollNotSharpRatio")) }
    ) { first, _ in first }
    if runs.contains(where: { plain[$0.optionsKey] == nil }) {
      var missing = self
      missing.scenario.compare.strategies = [StrategySpec(name: NoCachingStrategy.descriptor.name)]
      missing.scenario.compare.axes[.order] = [FIFOOrder.descriptor.name]
      missing.explains = false
      for run in try missing.run(missing.scenario.series) {
        plain[run.optionsKey] = run.figure("scrollNotSharpRatio")
      }
    }
    for (index, run) in runs.enumerated() where run.status == .completed {
      var share: Double?
      if let bound = run.bounds?["scrollNotSharpRatio"], let mine = run.figure("scrollNotSharpRatio"),
        let other = plain[run.optionsKey] ?? nil, other > bound
      {
        share = ((other - mine) / (other - bound)).rounded(toPlaces: 4)
      }
      runs[index].metrics["shareOfPossible"] = .some(share)
    }
  }
}

extension RunRecord {
  /// All but the strategy and the order.
  fileprivate var optionsKey: String {
    let choices = Axis.allCases.filter { $0 != .order }.map { combination[$0] ?? "" }
    return (choices + ["\(combination.visit ?? 1)", "\(iteration)"]).joined(separator: "/")
  }
}
