internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim run`: replays scenarios and compares strategies.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Replays scenarios and compares strategies.",
    discussion: """
      Each combination of a scenario's matrix runs in a separate process; the table goes to standard output. \
      <output>/<scenario>.<mode>.json is always the latest result in which every run has ended, with a page \
      beside it. The previous one moves to <output>/history, which keeps all of them, named by date and what \
      differed. Until every run has ended, or if the command is interrupted, the runs are in \
      <scenario>.<mode>.<process>.partial.json: commands that run at the same time in one folder leave each \
      other's results alone, and the one that ends last is the latest.
      """)

  @OptionGroup var scenarios: RunOptions

  @Option(
    help:
      "\(OptionValue.words(ResultFile.Mode.ofScenarios)): on the real clock with real decoding, or on a virtual one.",
    transform: OptionValue.mode)
  var mode = ResultFile.Mode.replay

  @Flag(
    inversion: .prefixedNo,
    help:
      "Tries the recommendation in up to 27 variations of speed, decode time, columns and chance, by a model."
  )
  var variations = true

  @Flag(help: "Measures nothing: describes the runs, the decoders' load and the duration.")
  var dryRun = false

  @OptionGroup var pace: PaceOptions
  @OptionGroup var output: OutputOption

  @Option(help: "The result's name, in place of the scenario's.", transform: Self.name)
  var name: String?

  @Flag(
    help:
      "Resumes the same replays where they were interrupted, with the runs of their partial result.")
  var resume = false

  @Option(of: .table, .json, .markdown, .csv) var format = Format.table
  @OptionGroup var columns: ColumnOptions
  @OptionGroup var progress: ProgressOption

  @Option(
    help:
      "The time after which a run is stopped, such as 90s; by default five times its trace plus a minute.",
    transform: Self.timeLimit)
  var timeLimit: Double?

  @Option(
    help: ArgumentHelp("Lets every run fail, for tests.", visibility: .private), transform: OptionValue.word)
  var fault: WorkerTask.Fault?

  func validate() throws {
    try refuse(
      mode == .model && (resume || timeLimit != nil || pace.areGiven),
      "--resume, --time-limit, --at-most, --repeats, --require-quiet: expected replays, since a model takes no time and needs "
        + "no repeats")
  }

  private static func timeLimit(_ argument: String) throws -> Double {
    try OptionValue.seconds(
      argument, bare: 1, in: 1e-6...86_400, "a time such as 90s or 10m, or seconds, at most 24h")
  }

  private static func name(_ text: String) throws -> String {
    try OptionValue.value(
      text, where: ScenarioFile.isName, "at most 64 letters, digits and hyphens", found: text)
  }

  func run() async throws {
    // Finds all errors of the input before the first measurement.
    let columns = try columns.chosen(for: format)
    var chosen = try scenarios.read()
    // In a model references cost nothing.
    if mode == .model, scenarios.options.strategy.isEmpty { chosen = chosen.map(\.withReferences) }
    // Replays of this machine need no table, but a broken one is an error.
    let asked = mode == .model ? scenarios.options.costs.name : nil
    let costs = try chosen.map { try CostChoice(for: $0, named: asked) }
    if name != nil, chosen.count != 1 {
      throw Exit.because("--name: expected one scenario, found \(chosen.count)")
    }
    if dryRun { return try await describe(chosen, at: costs) }
    if [.json, .csv].contains(format), chosen.count != 1 {
      throw Exit.because(
        "--format \(format.rawValue): expected one scenario for one document, found \(chosen.count); "
          + "run each separately, or leave out '--format' and read the results in \(output.folder)")
    }
    try OutputFiles.makeFolder(output.folder)
    let runs = ScenarioRuns(
      output: output.folder, progress: progress.line, timeLimit: timeLimit,
      pace: pace.pace(iterations: scenarios.iterations), fault: fault, name: name, resumes: resume,
      varies: variations,
      show: { [format] result in
        try Terminal.write(
          format.render(
            Document([result], columns: columns), [.json: result.json, .csv: { CSVReport(result).render() }]))
      })
    var endings: [ExitCode] = []
    for (begun, (scenario, costs)) in zip(1..., zip(chosen, costs)) {
      let result =
        if mode == .model {
          try await runs.model(scenario, costs: costs)
        } else {
          try await runs.replay(scenario)
        }
      endings += [Exit.code(for: result.verdict), pace.code(for: result)].compactMap(\.self)
      guard Interrupt.happened else { continue }
      // A result that was interrupted in further rounds is whole, and says nothing about the scenarios after
      // it.
      if begun < chosen.count {
        endings.append(
          Exit.because("interrupted: \(begun) of \(chosen.count) scenarios were begun", Exit.notMeasured))
      }
      break
    }
    if let worst = endings.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
  }

  private func describe(_ chosen: [Scenario], at costs: [CostChoice]) async throws {
    let provenance = await ScrollSimCommand.provenance
    for (scenario, costs) in zip(chosen, costs) {
      let text = try progress.line.during {
        var runner = try ModelRunner(scenario, costs: costs, provenance: provenance, note: progress.line.show)
        runner.varies = variations
        return try preview(of: runner)
      }
      try Terminal.write(Terminal.harmless(text))
    }
  }
}
