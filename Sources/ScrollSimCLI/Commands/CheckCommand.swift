internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// `scrollsim check`: the gate.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fails if a scenario costs more memory, or shows less, than its baseline.",
    discussion: """
      In model mode, the default, metrics that gate must be equal to the baseline or better; the verdict is \
      the same on every machine and takes seconds. These gate: the peak of image and of resident memory, \
      growth, blank and unsharp area, time to sharp, hit rate, hitches and decodes; --gate, or 'gate' in a \
      scenario, chooses others. All other metrics only inform. In replay mode, memory is compared with a \
      baseline of the same kind of machine; with --base, base and head replay in turn and are compared by \
      thresholds, intervals and tests. Scenarios with limits need no baseline.

      scrollsim check scenarios/*.json --baseline results/baselines
      scrollsim check scenarios/*.json --baseline results/baselines --update --reason 'Window moves earlier'
      scrollsim check scenarios/fling.json --mode replay --base ../main/scrollsim
      scrollsim check scenarios/*.json --baseline results/baselines --before main/results/baselines
      scrollsim check --process laps.csv --leak 256kB

      --before names the baselines of the branch that a change will merge into, so that the headline says \
      what the change accepts by updating its own.

      --process judges memory that another program measured after each lap of a scroll: resident_bytes (or \
      resident_kb), footprint_bytes, image_bytes and live_images, or some of them. It exits with 2 if memory \
      grows, and with 3 if a leak could hide in so few laps, and says how many would show it; --baseline \
      compares levels.

      --selftest plants faults in models, of a scenario with laps or of one that comes with the program, and \
      shows that the gate catches each: a gate that never fails may be one that cannot. It exits with 1 if \
      the gate misses one.

      Exit codes: 0 pass, 2 a regression or a broken limit, 3 something was not measured, 4 an improvement (only with \
      --fail-on-improvement), 5 no baseline or not comparable, 64 wrong usage, 74 a file cannot be read or written.
      """)

  @Argument(help: ScenarioFiles.help, completion: .file(extensions: ["json"]), transform: OptionValue.path)
  var scenarios: [String] = []

  @Option(
    help: "A CSV file of a process's memory, lap by lap. Repeat for several.",
    completion: .file(extensions: ["csv"]), transform: OptionValue.path)
  var process: [String] = []

  @Option(
    help: "With --process: the leak per lap that must show; 1 % of the level by default.",
    transform: Self.bytes)
  var leak: Int?

  @Option(help: "The folder of baselines.", transform: OptionValue.path)
  var baseline: String?

  @Option(
    help: "The folder of the baselines of the branch that the change will merge into.",
    transform: OptionValue.path)
  var before: String?

  @Option(help: "\(OptionValue.words(ResultFile.Mode.ofScenarios)).", transform: OptionValue.mode)
  var mode = ResultFile.Mode.model

  @Option(
    help: "In replay mode: the scrollsim of another build to compare with.", transform: OptionValue.path)
  var base: String?

  @Option(
    help:
      "With --base: at most how many times each build replays, \(PairedGate.fewestPairs) or more, by default \(PairedGate.mostPairs); pairs end once they would show 1 % in decode time."
  )
  var rounds: Int?

  @Flag(help: "With --base: let a statistical regression fail the check.")
  var strict = false

  @Flag(help: "Plants faults, and shows that the gate catches each.")
  var selftest = false

  @Flag(help: "List regressions without failing.")
  var advisory = false

  @Flag(help: "Make the current figures the baseline; needs --reason.")
  var update = false

  @Option(help: "Why the baseline is updated; kept in its history.")
  var reason: String?

  @Option(
    help:
      "Which metrics gate, in place of a scenario's choice: default, all, growth, or a metric. Repeat for several.",
    transform: {
      try OptionValue.name(
        $0, among: GatingMetrics.words,
        expected: "default, all, growth, or a metric that 'scrollsim list metrics' lists")
    })
  var gate: [String] = []

  @Option(
    help:
      "How much worse a metric may get, such as decodes=2%, decodes=3 or all=1%; --update keeps it. Repeat for several.",
    transform: Self.setting)
  var tolerance: [(metric: String, tolerance: Tolerance)] = []

  @Flag(
    help: "Exit with 4 if something is better than the baseline, so that the baseline is kept up to date.")
  var failOnImprovement = false

  @OptionGroup var costs: CostsOption
  @Option(of: .text, .json, .markdown, .github, .junit) var format = Format.text

  @Flag(help: "Also list what is better and what only informs.")
  var all = false

  @OptionGroup var output: OutputOption
  @OptionGroup var progress: ProgressOption

  /// The tolerances by metric; the last of one metric counts.
  var tolerances: [String: Tolerance] {
    Dictionary(tolerance.map { ($0.metric, $0.tolerance) }) { $1 }
  }

  func validate() throws {
    if selftest {
      try refuse(scenarios.count > 1, "--selftest: expected one scenario at most, found \(scenarios.count)")
      try refuse(
        baseline != nil || base != nil || !process.isEmpty || ![.text, .json].contains(format),
        "--selftest: expected no --baseline, --base or --process, and text or json")
    } else {
      try refuse(
        scenarios.isEmpty && process.isEmpty,
        "expected scenario files, or --process with a CSV file, found neither")
    }
    let forScenarios = [
      ("--base", base != nil), ("--before", before != nil), ("--gate", !gate.isEmpty),
      ("--costs", costs.name != nil), ("--tolerance", !tolerance.isEmpty),
    ]
    for (option, isGiven) in forScenarios {
      try refuse(scenarios.isEmpty && isGiven, "\(option): expected scenario files, found none")
    }
    let forBaselines = [
      ("--before", before != nil), ("--update", update), ("--tolerance", !tolerance.isEmpty),
    ]
    for (option, isGiven) in forBaselines where base == nil {
      try refuse(baseline == nil && isGiven, "\(option): expected --baseline, found none")
    }
    try refuse(leak != nil && process.isEmpty, "--leak: expected --process, found none")
    try refuse(base != nil && !gate.isEmpty, "--gate: expected no --base, which tests every metric")
    try refuse(
      baseline != nil && base != nil,
      "--base: expected no --baseline, since the base program takes its place")
    try refuse(base != nil && mode != .replay, "--base: expected --mode replay, found \(mode.rawValue)")
    try refuse(base != nil && update, "--update: expected no --base, which compares without a baseline")
    try OptionValue.check("--rounds", rounds, in: PairedGate.fewestPairs...200)
    try refuse(rounds != nil && base == nil, "--rounds: expected --base, found none")
    try refuse(costs.name != nil && mode != .model, "--costs: expected --mode model, found \(mode.rawValue)")
    try refuse(strict && base == nil, "--strict: expected --base, found none")
    let words = reason?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    try refuse(update && words.isEmpty, "--update: expected --reason with a sentence, found none")
    try refuse(!update && reason != nil, "--reason: expected --update, found none")
    try refuse(base != nil && !tolerance.isEmpty, "--tolerance: expected no --base, found one")
    try refuse(
      !tolerance.isEmpty && mode != .model,
      "--tolerance: expected --mode model, found \(mode.rawValue), which has its own thresholds")
  }

  func run() async throws {
    if selftest { return try await testTheGate() }
    let output = output.folder
    let session = CheckSession(options: self, provenance: await ScrollSimCommand.provenance)
    let chosen = scenarios.isEmpty ? [] : try ScenarioFiles.read(scenarios)
    if baseline == nil, base == nil, let bare = chosen.first(where: \.limits.isEmpty) {
      throw Exit.because(
        "--baseline: expected the folder of baselines, found none; \(bare.path) has no limits to check")
    }
    let processes = try process.map(LapSeries.read)
    if let twice = Dictionary(grouping: processes, by: \.name).first(where: { $1.count > 1 }), baseline != nil
    {
      throw Exit.because("--process: expected files of different names, found \(twice.key) twice")
    }
    // Finds all errors of the input before the first measurement.
    let prepared = try chosen.map(session.prepare)
    try OutputFiles.makeFolder(output)
    var checks = try processes.map(session.check)
    for (scenario, prepared) in zip(chosen, prepared) {
      if let base {
        checks.append(try await session.check(scenario, against: base))
      } else {
        checks.append(try await session.check(scenario, prepared))
      }
      if Interrupt.happened { break }
    }
    let file = CheckFile(
      scenarios: checks, provenance: session.provenance, isAdvisory: advisory,
      failsOnImprovement: failOnImprovement)
    let comment = Document.comment(on: file)
    let name = Interrupt.happened ? "check.partial" : "check"
    try OutputFiles.write(try file.json() + "\n", to: "\(output)/\(name).json")
    try OutputFiles.write(comment, to: "\(output)/\(name).md")
    try Terminal.write(
      format == .markdown
        ? comment
        : format.render(
          Document(file, all: all),
          [
            .json: file.json, .junit: { JUnitReport(file).render() },
            .github: {
              let places = chosen.map { ($0.name, $0.path) } + processes.map { ($0.path, $0.path) }
              return file.renderAnnotations(paths: Dictionary(places) { first, _ in first })
            },
          ]))
    if Interrupt.happened {
      throw Exit.because(
        "interrupted: \(checks.count - processes.count) of \(chosen.count) scenarios were begun; see \(output)/\(name).md",
        Exit.notMeasured)
    }
    for kind in ["json", "md"] {
      try? FileManager.default.removeItem(atPath: "\(output)/check.partial.\(kind)")
    }
    if file.exitCode != 0 { throw ExitCode(Int32(file.exitCode)) }
  }

  private func testTheGate() async throws {
    let chosen = try scenarios.first.map { try ScenarioFile.read(path: $0) }
    let provenance = await ScrollSimCommand.provenance
    let line = progress.line
    let report = try line.during {
      try Selftest(scenario: chosen, provenance: provenance).run(note: line.show)
    }
    try Terminal.write(format == .json ? report.stableJSON() + "\n" : report.text)
    if !report.holds { throw Exit.internalError }
  }

  private static func setting(_ argument: String) throws -> (metric: String, tolerance: Tolerance) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let tolerance = Tolerance(parts[1]) else {
      throw ValidationError("expected a setting such as decodes=2% or decodes=3, found '\(argument)'")
    }
    guard Metric.named(parts[0]) != nil || ["all", "growth"].contains(parts[0]) else {
      throw ValidationError("expected all, growth, or a metric such as decodes, found '\(parts[0])'")
    }
    return (parts[0], tolerance)
  }

  private static func bytes(_ argument: String) throws -> Int {
    try OptionValue.value(
      ByteCount.bytes(in: argument), where: { $0 > 0 && ByteCount.remedy(for: argument) == nil },
      "an amount of memory such as 256kB", found: argument)
  }
}
