package import GalleryKit
internal import Support

/// One run: a scenario's trace under one combination of its matrix.
///
/// Frame k starts k periods after the first and is due one period later. Deadlines are absolute, and no frame is ever
/// skipped, so that two runs show the same frames. On the real clock with real decoding, as in a worker process, they
/// differ only in times and resident memory; on a model's clock they are the same to the bit.
package struct StageRun {
  package let laidOut: LaidOutScenario
  package let planned: PlannedRun
  package private(set) var assets: StageAssets
  /// Whether the record says why cells were blank and what each frame showed; thousands of runs take a quarter less
  /// time without.
  package var explains = true
  /// The bounds that no strategy can beat over the run's trace, found when the last frame is past; `nil` if they are unknown.
  ///
  /// They are proved in a model. In a replay they are an estimate, which is noted beside the figures and affects none of them.
  package var bounds: (@Sendable () throws -> TraceBounds)?
  /// Wraps the strategy, for planting faults; `nil` if nothing does.
  package var strategyWrapper: (@Sendable (any CachingStrategy) -> any CachingStrategy)?
  /// The location of the originals that the scenario has in the cloud.
  package var cloud = CloudLocation.model
  /// The library that changes, whose catalogue only this run uses; `nil` if none does, or in a model.
  package var library: PhotoLibrary?
  /// The decode costs that strategies with foresight assume; `nil` leaves them without foresight.
  package var foreseenCosts: (any JobCosting)?
  /// The foresight of such strategies; `nil` if it is to be found.
  private var foresight: Foresight?
  /// The memory budget of images in place of the scenario's, in bytes, for planting faults.
  package var plantedBudget: Int?

  package init(scenario: LaidOutScenario, run: PlannedRun, assets: StageAssets) {
    var laidOut = scenario
    laidOut.scenario = laidOut.scenario.used(by: run.combination.library)
    self.laidOut = laidOut
    self.planned = run
    self.assets = assets
  }

  private var scenario: Scenario { laidOut.scenario }

  private var combination: Combination { planned.combination }

  /// The longest wait for images still being decoded after the last frame, or after a lap, in seconds.
  private static let drainLimit = 20.0

  /// The reason why a run cannot be measured to its end.
  package enum Failure: Error {
    /// Memory ran out; the words say whose limit it was.
    case outOfMemory(String)
  }

  package struct World {
    var clock: any FrameClock
    var ledger: MemoryLedger
    var executor: any DecodeExecuting
    var originals: (any OriginalFetching)?
    var usage: any UsageGauge
    /// The features of runs in this world that not every world has.
    var features: Features = []
    var changes: (any LibraryChanging)?
    /// Bytes of thumbnails that the store received; `nil` without a store.
    var storeWrittenBytes: (@Sendable () -> Int)?
  }

  /// - Parameter thumbnails: the folder of a persistent thumbnail store, which need not exist yet.
  /// - Throws: ``Failure``, an error of `everyFrame`, or `ThumbnailStore.Failure` if there is no place for thumbnails.
  package func replay(
    thumbnails: String? = nil, everyFrame: (Int) throws -> Void = { _ in }
  ) throws -> RunRecord {
    let ledger = MemoryLedger()
    let problems = Locked<[ThumbnailStore.Failure]>([])
    let store = try makeStore(in: thumbnails) { problem in problems.withLock { $0.append(problem) } }
    let threads = DecodeThreads(workers: scenario.device.decodeWorkers, ledger: ledger, store: store)
    // Both may take seconds; if the clock ran meanwhile, bounds would count these as time to decode.
    let schedule = try makeSchedule()
    var run = self
    if let foreseenCosts, isForesighted {
      run.foresight = try bestRehearsal(costs: foreseenCosts)?.foresight ?? Foresight.none
    }
    var world = World(
      clock: ReplayClock(startingIn: 0.05), ledger: ledger,
      executor: threads.slowed(by: scenario.decodeTime, to: scenario.devicePace),
      originals: scenario.remote.map { _ in
        var configuration = RemoteOriginals.Configuration(folder: cloud.folder)
        configuration.random = { [seed] in SeededGenerator(seed: seed, stream: UInt64($0)) }
        return RemoteOriginals(configuration: configuration)
      },
      usage: try ProcessUsage(), features: .replay)
    if let store { world.storeWrittenBytes = { store.statistics.bytesWritten } }
    let failures = Locked<[String]>([])
    if let schedule, let library, case .changing(let result) = assets {
      world.changes = CatalogueChanges(schedule, of: library, showing: result, problems: failures)
    }
    var record = try run.measure(in: world, everyFrame: everyFrame)
    // The next visit finds the order of use that this one wrote down.
    store?.close()
    record.warnings += problems.withLock { $0.map { "Thumbnail store: \($0)" } }
    record.warnings += failures.withLock { $0.map { "Library change: \($0)" } }
    return record
  }

  private func makeStore(
    in folder: String?, onProblem: @escaping @Sendable (ThumbnailStore.Failure) -> Void
  ) throws -> ThumbnailStore? {
    let lifetime: ThumbnailStore.Lifetime
    switch combination.thumbnailStore {
    case .off, nil: return nil
    case .volatile: lifetime = .volatile
    case .persistent:
      guard let folder else { preconditionFailure("a run with a persistent store needs a folder for it") }
      lifetime = .persistent(folder: folder)
    }
    return try ThumbnailStore(lifetime, byteLimit: scenario.device.thumbnailBudgetBytes, onProblem: onProblem)
  }

  /// Runs the trace on a virtual clock and returns the record, which is the same on every machine.
  ///
  /// - Parameter baseBytes: resident bytes before the first image.
  package func model(
    costs: any JobCosting, baseBytes: Int, thumbnails: ModelThumbnails? = nil
  ) throws -> RunRecord {
    if isForesighted, thumbnails == nil, strategyWrapper == nil, scenario.device.memoryLimitBytes == nil,
      let best = try bestRehearsal(costs: costs, baseBytes: baseBytes)
    {
      // The run would be the same as its rehearsal.
      return try best.run.record(of: best.log, features: [])
    }
    let clock = ModelClock()
    // A run that is killed leaves decodes behind that never end.
    defer { clock.stop() }
    let (run, world) = try modelled(costs: costs, baseBytes: baseBytes, thumbnails: thumbnails, on: clock)
    return try run.measure(in: world)
  }

  /// The run over photos that may change, and the world of its model.
  func modelled(
    costs: any JobCosting, baseBytes: Int, thumbnails: ModelThumbnails? = nil, on clock: ModelClock
  ) throws -> (run: StageRun, world: World) {
    let ledger = MemoryLedger()
    let decoder = ModelDecoder(clock: clock, costs: costs, ledger: ledger, thumbnails: thumbnails)
    var world = World(
      clock: clock, ledger: ledger, executor: decoder,
      originals: scenario.remote.map { ModelOrigin(clock: clock, conditions: $0.conditions(seed: seed)) },
      usage: ModelUsage(baseBytes: baseBytes, ledger: ledger, decoder: decoder))
    if thumbnails != nil { world.storeWrittenBytes = { decoder.storeWrittenBytes } }
    var run = self
    run.foreseenCosts = costs
    guard let schedule = try makeSchedule() else { return (run, world) }
    let listed = ListedAssets(assets)
    world.changes = ModelChanges(schedule, of: listed)
    run.assets = .listed(listed)
    return (run, world)
  }

  /// Shows the trace's frames in that world and returns the measurements: the part that replays and models have in common.
  package func measure(in world: World, everyFrame: (Int) throws -> Void = { _ in }) throws -> RunRecord {
    try record(of: try log(in: world, everyFrame: everyFrame), features: world.features)
  }

  func log(in world: World, everyFrame: (Int) throws -> Void = { _ in }) throws -> RunLog {
    guard let type = ComparedStrategies.named(combination.strategy) else {
      preconditionFailure("the scenario was validated with other strategies than there are")
    }
    let assets = placedAssets
    let trace = try laidOut.makeTrace()
    var strategy = type.init(StrategyParameters(combination.parameters, for: type.descriptor))
    if var oracle = strategy as? OracleStrategy, let foreseenCosts {
      oracle.foresight = try foresight ?? bestRehearsal(costs: foreseenCosts)?.foresight ?? Foresight.none
      strategy = oracle
    }
    // A strategy with foresight has its own order, and evicts the image that it needs last.
    let foresighted = strategy as? OracleStrategy
    guard
      let order = foresighted?.order ?? combination[.order].flatMap(ComparedOrders.named),
      let eviction = foresighted == nil
        ? combination[.eviction].flatMap(EvictionPolicies.named) : FarthestEviction.self
    else { preconditionFailure("the scenario was validated with other orders and evictions than there are") }
    let recorder = RunRecorder(time: world.clock)
    let manager = ImageManager(
      configuration: ImageManager.Configuration(
        decodeWorkers: scenario.device.decodeWorkers,
        memoryBudget: plantedBudget ?? memoryBudget, eviction: eviction, order: order,
        downloads: scenario.remote?.downloads ?? 0, storageBudget: scenario.remote?.storageBytes ?? 0),
      ledger: world.ledger, executor: world.executor, originals: world.originals, observer: recorder)
    let stage = Stage(
      setting: Stage.Setting(
        layout: laidOut.layout, assets: assets,
        specification: { laidOut.specification(of: $0.largestCell, combination.resizeMode) },
        deliveryMode: combination.deliveryMode,
        lifecycle: combination.cells,
        strategy: strategyWrapper?(strategy) ?? strategy,
        changes: combination.changes ?? .visibleOnly, keepsColours: keepsPlayback, place: placed),
      manager: manager, mailbox: Mailbox(time: world.clock), recorder: recorder)
    var loop = FrameLoop(
      trace: trace, refreshRate: scenario.screen.refreshRate, clock: world.clock, stage: stage,
      manager: manager, recorder: recorder, usage: world.usage, memoryBudget: memoryBudget,
      memoryLimit: scenario.device.memoryLimitBytes, frameWork: scenario.device.frameWork,
      changes: world.changes)
    // A model's memory is that of its ledger, whatever the log takes.
    if world.features.contains(.replay) {
      recorder.reserve(frames: trace.frameCount(refreshRate: loop.refreshRate))
    }
    do {
      try loop.run(drainLimit: Self.drainLimit, everyFrame: everyFrame)
    } catch {
      // Ends all waiting, so that images still being decoded start no others when they are done.
      stage.close()
      throw error
    }
    var log = loop.log
    log.storeWrittenBytes = world.storeWrittenBytes?()
    // Last of all, since closing is recorded, too.
    stage.close()
    // On a machine that is much too slow the drain gave up; images still being decoded are no leftovers.
    let deadline = world.clock.now + Self.drainLimit
    while !manager.isIdle && world.clock.now < deadline {
      world.clock.sleep(until: world.clock.now + 0.002)
    }
    log.memory.leftoverImage = manager.ledger.snapshot.total
    return log
  }

  private func record(of log: RunLog, features: Features) throws -> RunRecord {
    let refreshRate = scenario.screen.refreshRate
    let fold = RunFold(log, refreshRate: refreshRate, explains: explains, keepsPlayback: keepsPlayback)
    if fold.work.ranOutOfMemory { throw Failure.outOfMemory("the system refused memory for an image") }
    var tally = RunTally(log, fold, refreshRate: refreshRate, workers: scenario.device.decodeWorkers)
    let traceBounds = try bounds?()
    let bounds = traceBounds?.values(waits: log.waits, appearances: tally.sight.appearances)
    let isProved = bounds != nil && !features.contains(.replay)
    if isProved { tally.bounds = bounds ?? [:] }
    let features = scenario.features.union(features).union(isProved ? .bounds : [])
    var record = planned.record(scenario: scenario.name, status: .completed)
    record.bounds = bounds?.mapValues { $0.rounded(toPlaces: 6) }
    record.metrics = tally.metrics(of: features)
    record.distributions = tally.distributions(of: features)
    record.explanation = fold.explainer?.explanation(workers: scenario.device.decodeWorkers)
    record.explanation?.leastBlank = isProved ? traceBounds?.leastBlank(waits: log.waits) : nil
    record.blankCells = fold.explainer?.log
    record.decodes = fold.decodes?.record(waits: log.waits, pace: scenario.devicePace?.factor ?? 1)
    // The places of downloads have other names.
    if let decodes = record.decodes { record.decodes?.files = assets.fileNames(of: decodes.assets) }
    record.playback = fold.playback?.record(of: placedAssets)
    record.timeline = fold.sight.timeline
    record.timeline.imageBytes = log.frames.map { Double($0.imageBytes) }
    record.timeline.residentBytes = log.frames.map { Double($0.residentBytes) }
    if let imageMs = tally.work.meanImageMs {
      record.timeline.load = LoadSeries.values(
        arrivals: fold.sight.arrivals, refreshRate: refreshRate, imageMs: imageMs,
        workers: scenario.device.decodeWorkers)
    }
    record.peakScratchPhoto = log.memory.peakScratchPhoto
    if !log.laps.isEmpty {
      record.growth = GrowthRule().judge(
        ledgerBytes: log.laps.map(\.ledgerBytes), liveBuffers: log.laps.map(\.liveBuffers),
        residentBytes: log.laps.map(\.residentBytes))
    }
    record.warnings = warnings(log, fold)
    return record
  }

  private var memoryBudget: Int {
    let keepsToBudget = ComparedStrategies.named(combination.strategy)?.descriptor.keepsToBudget ?? true
    return keepsToBudget ? scenario.device.memoryBudgetBytes : .max
  }

  /// Whether to keep the playback: a film shows photos in fixed places, which a library that changes does not have.
  private var keepsPlayback: Bool { explains && scenario.changes == nil }

  private func makeSchedule() throws -> ChangeSchedule? {
    guard let source = scenario.changes else { return nil }
    let seconds = try laidOut.makeTrace().duration
    return ChangeSchedule(source, over: assets, seconds: seconds, seed: seed)
  }

  /// The photos, with the remote and local places of those in the cloud.
  private var placedAssets: StageAssets { placed(assets) }

  private func placed(_ assets: StageAssets) -> StageAssets { scenario.placed(assets, in: cloud) }

  /// The seed of the network and of library changes; each iteration has different failures.
  private var seed: UInt64 { scenario.seed &+ UInt64(planned.iteration) }

  private var isForesighted: Bool { ComparedStrategies.named(combination.strategy) is OracleStrategy.Type }

  /// The foresight that leaves the least undone on a model's clock, of all schedules found, and the run with it; `nil` if each of them
  /// runs out of memory.
  private func bestRehearsal(
    costs: any JobCosting, baseBytes: Int = 0
  ) throws -> (foresight: Foresight, run: StageRun, log: RunLog)? {
    let trace = try laidOut.makeTrace()
    var best: (foresight: Foresight, run: StageRun, log: RunLog)?
    var least = Double.infinity
    for reach in Schedule.Reach.all(for: combination.deliveryMode) {
      let schedule = Schedule(
        of: trace, in: laidOut, combination, assets: placedAssets, costs: costs, reach: reach)
      var rehearsal = self
      rehearsal.foresight = schedule.foresight
      rehearsal.strategyWrapper = nil
      let clock = ModelClock()
      defer { clock.stop() }
      let (run, world) = try rehearsal.modelled(costs: costs, baseBytes: baseBytes, on: clock)
      // A schedule that runs out of memory is not taken.
      guard let log = try? run.log(in: world) else { continue }
      let fold = RunFold(log, refreshRate: scenario.screen.refreshRate, explains: false, keepsPlayback: false)
      let seen = fold.sight.counts.scrolling
      let undone = (combination.deliveryMode == .fastFormat ? seen.blank : seen.notSharp) ?? 0
      if undone < least { (best, least) = ((schedule.foresight, run, log), undone) }
      if undone == 0 { break }
    }
    return best
  }

  private func warnings(_ log: RunLog, _ fold: RunFold) -> [String] {
    var warnings: [String] = []
    if !log.didResetPeak {
      warnings.append(
        "The kernel's high-water mark could not be reset; peakResidentBytes includes the set-up.")
    }
    if !log.didDrain {
      let what = scenario.remote == nil ? "decoded" : "downloaded or decoded"
      warnings.append("Images were still being \(what) \(Int(Self.drainLimit)) s after the trace had ended.")
    }
    for (asset, reason) in fold.work.failures.sorted(by: { $0.key < $1.key }).prefix(20) {
      warnings.append("Asset \(asset) has no image: \(reason)")
    }
    return warnings
  }
}
