package import BenchReport
internal import Foundation
internal import GalleryKit

/// Measures a scenario's matrix, run after run, and keeps its file up to date.
package struct Runner: Sendable {
  /// How far the runs have come.
  package struct Progress: Sendable {
    /// Runs that have ended.
    package let done: Int
    /// Runs that were asked for.
    package let total: Int
    /// What runs now; `nil` at the end.
    package let running: PlannedRun?
    /// How long a run's trace lasts, in seconds.
    package let runSeconds: Double
  }

  package let scenario: Scenario
  package let library: LibraryLocation
  package let record: LibraryRecord
  package let traceSeconds: Double
  package let worker: WorkerProcess
  package let provenance: Provenance
  /// Where the result goes.
  package let place: OutputPlace<ResultFile>
  /// A fault for every worker to commit, for tests.
  package var fault: WorkerTask.Fault?

  package init(
    scenario: Scenario, library: LibraryLocation, record: LibraryRecord, traceSeconds: Double,
    worker: WorkerProcess,
    provenance: Provenance, place: OutputPlace<ResultFile>, fault: WorkerTask.Fault? = nil
  ) {
    self.scenario = scenario
    self.library = library
    self.record = record
    self.traceSeconds = traceSeconds
    self.worker = worker
    self.provenance = provenance
    self.place = place
    self.fault = fault
  }

  /// Measures every combination once, in an order drawn from the scenario's seed, and writes the result after each.
  ///
  /// The visits of one combination follow each other over one folder of thumbnails, which only they see and which is
  /// removed afterwards.
  ///
  /// A run that crashes, takes too long or exhausts memory becomes its status, and the others go on. If the calling
  /// task is cancelled, what was measured until then is kept, and the other runs stay `notRun`. Until every run has ended,
  /// the file is a partial one.
  ///
  /// - Returns: the result, and where it was written, or why not all of it was if the disk filled up meanwhile.
  /// - Throws: an error if the result cannot be written before the first run.
  package func run(
    onProgress: @Sendable (Progress) -> Void
  ) async throws -> (result: ResultFile, written: Result<OutputPlace<ResultFile>.Written, any Error>) {
    let series = scenario.series
    let runs = series.flatMap(\.self)
    var result = ResultFile(
      mode: .replay, verdict: .notMeasured, provenance: provenance,
      scenario: scenario.record(durationSeconds: traceSeconds), library: record,
      metricDefinitions: MetricCatalogue.definitions(
        in: .replay, hasStores: scenario.hasStores, isRemote: scenario.remote != nil,
        changesLibrary: scenario.changes != nil),
      runs: runs.map { $0.record(scenario: scenario.name, status: .notRun, failure: "not run yet") })
    try place.check()
    var written = Result<_, any Error>.success(try place.write(result))

    var generator = SeededGenerator(seed: scenario.seed)
    // In random order, so that what a machine does in the meantime does not always meet the same strategy.
    let order = series.indices.shuffled(using: &generator).flatMap { number in
      (0..<scenario.visits).map { number * scenario.visits + $0 }
    }
    let scratch = scenario.hasStores || scenario.changes != nil ? try ScratchFolder() : nil
    for (done, index) in order.enumerated() {
      onProgress(progress(done, of: runs, running: runs[index]))
      let thumbnails = scratch.map { "\($0.path)/\(index / scenario.visits)" }
      var library = library
      if let scratch, scenario.changes != nil {
        // Each run finds the library as it was, and changes a copy of its own.
        library.catalogue = "\(scratch.path)/catalogue-\(index).sqlite"
        do { try self.library.open().copyCatalogue(to: library.catalogue) } catch {
          result.runs[index] = runs[index].record(
            scenario: scenario.name, status: .notRun, failure: "\(error)")
          written = Result { try place.write(result) }
          continue
        }
      }
      defer { if library != self.library { library.removeCatalogue() } }
      do {
        result.runs[index] = try await measure(runs[index], of: library, thumbnails: thumbnails)
      } catch is CancellationError {
        break
      }
      if let thumbnails, index % scenario.visits == scenario.visits - 1 {
        try? FileManager.default.removeItem(atPath: thumbnails)
      }
      result.verdict = result.judged
      // The file keeps the runs before; the next attempt may find room.
      written = Result { try place.write(result) }
    }
    onProgress(progress(runs.count, of: runs, running: nil))
    return (result, written)
  }

  /// Measures one combination, with an origin of its own in this process if there is to be one: what it takes is not
  /// the run's, and each run finds it as the others did.
  private func measure(
    _ run: PlannedRun, of library: LibraryLocation, thumbnails: String?
  ) async throws -> RunRecord {
    var task = WorkerTask(
      scenario: scenario.path, sha256: scenario.sha256, library: library, run: run,
      thumbnails: thumbnails, fault: fault)
    guard let remote = scenario.remote else { return try await worker.run(task, scenario: scenario.name) }
    let folder = FileManager.default.temporaryDirectory.path + "/scrollsim-originals-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let seed = scenario.seed &+ UInt64(run.iteration)
    return try await OriginServer.serving(
      folder: library.folder, conditions: remote.conditions(seed: seed)
    ) { address in
      task.cloud = CloudLocation(origin: address, folder: folder, library: library.folder)
      return try await worker.run(task, scenario: scenario.name)
    }
  }

  private func progress(_ done: Int, of runs: [PlannedRun], running: PlannedRun?) -> Progress {
    Progress(done: done, total: runs.count, running: running, runSeconds: traceSeconds)
  }
}

extension Scenario {
  /// Whether thumbnail stores are compared.
  package var hasStores: Bool { compare.axes[.thumbnailStore] != nil }

  /// The scenario as a result records it.
  package func record(durationSeconds: Double) -> ScenarioRecord {
    ScenarioRecord(
      name: name, about: about, sha256: sha256, seed: seed, durationSeconds: durationSeconds,
      refreshRate: screen.refreshRate, screen: [screen.width, screen.height], scale: screen.scale,
      columns: grid.columns, spacing: grid.spacing, decodeWorkers: device.decodeWorkers,
      memoryBudgetBytes: device.memoryBudgetBytes, limits: limits)
  }
}
