internal import BenchReport
internal import GalleryKit

/// A scenario's matrix on virtual clocks, with a planted fault or leak.
struct PlantedRuns {
  let laidOut: LaidOutScenario
  let library: ModelLibrary
  let costs: CostTable
  let provenance: Provenance
  var fault: PlantedFault?
  var leak: PlantedLeak?
  /// The factor on decode times.
  var slowdown = 1.0
  /// Seeds the photos' costs; `nil` takes the scenario's seed.
  var costSeed: UInt64?

  var scenario: Scenario { laidOut.scenario }

  /// Runs every combination, one after the other.
  func result() throws -> ResultFile {
    let trace = try laidOut.makeTrace()
    var result = ResultFile(
      mode: .model, verdict: .notMeasured, provenance: provenance,
      scenario: laidOut.record(durationSeconds: trace.duration), library: library.record,
      costs: CostsRecord(name: costs.name, sha256: try costs.sha256),
      metricDefinitions: Metric.definitions(of: scenario.features),
      runs: try scenario.runs.map { try run($0, trace) })
    result.verdict = result.judged
    return result
  }

  private func run(_ planned: PlannedRun, _ trace: ScrollTrace) throws -> RunRecord {
    var run = StageRun(scenario: laidOut, run: planned, assets: library.assets)
    run.explains = false
    switch fault {
    case .unboundedCache: run.plantedBudget = .max
    case .windowNeverStopped: run.strategyWrapper = { HoardingStrategy($0) }
    case .prefetchingOff:
      run.strategyWrapper = { _ in NoCachingStrategy(StrategyParameters(for: NoCachingStrategy.descriptor)) }
    default: break
    }
    let clock = ModelClock()
    defer { clock.stop() }
    let ledger = MemoryLedger()
    let table = TableCosts(costs, seed: (costSeed ?? scenario.seed) &+ UInt64(planned.iteration))
    let decoder = ModelDecoder(
      clock: clock, costs: slowdown == 1 ? table : SlowedCosts(honest: table, factor: slowdown),
      ledger: ledger)
    let honest = ModelUsage(baseBytes: costs.baseResidentBytes, ledger: ledger, decoder: decoder)
    let leaking = leak.map { Leaking($0, trace: trace, ledger: ledger) }
    let world = StageRun.World(
      clock: clock, ledger: ledger, executor: decoder,
      usage: leaking.map { LeakingUsage(honest: honest, leaking: $0) } ?? honest)
    var record = try run.measure(in: world) { frame in
      leaking?.frame(at: Double(frame) / Double(scenario.screen.refreshRate))
    }
    switch fault {
    case .droppedMetric: record.metrics["blankAreaRatio"] = nil
    case .emptyRun:
      record.metrics = record.metrics.mapValues { _ in 0 }
      record.distributions = [:]
    default: break
    }
    return record
  }
}
