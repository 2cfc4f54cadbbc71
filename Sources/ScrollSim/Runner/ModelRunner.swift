package import BenchReport
internal import Foundation
internal import GalleryKit

/// Runs a scenario's matrix on virtual clocks, as many runs at a time as there are cores.
///
/// Each run has a clock, a ledger and a decoder of its own, so that neither their number nor their order shows in the
/// result, which is the same to the byte on every machine but for its provenance.
package struct ModelRunner: Sendable {
  package let scenario: Scenario
  package let assets: StageAssets
  package let record: LibraryRecord
  package let costs: CostTable
  package let provenance: Provenance
  /// Why the costs are not those that the scenario names.
  package var costsNote: String?
  /// Whether runs say why cells were blank and what each frame showed.
  package var explains = true

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
    let runs = try series.concurrentMap(workers: ProcessInfo.processInfo.activeProcessorCount) { visits in
      Result { try run(visits) }
    }.flatMap { try $0.get() }
    var result = ResultFile(
      mode: .model, verdict: .notMeasured, provenance: provenance,
      scenario: scenario.record(durationSeconds: duration), library: record,
      costs: CostsRecord(name: costs.name, sha256: try costs.sha256(withStores: scenario.hasStores)),
      costsNote: costsNote,
      metricDefinitions: MetricCatalogue.definitions(
        in: .model, hasStores: scenario.hasStores, isRemote: scenario.remote != nil,
        changesLibrary: scenario.changes != nil),
      runs: runs)
    result.verdict = result.judged
    return result
  }

  /// Runs the visits of a combination one after the other; what is kept from visit to visit is a persistent store.
  private func run(_ visits: [PlannedRun]) throws -> [RunRecord] {
    func makeStore() -> ModelThumbnails { ModelThumbnails(byteLimit: scenario.device.thumbnailBudgetBytes) }
    let persistent = makeStore()
    return try visits.map { visit in
      switch visit.combination.thumbnailStore {
      case .off, nil: try run(visit)
      case .volatile: try run(visit, thumbnails: makeStore())
      case .persistent: try run(visit, thumbnails: persistent)
      }
    }
  }

  /// Runs one combination; a run that the device would kill becomes its status.
  package func run(_ planned: PlannedRun, thumbnails: ModelThumbnails? = nil) throws -> RunRecord {
    do {
      var run = StageRun(scenario: scenario, run: planned, assets: assets)
      run.explains = explains
      return try run.model(
        costs: TableCosts(costs, seed: scenario.seed &+ UInt64(planned.iteration)),
        baseBytes: costs.baseResidentBytes, thumbnails: thumbnails)
    } catch StageRun.Failure.outOfMemory(let reason) {
      return planned.record(scenario: scenario.name, status: .outOfMemory, failure: reason)
    }
  }
}
