internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// The common part of `tune` and `merge`: it prepares a search, shows its progress, and writes its outcome.
struct TuneSession: ParsableArguments {
  @Option(help: "How many runs at a time; as many as there are cores by default.")
  var jobs: Int?

  @Flag(
    inversion: .prefixedNo,
    help: "Tries the recommendation in up to 27 variations of speed, decode time, columns and chance.")
  var variations = true

  @OptionGroup var confirmation: ConfirmOptions

  @OptionGroup var output: OutputOption

  @Option(of: .table, .json, .markdown, .csv) var format = Format.table

  @OptionGroup var progress: ProgressOption

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs: expected 1 to 1024, found \(jobs)")
    }
  }

  /// Prepares the scenarios, searches, replays the combinations to confirm, writes the file and its page, and shows the outcome.
  ///
  /// An interrupted search is written as a partial file with its evaluations so far, and shown.
  func run(
    _ scenarios: [Scenario], options: TuneOptions, shard: TuneShard? = nil,
    search body: @escaping @Sendable (TuneSearch) throws -> TuneFile
  ) async throws {
    try OutputFiles.makeFolder(output.folder)
    let progress = TuneProgress(self.progress.line)
    let provenance = await ScrollSimCommand.provenance
    let scenarios = scenarios.map { scenario in
      var scenario = scenario
      scenario.device.memoryBudgetBytes = options.memoryBudgetBytes
      if let seed = options.seed { scenario.seed = seed }
      return scenario
    }
    let jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let start = ContinuousClock.now
    let name = scenarios.map(\.name).joined(separator: "+")
    let part = shard.map { ".\($0.index)-of-\($0.count)" } ?? ""
    let place = OutputPlace<TuneFile>(folder: output.folder, name: "\(name).tune\(part)")
    try Exit.onFailure { try place.check() }
    let search = try Exit.onFailure {
      defer { progress.line.clear() }
      let settings = try scenarios.map { scenario in
        try TuneSetting.prepare(
          scenario, costs: options.costs, provenance: provenance, note: progress.line.show)
      }
      return try TuneSearch(
        options: options, settings: settings, provenance: provenance, jobs: jobs, varies: variations,
        // If it cannot be written, neither can the whole search; the final write reports the error.
        keep: { file in _ = try? place.write(file) }, isStopped: { Interrupt.happened },
        onProgress: progress.update)
    }
    for setting in search.settings {
      let notes = try Exit.onFailure { try setting.traceNotes() }
      for note in [setting.record.costsNote].compactMap(\.self) + notes {
        Terminal.writeError("\(setting.record.scenario.name): \(note)")
      }
    }
    var file = try await Interrupt.cancels {
      defer { progress.line.clear() }
      return try Exit.onFailure { try body(search) }
    }
    let took = ContinuousClock.now - start
    if confirmation.most != nil {
      // Keeps the search safe meanwhile; the final write reports an error.
      _ = try? place.writeAside(file)
      let record = try await confirmation.confirm(
        file, over: scenarios, into: output.folder, progress: progress.line)
      file.outcome?.confirmation = record
    }
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      try Terminal.write(
        format.render(Document(file), [.json: file.json, .csv: { CSVReport(file).render() }]))
    }
    if file.shard == nil {
      try Exit.onFailure { try written.write(page: Document(file).html()) }
    }
    if let planned = file.plannedCount {
      throw Exit.because(
        "interrupted: \(file.candidates.count) of up to \(planned) combinations were evaluated and kept in \(written.path)",
        Exit.notMeasured)
    }
    Terminal.writeError(
      "evaluated \(progress.evaluated) combinations over \(scenarios.count == 1 ? "1 scenario" : "\(scenarios.count) scenarios") "
        + "in \(Figure.text(took / .seconds(1), unit: "seconds")), "
        + "\(jobs) at a time")
    Terminal.writeError(
      file.shard == nil ? "search: \(written.path)\npage:   \(written.page)" : "part: \(written.path)")
    guard let outcome = file.outcome else { return }
    if outcome.recommendation == nil { throw Exit.limitBroken }
    if let record = outcome.confirmation, let code = confirmation.code(for: record) { throw code }
    if confirmation.most != nil, outcome.confirmation == nil {
      throw Exit.because("interrupted: the search is whole, and not confirmed", Exit.notMeasured)
    }
  }
}
