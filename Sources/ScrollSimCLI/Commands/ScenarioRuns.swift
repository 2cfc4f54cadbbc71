internal import BenchReport
internal import ScrollSim

/// Runs scenarios in either mode, shows their progress, and writes a result and its page to a folder.
struct ScenarioRuns {
  let output: String
  let progress: ProgressLine
  /// Seconds after which a replay is given up; `nil` for five times its trace plus a minute.
  var timeLimit: Double?
  var pace = ReplayPlan.Pace()
  /// Whether each replay is followed by a measurement of the decoders' speed.
  var gaugesDecoding = false
  var fault: WorkerTask.Fault?
  /// The name of results, in place of the scenario's.
  var name: String?
  var resumes = false
  /// Whether a model shows its table before replays, and tries what is recommended in variations.
  var varies = false
  /// Shows a result before its page is written, which may fail.
  var show: @Sendable (ResultFile) throws -> Void = { _ in }

  func model(_ scenario: Scenario, costs: CostChoice) async throws -> ResultFile {
    if let note = costs.note { Terminal.writeError("\(scenario.name): \(note)") }
    let place = place(of: scenario, mode: .model)
    let provenance = await ScrollSimCommand.provenance
    var photos: SmallPhotos?
    let result = try progress.during {
      var runner = try ModelRunner(scenario, costs: costs, provenance: provenance, note: progress.show)
      progress.clear()
      for notice in runner.notices { Terminal.writeError(notice) }
      photos = SmallPhotos(runner.assets)
      runner.findsBounds = true
      runner.varies = varies
      try place.check()
      runner.sharpness = sharpness(of: runner.laidOut, over: runner.assets)
      try progress.sayIfLong(runner)
      progress.show("modelling \(scenario.runs.count) runs" + (varies ? ", and variations of them" : ""))
      return try runner.run()
    }
    say(result.traceNotes ?? [], of: scenario)
    // The page is drawn on another core while the result is written.
    let page = Task { [photos] in Self.page(of: result, with: photos) }
    try await leave(result, Result { try place.write(result) }, page)
    return result
  }

  private func place(of scenario: Scenario, mode: ResultFile.Mode) -> OutputPlace<ResultFile> {
    OutputPlace(folder: output, scenario: name ?? scenario.name, mode: mode)
  }

  /// Replays a scenario's matrix on the real clock, each run in its own process.
  func replay(_ scenario: Scenario) async throws -> ResultFile {
    let forecast = varies ? try await preview(scenario) : nil
    let photos = try progress.during {
      try PreparedLibrary.prepare(scenario.library, seed: scenario.seed, note: progress.show)
    }
    for notice in photos.notices { Terminal.writeError(notice) }
    for (name, reason) in photos.failures { Terminal.writeError("\(name): \(reason)") }

    let assets = try StageAssets(photos.location)
    let laidOut = scenario.over(assets)
    let duration = try laidOut.makeTrace().duration
    let notes = try laidOut.traceNotes()
    say(notes, of: scenario)
    let bar = ReplayProgress(progress)
    let place = place(of: scenario, mode: .replay)
    var prepared = ReplayRunner(
      scenario: laidOut, library: photos.location, record: photos.record, traceSeconds: duration,
      worker: WorkerProcess(
        executable: ScrollSimCommand.executable, timeLimit: timeLimit ?? duration * 5 + 60),
      provenance: await ScrollSimCommand.provenance,
      place: place, pace: pace, fault: fault, traceNotes: notes)
    prepared.gaugesDecoding = gaugesDecoding
    prepared.forecast = forecast
    if resumes, let partial = try earlier(at: place, for: prepared, of: scenario) {
      prepared.earlier = partial.runs.filter { $0.status != .notRun }
      prepared.devicePace = partial.scenario.devicePace
    } else {
      prepared.devicePace = try progress.during {
        progress.show("comparing this machine's decoders with \(scenario.device.costs)'s")
        return try laidOut.devicePace(over: assets)
      }
    }
    prepared.sharpness = sharpness(of: laidOut, over: assets)
    let (result, written) = try await Interrupt.cancels { [prepared] in
      let drawing = Task { await bar.draw() }
      defer { drawing.cancel() }
      return try await prepared.run(onProgress: bar.update)
    }
    if Interrupt.happened {
      let measured = result.runs.count { $0.status != .notRun }
      let path = (try? written.get().path) ?? place.partialPath ?? place.path
      Terminal.writeError(
        "interrupted: \(measured) of \(result.runs.count) runs were measured and kept in \(path)")
    }
    try await leave(result, written, Task { Self.page(of: result, with: SmallPhotos(assets)) })
    return result
  }

