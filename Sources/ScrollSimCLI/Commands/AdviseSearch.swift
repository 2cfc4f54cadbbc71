internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// One search of `advise`: prepares it, shows its progress, replays its best, and writes and shows its outcome.
extension AdviseCommand {
  /// An interrupted search is written as a partial file with its evaluations so far, and shown.
  func run(
    _ scenarios: [Scenario], options: AdviceOptions, shard: AdviceFile.Shard? = nil,
    search body: @escaping @Sendable (Search) throws -> AdviceFile
  ) async throws {
    let (output, progress) = (output.folder, progress.line)
    try OutputFiles.makeFolder(output)
    let (bar, start) = (SearchProgress(progress), ContinuousClock.now)
    let name = scenarios.map(\.name).joined(separator: "+")
    let part = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    let place = OutputPlace<AdviceFile>(folder: output, name: "\(name).advice\(part)")
    try place.check()
    let scenarios = scenarios.map { scenario in
      var scenario = scenario
      scenario.device.memoryBudgetBytes = options.memoryBudgetBytes
      // Shares read the scenarios again, which name other costs; replays keep to the device that was asked
      // about.
      if let costs = options.costs { scenario.device.costs = costs }
      if let seed = options.seed { scenario.seed = seed }
      return scenario
    }
    let search = try await prepare(scenarios, options, bar) { file in _ = try? place.write(file) }
    var file = try await progress.duringCancellable { try body(search) }
    let took = ContinuousClock.now - start
    if confirmation.most != nil {
      // Keeps the search safe meanwhile; the final write reports an error.
      _ = try? place.writeAside(file)
      let record = try await confirmation.confirm(file, over: scenarios, into: output, progress: progress)
      file.outcome?.confirmation = record
    }
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      try Terminal.write(
        format.render(Document(file), [.json: file.json, .csv: { CSVReport(file).render() }]))
    }
    if shard == nil { try written.write(page: Document(file).html()) }
    if let planned = file.plannedCount {
      throw Exit.because(
        "interrupted: \(file.candidates.count) of up to \(planned) combinations were evaluated and kept in \(written.path)",
        Exit.notMeasured)
    }
    Terminal.writeError(
      "evaluated \(Figure.count(bar.evaluated, "combination", "combinations")) over "
        + "\(Figure.count(scenarios.count, "scenario", "scenarios")) in "
        + "\(Figure.text(took / .seconds(1), unit: "seconds")), \(runsAtATime) at a time")
    Terminal.writeError(
      shard == nil ? "advice: \(written.path)\npage:   \(written.page)" : "share: \(written.path)")
    if let code = code(for: file) { throw code }
  }

  /// Prepares a search, and says what is odd about its scenarios.
  ///
  /// - Parameter keep: receives the search so far; if it cannot be written, neither can the whole one, whose write reports the error.
  private func prepare(
    _ scenarios: [Scenario], _ options: AdviceOptions, _ bar: SearchProgress,
    keep: @escaping @Sendable (AdviceFile) -> Void
  ) async throws -> Search {
    let provenance = await ScrollSimCommand.provenance
    let progress = progress.line
    return try progress.during {
      let settings = try scenarios.map { scenario in
        try SearchSetting.prepare(
          scenario, costs: options.costs, decodeSeconds: device.decodeTime, provenance: provenance,
          note: progress.show)
      }
      progress.clear()
      for setting in settings {
        for note in [setting.record.costsNote].compactMap(\.self) + (try setting.traceNotes()) {
          Terminal.writeError("\(setting.record.scenario.name): \(note)")
        }
      }
      return try Search(
        options: options, settings: settings, provenance: provenance, jobs: runsAtATime, keep: keep,
        isStopped: { Interrupt.happened }, onProgress: bar.update)
    }
  }

  private var runsAtATime: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  private func code(for file: AdviceFile) -> ExitCode? {
    guard let outcome = file.outcome else { return nil }
    guard outcome.recommended != nil else {
      return file.candidates.contains { !$0.measurements.isEmpty } ? Exit.limitBroken : Exit.notMeasured
    }
    if confirmation.most != nil, outcome.confirmation == nil {
      return Exit.because("interrupted: the search is complete, but not confirmed", Exit.notMeasured)
    }
    return outcome.confirmation.flatMap(confirmation.code)
  }
}

/// `--confirm`: replays a search's recommendation and its possible replacements.
struct ConfirmOptions: ParsableArguments {
  @Option(
    name: .customLong("confirm"),
    help:
      "Replays this many of the front's best, 2 to 20, on the real clock, the recommended one first, and says whether they agree."
  )
  var most: Int?

  @Option(help: "How often to replay each with --confirm.")
  var rounds: Int?

  @OptionGroup var pace: PaceOptions

  func validate() throws {
    if let most {
      try refuse(!(2...20).contains(most), "--confirm: expected 2 to 20 of the front, found \(most)")
    }
    try OptionValue.check("--rounds", rounds, in: 1...1000)
    try refuse(
      most == nil && (rounds != nil || pace.areGiven),
      "--rounds, --at-most, --repeats, --require-quiet: expected '--confirm', since a model needs no repeats")
  }

  /// Replays the front's best few over each scenario, and judges them.
  ///
  /// - Returns: `nil` if nothing is to be replayed, nothing is recommended, or the user interrupts it.
  func confirm(
    _ file: AdviceFile, over scenarios: [Scenario], into output: String, progress: ProgressLine
  ) async throws -> ConfirmationRecord? {
    guard let most, file.plannedCount == nil, let outcome = file.outcome, outcome.recommended != nil else {
      return nil
    }
    let places = outcome.contenders(among: file.candidates, most: most)
    var replays: [(name: String, result: ResultFile)] = []
    for var scenario in scenarios {
      scenario.compare.combinations = places.map { file.candidates[$0].combination }
      // The search looks at first visits.
      scenario.visits = 1
      if let rounds { scenario.iterations = rounds }
      let name = "\(scenario.name)-confirm"
      let runs = ScenarioRuns(
        output: output, progress: progress, pace: pace.pace(iterations: rounds), name: name)
      replays.append((name, try await runs.replay(scenario)))
      if Interrupt.happened { return nil }
    }
    return ConfirmationRecord(of: file, places: places, replays: replays)
  }

  func code(for record: ConfirmationRecord) -> ExitCode? {
    switch record.verdict {
    case .agrees, .cannotTell: nil
    case .contradicts: Exit.limitBroken
    case .tooBusyToTell: pace.requireQuiet ? Exit.notMeasured : nil
    }
  }
}
