internal import Foundation
internal import GalleryKit

/// Measures a scenario's matrix, round after round, and keeps its file up to date.
package struct ReplayRunner: Sendable {
  package struct Progress: Sendable {
    package let done: Int
    /// Runs that are planned so far; rounds and repeats may follow.
    package let total: Int
    /// The current run; `nil` at the end.
    package let running: PlannedRun?
    /// The record of the run that ended last; `nil` at the beginning.
    package let last: RunRecord?
    /// The length of a run's trace, in seconds.
    package let runSeconds: Double
  }

  private var laidOut: LaidOutScenario
  package let library: LibraryLocation
  package let record: LibraryRecord
  package let traceSeconds: Double
  package let worker: WorkerProcess
  package let provenance: Provenance
  package let place: OutputPlace<ResultFile>
  /// A fault for every worker to commit, for tests.
  package var fault: WorkerTask.Fault?
  /// Whether each run is followed by a measurement of the decoders' speed.
  package var gaugesDecoding = false
  package let traceNotes: [String]
  /// A model's result over the same matrix, whose variations and loads the replays' result takes over; `nil` if there is none.
  package var forecast: ResultFile?
  /// How sharp images of each resize mode are (``LaidOutScenario/sharpness(over:)``); empty if unknown.
  package var sharpness: [String: Double] = [:]
  package let pace: ReplayPlan.Pace
  /// Runs of the same replays that ended before these were interrupted; they are not measured again.
  package var earlier: [RunRecord] = []

  package init(
    scenario: LaidOutScenario, library: LibraryLocation, record: LibraryRecord, traceSeconds: Double,
    worker: WorkerProcess, provenance: Provenance, place: OutputPlace<ResultFile>,
    pace: ReplayPlan.Pace = .init(), fault: WorkerTask.Fault? = nil, traceNotes: [String] = []
  ) {
    (laidOut, self.library, self.record) = (scenario, library, record)
    (self.traceSeconds, self.traceNotes) = (traceSeconds, traceNotes)
    (self.worker, self.fault, self.provenance) = (worker, fault, provenance)
    (self.place, self.pace) = (place, pace)
  }

  private var scenario: Scenario { laidOut.scenario }

  /// The device to whose decode times replays keep; `nil` for this machine's.
  package var devicePace: DevicePace? {
    get { scenario.devicePace }
    set { laidOut.scenario.devicePace = newValue }
  }

  /// Measures every combination in rounds, as ``ReplayPlan`` says, and writes the result after each run: a partial one until the last.
  ///
  /// The visits of one combination share a folder of thumbnails, which only they see. A run that crashes, takes too long or exhausts
  /// memory gets a status that says so. If the calling task is cancelled, the runs that are left stay `notRun`.
  ///
  /// - Returns: the result, and its place or, if the disk filled up meanwhile, the error that kept it from being written whole.
  /// - Throws: an error if the result cannot be written before the first run.
  package func run(
    onProgress: @Sendable (Progress) -> Void
  ) async throws -> (result: ResultFile, written: Result<OutputPlace<ResultFile>.Written, any Error>) {
    var (kept, resumed) = (BestTries(), ResumedRuns(earlier, of: scenario))
    for (turn, runs) in resumed.turns {
      for count in runs.indices { kept.take(Array(runs[...count]), of: turn) }
    }
    let resumedRounds = resumed.rounds
    var plan = ReplayPlan(
      combinations: scenario.series(rounds: 1).count, leastRounds: scenario.iterations, pace: pace,
      seed: scenario.seed)
    let clock = ReplayClock()
    func next() -> ReplayPlan.Turn? {
      let soFar = resultFile(of: kept, rounds: plan.plannedRounds)
      return plan.next(elapsed: clock.now, severity: kept.severity) { ReplayPlan.Answer(soFar) }
    }
    var turn = next()
    try place.check()
    // An interruption of these replays, too, loses none of the earlier runs.
    func soFar() -> ResultFile { resultFile(of: kept, rounds: max(plan.plannedRounds, resumedRounds)) }
    _ = try place.writeAside(soFar())

    let scratch = !scenario.features.isDisjoint(with: [.stores, .changes]) ? try ScratchFolder() : nil
    var (done, last) = (0, RunRecord?.none)
    measuring: while let current = turn {
      let begin = clock.now
      if let known = resumed.take(current) {
        done += known.count
        plan.finish(current, seconds: traceSeconds * Double(scenario.visits))
        turn = next()
        continue
      }
      var runs: [RunRecord] = []
      let thumbnails = scratch.map { "\($0.path)/\(current.combination)" }
      for run in scenario.series(rounds: plan.rounds)[current.combination][current.round] {
        let total = (plan.plannedRounds * plan.combinations + plan.repeats) * scenario.visits
        onProgress(Progress(done: done, total: total, running: run, last: last, runSeconds: traceSeconds))
        do {
          runs.append(try await measure(run, number: done, thumbnails: thumbnails, in: scratch))
        } catch is CancellationError {
          break measuring
        }
        (done, last) = (done + 1, runs.last)
        kept.take(runs, of: current)
        // The file keeps the runs before; the next attempt may find room.
        _ = try? place.writeAside(soFar())
      }
      if let thumbnails { try? FileManager.default.removeItem(atPath: thumbnails) }
      plan.finish(current, seconds: clock.now - begin)
      turn = next()
    }
    onProgress(Progress(done: done, total: done, running: nil, last: last, runSeconds: traceSeconds))
    var result = soFar()
    if turn == nil || plan.plannedRounds >= resumedRounds {
      // Rounds beyond those that were asked for count if they are whole.
      for round in (plan.leastRounds..<max(plan.plannedRounds, resumedRounds)).reversed() {
        guard result.runs.contains(where: { $0.iteration == round && $0.status == .notRun }) else { break }
        result = resultFile(of: kept, rounds: round)
      }
    }
    return (result, Result { try place.write(result) })
  }

  /// The aspects in which a result's runs differ from this runner's: scenario, library, seed, machine, program.
  package func differences(from result: ResultFile) -> [String] {
    let words = Set(resultFile(of: BestTries(), rounds: scenario.iterations).differences(from: result))
    return ["scenario", "library", "seed", "machine", "program"].filter(words.contains)
  }

  private func resultFile(of kept: BestTries, rounds: Int) -> ResultFile {
    var result = ResultFile(
      mode: .replay, verdict: .notMeasured, provenance: provenance,
      scenario: laidOut.record(durationSeconds: traceSeconds), library: record,
      metricDefinitions: Metric.definitions(
        of: scenario.features.union(.replay).union(gaugesDecoding ? .decodeGauge : [])),
      runs: kept.records(of: scenario, rounds: rounds))
    result.traceNotes = traceNotes.isEmpty ? nil : traceNotes
    result.windows = laidOut.windows(of: scenario.runs.map(\.combination))
    result.sharpness = sharpness.isEmpty ? nil : sharpness
    result.variations = forecast?.variations
    result.loads = forecast?.loads
    result.costsNote = forecast?.costs.map { costs in
      ["Variations and loads are a model's, at the costs of \(costs.name).", forecast?.costsNote]
        .compactMap(\.self).joined(separator: " ")
    }
    result.verdict = result.judged
    result.disturbanceNote = Quietness(result).note
    return result
  }

  /// Measures one combination; if the library changes, over a copy of its catalogue, so that each run finds it as it was.
  ///
  /// Photos in the cloud have an origin in this process for each run, whose costs are not the run's.
  private func measure(
    _ run: PlannedRun, number: Int, thumbnails: String?, in scratch: ScratchFolder?
  ) async throws -> RunRecord {
    var task = WorkerTask(
      scenario: scenario, library: library, run: run, thumbnails: thumbnails, gaugesDecoding: gaugesDecoding,
      fault: fault)
    defer { if task.library != library { task.library.removeCatalogue() } }
    if let scratch, scenario.changes != nil {
      task.library.catalogue = "\(scratch.path)/catalogue-\(number).sqlite"
      do { try library.open().copyCatalogue(to: task.library.catalogue) } catch {
        return run.record(scenario: scenario.name, status: .notRun, failure: "\(error)")
      }
    }
    guard let remote = scenario.remote else { return try await worker.run(task) }
    let folder = FileManager.default.temporaryDirectory.path + "/scrollsim-originals-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let seed = scenario.seed &+ UInt64(run.iteration)
    return try await OriginServer.serving(
      folder: library.folder, conditions: remote.conditions(seed: seed)
    ) { address in
      task.cloud = CloudLocation(origin: address, folder: folder, library: library.folder)
      return try await worker.run(task)
    }
  }
}

extension ReplayPlan.Answer {
  /// The answer of a result's runs that have ended.
  fileprivate init(_ result: ResultFile) {
    var ended = result
    ended.runs.removeAll { $0.status == .notRun }
    self.init(isSettled: SettledChoice(ended).isSettled, isTooBusyToTell: Quietness(ended).isTooBusyToTell)
  }
}