  /// How sharp images of each resize mode are, if several are compared.
  private func sharpness(of laidOut: LaidOutScenario, over assets: StageAssets) -> [String: Double] {
    defer { progress.clear() }
    progress.show("measuring how sharp images are")
    return laidOut.sharpness(over: assets)
  }

  /// An interrupted result, whose runs that ended are not measured again; `nil` if there is none.
  private func earlier(
    at place: OutputPlace<ResultFile>, for runner: ReplayRunner, of scenario: Scenario
  ) throws -> ResultFile? {
    guard let (path, others) = place.resume() else {
      Terminal.writeError(
        "\(place.path): there is no partial result of interrupted replays beside it; they start over")
      return nil
    }
    let partial = try ResultFile.read(path: path)
    var runner = runner
    // It is not measured again, since that would give a slightly different one.
    if let pace = partial.scenario.devicePace, scenario.asksAboutDevice {
      let device = try CostChoice(for: scenario).table.name
      if pace.device == device { runner.devicePace = pace }
    }
    let differences = runner.differences(from: partial)
    guard differences.isEmpty else {
      throw Exit.because(
        "\(path): expected the same replays, but these differ: \(differences.joined(separator: ", ")); "
          + "leave out '--resume' to start over")
    }
    let ended = partial.runs.count { $0.status != .notRun }
    Terminal.writeError("resumed: \(path) holds \(ended == 1 ? "1 run" : "\(ended) runs") that ended")
    for other in others { Terminal.writeError("\(other): left as it is; it is older") }
    return partial
  }

  private func say(_ notes: [String], of scenario: Scenario) {
    progress.clear()
    for note in notes { Terminal.writeError("\(scenario.name): \(note)") }
  }

  /// Shows a model's table on standard error, within a second if photos need no indexing, and then its
  /// recommendation at other loads; returns the model's result with variations and loads, or `nil` after a
  /// message if there can be none.
  private func preview(_ scenario: Scenario) async throws -> ResultFile? {
    let library = try progress.during {
      try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: progress.show)
    }
    do {
      let costs = try CostChoice(for: scenario)
      var once = scenario.withReferences
      once.iterations = 1
      var runner = ModelRunner(
        once, over: library, costs: costs, provenance: await ScrollSimCommand.provenance)
      runner.explains = false
      var result = try runner.run()
      if !progress.isSilent {
        Terminal.writeError(Document(preview: result).terminal(colour: false, width: Terminal.errorWidth))
      }
      result.loads = try runner.loads()
      progress.show("trying the recommendation in variations")
      result.variations = try runner.variations()
      progress.clear()
      if !progress.isSilent, let sentence = result.atOtherLoads {
        Terminal.writeError("By the model, \(sentence.prefix(1).lowercased())\(sentence.dropFirst())")
      }
      return result
    } catch {
      progress.clear()
      Terminal.writeError("no table of the model before the replays: \(OutputFiles.words(error))")
      return nil
    }
  }

  /// Shows a result, writes its page, and prints both paths.
  private func leave(
    _ result: ResultFile, _ written: Result<OutputPlace<ResultFile>.Written, any Error>,
    _ page: Task<String, Never>
  ) async throws {
    let written = try OutputFiles.show(written) { try show(result) }
    progress.show("drawing the page")
    let html = await page.value
    progress.clear()
    try written.write(page: html)
    if !Interrupt.happened { Terminal.writeError("result: \(written.path)\npage:   \(written.page)") }
  }

  static func page(
    of result: ResultFile, fidelity: FidelityFile? = nil, with photos: SmallPhotos? = nil
  ) -> String {
    Document([result], fidelity: fidelity, photos: [photos?.sheet(of: result)]).html()
  }
}
