internal import ScrollSim

/// Replays a scenario with two builds in turn, and compares them.
struct PairedReplays {
  let options: CheckCommand
  /// The base build's executable.
  let base: String
  let machine: MachineFingerprint

  private var progress: ProgressLine { options.progress.line }

  /// Replays until more pairs would tell nothing new, and judges.
  ///
  /// The results stay in `<output>/pairs/<n>-base/<number>-<strategy>/…` and `<n>-head/…`; a single strategy gets no folder.
  func check(_ scenario: Scenario) async throws -> ScenarioCheck {
    var gate = PairedGate()
    gate.isAdvisory = !options.strict
    let strategies = scenario.replayableAlone
    var plan = PairedPlan(
      parts: strategies.count, fewestPairs: PairedGate.fewestPairs, mostPairs: options.rounds)
    var results: [(base: ResultFile, head: ResultFile)] = []
    var (bases, heads): ([ResultFile], [ResultFile]) = ([], [])
    var end: String?
    let clock = ContinuousClock()
    while end == nil, let turn = plan.next {
      let begin = clock.now
      let part = try await replay(scenario, turn, strategy: strategies[turn.part], plan.words)
      plan.finish(seconds: begin.duration(to: clock.now) / .seconds(1))
      if turn.isHead { heads.append(part) } else { bases.append(part) }
      if plan.isBetweenPairs, let base = ResultFile(joining: bases), let head = ResultFile(joining: heads) {
        results.append((base, head))
        (bases, heads) = ([], [])
        end = gate.reasonToEnd(after: results, on: machine)
      }
    }
    let note = end.map { "Ended after \(results.count) of at most \(options.rounds) pairs: \($0)." }
    if let note { progress.showAbove("\(scenario.name): \(note)") }
    progress.clear()
    var check = gate.check(results, expectedRuns: scenario.runIDs, base: base, machine: machine)
    if let note { check.notes.insert(note, at: 0) }
    return check
  }

  private func replay(
    _ scenario: Scenario, _ turn: PairedPlan.Turn, strategy: String?, _ words: String
  ) async throws -> ResultFile {
    let name = turn.isHead ? "head" : "base"
    progress.show("\(scenario.name): \(words); \(strategy.map { "\($0), " } ?? "")\(name)")
    let program = ReplayProgram(path: turn.isHead ? ScrollSimCommand.executable : base)
    let part = strategy.map { "/\(turn.part + 1)-\($0.prefix { $0 != ":" })" } ?? ""
    let folder = "\(options.output.folder)/pairs/\(turn.pair)-\(name)\(part)"
    try OutputFiles.makeFolder(folder)
    do {
      return try await Interrupt.cancels {
        try await program.replay(scenario, strategy: strategy, into: folder)
      }
    } catch is CancellationError {
      progress.clear()
      throw Exit.because("interrupted: nothing is judged", Exit.notMeasured)
    } catch {
      throw Exit.because(of: error)
    }
  }
}

extension ResultFile {
  /// Joins the parts of one scenario into one result, with each run once; `nil` without parts.
  fileprivate init?(joining parts: [ResultFile]) {
    guard let first = parts.first else { return nil }
    self = first
    runs = parts.flatMap(\.runs).uniqued(by: \.id)
    verdict = judged
  }
}
