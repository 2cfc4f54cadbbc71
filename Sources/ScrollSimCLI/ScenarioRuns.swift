internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// Runs scenarios in either mode, shows how far they are, and leaves a result and its page in a folder.
struct ScenarioRuns {
  let output: String
  let showsProgress: Bool
  /// Seconds after which a replay is given up; five times its trace and a minute if `nil`.
  var timeLimit: Double?
  /// A fault for every replay to commit, for tests.
  var fault: WorkerTask.Fault?
  /// Shows a result; before its page is written, which may fail.
  var show: @Sendable (ResultFile) throws -> Void = { _ in }

  /// Runs a scenario's matrix on virtual clocks.
  func model(_ scenario: Scenario) async throws -> ResultFile {
    let provenance = await Provenance.current(
      command: CommandLine.arguments, libraries: ImageLibraries.versions)
    let path = "\(output)/\(scenario.name).model.json"
    let result = try Exit.onFailure {
      defer { if showsProgress { Terminal.clearProgress() } }
      let costs = try CostTables.named(scenario.device.costs)
      let library = try ModelLibrary.prepare(scenario.library, seed: scenario.seed) { message in
        if showsProgress { Terminal.writeProgress(message) }
      }
      let result = try ModelRunner(
        scenario: scenario, assets: library.assets, record: library.record, costs: costs,
        provenance: provenance
      ).run()
      try result.write(to: path)
      return result
    }
    try show(result)
    try writePage(of: result, beside: path)
    return result
  }

  /// Replays a scenario's matrix on the real clock, each run in a process of its own.
  func replay(_ scenario: Scenario) async throws -> ResultFile {
    let photos: PreparedLibrary
    do {
      defer { if showsProgress { Terminal.clearProgress() } }
      photos = try PreparedLibrary.prepare(scenario.library, seed: scenario.seed) { message in
        if showsProgress { Terminal.writeProgress(message) }
      }
    } catch {
      throw Exit.because(OutputFiles.words(error))
    }
    for (name, reason) in photos.failures { Terminal.writeError("\(name): \(reason)") }

    let duration = try scenario.makeTrace(itemCount: photos.record.photos).duration
    let bar = ProgressBar(isShown: showsProgress)
    let path = "\(output)/\(scenario.name).replay.json"
    let runner = Runner(
      scenario: scenario, library: photos.location, record: photos.record, traceSeconds: duration,
      worker: WorkerProcess(
        executable: Bundle.main.executablePath ?? CommandLine.arguments[0],
        timeLimit: timeLimit ?? duration * 5 + 60),
      provenance: await .current(command: CommandLine.arguments, libraries: ImageLibraries.versions),
      resultPath: path, fault: fault)
    let result: ResultFile
    let unwritten: (any Error)?
    do {
      (result, unwritten) = try await Interrupt.cancels {
        let drawing = Task { await bar.draw() }
        defer { drawing.cancel() }
        return try await runner.run(onProgress: bar.update)
      }
    } catch let error as ResultFileError {
      throw Exit.because("\(error)")
    }
    if Interrupt.happened {
      let measured = result.runs.count { $0.status != .notRun }
      Terminal.writeError(
        "interrupted: \(measured) of \(result.runs.count) runs were measured and kept in \(path)")
    }
    try show(result)
    if let unwritten { throw Exit.because("\(unwritten)", Exit.internalError) }
    try writePage(of: result, beside: path)
    return result
  }

  private func writePage(of result: ResultFile, beside path: String) throws {
    let page = try writePage(of: result)
    if !Interrupt.happened { Terminal.writeError("result: \(path)\npage:   \(page)") }
  }

  /// Writes a result's page beside the result, and says where.
  @discardableResult
  func writePage(of result: ResultFile, fidelity: FidelityFile? = nil) throws -> String {
    let page = "\(output)/\(result.scenario.name).\(result.mode.rawValue).html"
    try OutputFiles.write(
      HTMLReport(result, fidelity: fidelity).render(), to: page, failing: Exit.internalError)
    return page
  }
}
