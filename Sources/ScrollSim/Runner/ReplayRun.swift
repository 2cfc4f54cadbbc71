package import BenchReport
package import GalleryKit

/// One run on the real clock with real decoding: what a worker process does.
///
/// Frame k starts k periods after the first and is due one period later. Deadlines are absolute, and no frame is ever
/// skipped, so that two replays show the same frames and differ only in times.
package struct ReplayRun {
  package let scenario: Scenario
  package let combination: RunCombination
  package let assets: FetchResult

  package init(scenario: Scenario, combination: RunCombination, assets: FetchResult) {
    self.scenario = scenario
    self.combination = combination
    self.assets = assets
  }

  /// How long to wait for what is still being decoded after the last frame, or after a lap, in seconds.
  private static let drainLimit = 20.0

  /// Why a run cannot be measured to its end.
  package enum Failure: Error {
    /// Memory ran out; the words say whose limit it was.
    case outOfMemory(String)
  }

  /// Replays the trace and returns what was measured.
  ///
  /// - Parameter everyFrame: called at the start of each frame; throws to end the run.
  /// - Throws: ``Failure``, or what `everyFrame` throws.
  package func measure(everyFrame: (Int) throws -> Void = { _ in }) throws -> RunRecord {
    guard let strategy = CachingStrategies.named(combination.strategy),
      let eviction = EvictionPolicies.named(combination.eviction)
    else { preconditionFailure("the scenario was validated with other strategies than there are") }

    let trace = try scenario.makeTrace(itemCount: assets.count)
    let ledger = MemoryLedger()
    let clock = ReplayClock(startingIn: 0.05)
    let counter = RequestCounter(time: clock)
    let workers = scenario.device.decodeWorkers
    let manager = ImageManager(
      configuration: ImageManager.Configuration(
        decodeWorkers: workers,
        // A bound keeps to no budget; that is what makes it one.
        memoryBudget: strategy.descriptor.isBound ? .max : scenario.device.memoryBudgetBytes,
        eviction: eviction),
      ledger: ledger, executor: DecodeThreads(workers: workers, ledger: ledger), observer: counter)
    let mailbox = Mailbox(time: clock)
    let recorder = StageRecorder(counter: counter, refreshRate: scenario.screen.refreshRate)
    let stage = Stage(
      setting: Stage.Setting(
        layout: scenario.layout, assets: assets,
        specification: ImageSpecification(
          targetSize: scenario.targetSize, contentMode: .aspectFill, resizeMode: combination.resizeMode),
        deliveryMode: combination.deliveryMode, lifecycle: combination.cells,
        strategy: strategy.init(StrategyParameters(combination.parameters, for: strategy.descriptor))),
      manager: manager, mailbox: mailbox, recorder: recorder)
    var loop = try ReplayLoop(
      trace: trace, refreshRate: scenario.screen.refreshRate, clock: clock, stage: stage, manager: manager,
      recorder: recorder, memoryLimit: scenario.device.memoryLimitBytes)
    try loop.run(drainLimit: Self.drainLimit, everyFrame: everyFrame)

    let counts = counter.counts
    if counts.ranOutOfMemory { throw Failure.outOfMemory("the system refused memory for an image") }
    let metrics = RunMetrics(
      recorder: recorder, counts: counts, frames: loop.frames, memory: loop.memory,
      cpuSeconds: loop.cpuSeconds,
      refreshRate: scenario.screen.refreshRate)
    var record = combination.record(scenario: scenario.name, status: .completed)
    record.metrics = metrics.scalars
    record.distributions = metrics.distributions
    record.timeline = recorder.timeline
    record.timeline.imageBytes = loop.imageBytes
    record.timeline.residentBytes = loop.residentBytes
    record.growth = loop.laps.isEmpty ? nil : loop.growth
    record.warnings = warnings(loop: loop, counts: counts)
    return record
  }

  private func warnings(loop: ReplayLoop, counts: RequestCounter.Counts) -> [String] {
    var warnings: [String] = []
    if !loop.didResetPeak {
      warnings.append(
        "The kernel's high-water mark could not be reset; peakResidentBytes includes the set-up.")
    }
    if !loop.didDrain {
      warnings.append("Images were still being decoded \(Int(Self.drainLimit)) s after the trace had ended.")
    }
    for (asset, reason) in counts.failures.sorted(by: { $0.key < $1.key }).prefix(20) {
      warnings.append("Asset \(asset) has no image: \(reason)")
    }
    return warnings
  }
}

extension RunCombination {
  /// A record of the run without any measurement.
  package func record(scenario: String, status: RunRecord.Status, failure: String? = nil) -> RunRecord {
    RunRecord(
      id: id(scenario: scenario), strategy: strategy, parameters: parameters, cells: cells.rawValue,
      resizeMode: resizeMode.rawValue, deliveryMode: deliveryMode.rawValue, eviction: eviction,
      iteration: iteration,
      status: status, failure: failure)
  }
}
