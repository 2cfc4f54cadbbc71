internal import ScrollSim

/// Checks scenarios and processes against baselines, and updates the baselines; or compares two builds with
/// each other.
struct CheckSession {
  let options: CheckCommand
  let provenance: Provenance

  private var output: String { options.output.folder }
  private var progress: ProgressLine { options.progress.line }
  private var machine: MachineFingerprint { MachineFingerprint(of: provenance) }

  /// A scenario's gate with its baselines, and in model mode the costs that all machines share.
  typealias Prepared = (gate: Gate, costs: CostChoice?)

  /// Reads the scenario's cost table and baselines.
  func prepare(_ scenario: Scenario) throws -> Prepared {
    func path(in folder: String) -> String {
      BaselineFile.path(in: folder, scenario: scenario.name, mode: options.mode, machine: machine)
    }
    let costs =
      options.mode == .model
      ? try CostChoice(for: scenario, named: options.costs.name, isShared: true) : nil
    var gate = Gate(
      expectedRuns: scenario.runIDs,
      baseline: try options.baseline.flatMap { try BaselineFile.readIfPresent(path: path(in: $0)) },
      baselinePath: options.baseline.map(path) ?? "", machine: machine)
    gate.gating = options.gate.isEmpty ? nil : GatingMetrics(options.gate)
    gate.before = try options.before.flatMap { try BaselineFile.readIfPresent(path: path(in: $0)) }
    return (gate, costs)
  }

  func check(_ scenario: Scenario, _ prepared: Prepared) async throws -> ScenarioCheck {
    let (head, again) = try await measure(scenario, prepared.costs)
    var gate = prepared.gate
    gate.baseline?.tolerances.merge(options.tolerances) { $1 }
    var check: ScenarioCheck
    if options.update {
      check = try renew(prepared.gate.baseline, with: head, again: again, by: gate)
    } else if options.baseline == nil {
      check = gate.checkAlone(head, again: again)
      check.notes.append("Checked against the scenario's limits only; there is no baseline.")
    } else {
      check = gate.check(head, again: again)
      if options.before != nil, gate.before == nil {
        check.notes.append("The branch has no baseline for it: all of it is new.")
      }
    }
    let notes = [prepared.costs?.note, head.disturbanceNote].compactMap(\.self)
    check.notes.insert(contentsOf: notes + (head.traceNotes ?? []), at: 0)
    return check
  }

  private func measure(
    _ scenario: Scenario, _ costs: CostChoice?
  ) async throws -> (head: ResultFile, again: ResultFile?) {
    guard let costs else {
      return (try await ScenarioRuns(output: output, progress: progress).replay(scenario), nil)
    }
    let results = try progress.during {
      var runner = try ModelRunner(scenario, costs: costs, provenance: provenance, note: progress.show)
      runner.explains = false
      try progress.sayIfLong(runner, times: 2)
      // The gate requires both to be equal.
      return (first: try runner.run(), again: try runner.run())
    }
    do {
      let place = OutputPlace<ResultFile>(folder: output, scenario: scenario.name, mode: .model)
      let written = try place.write(results.first)
      if let earlier = written.earlier { Terminal.writeError("previous: \(earlier)") }
    } catch {
      // Reported here, and judged by the gate: a value that is not a number cannot be written.
      Terminal.writeError("\(error)")
    }
    return (results.first, results.again)
  }

  /// Makes the result the baseline, unless the run itself fails.
  private func renew(
    _ old: BaselineFile?, with head: ResultFile, again: ResultFile?, by gate: Gate
  ) throws -> ScenarioCheck {
    var check = gate.checkAlone(head, again: again)
    let path = gate.baselinePath
    guard check.verdict == .pass else {
      check.notes.append("\(path) was not updated, because the run itself fails.")
      return check
    }
    var renewed = BaselineFile(updating: old, with: head, on: machine, reason: options.reason ?? "")
    renewed.tolerances.merge(options.tolerances) { $1 }
    if let old {
      let changed = gate.check(head, again: again).findings.count { $0.rule != .baseline }
      if options.mode == .model, old.samples == renewed.samples, old.tolerances == renewed.tolerances,
        old.differences(to: head, on: machine).isEmpty
      {
        check.notes.append("\(path) already says the same and was left unchanged.")
        return check
      }
      check.notes.append("Updated \(path); \(changed) values differed.")
    } else {
      check.notes.append("Made \(path).")
    }
    try renewed.keep(at: path)
    return check
  }

  /// Judges a process's laps by themselves, and their levels against a baseline, which is updated if asked to.
  func check(_ laps: LapSeries) throws -> ScenarioCheck {
    var check = ScenarioCheck(of: laps, leak: options.leak.map(Double.init))
    guard let baselines = options.baseline else { return check }
    let path = BaselineFile.path(in: baselines, laps: laps)
    let old = try BaselineFile.readIfPresent(path: path)
    if !options.update {
      check.compare(laps, with: old, path: path)
    } else if check.verdict != .pass {
      check.notes.append("\(path) was not updated, because the laps themselves fail.")
    } else {
      try BaselineFile(
        updating: old, with: laps, on: machine, provenance: provenance, reason: options.reason ?? ""
      ).keep(at: path)
      check.notes.append("\(old == nil ? "Made" : "Updated") \(path).")
    }
    return check
  }

  /// Replays a scenario with a base build and this one in turn until more pairs would tell nothing new, and judges.
  ///
  /// The results stay in `<output>/pairs/<n>-base/<number>-<strategy>/…` and `<n>-head/…`; a single strategy gets no folder.
  func check(_ scenario: Scenario, against base: String) async throws -> ScenarioCheck {
    var gate = PairedGate()
    gate.isAdvisory = !options.strict
    let strategies = scenario.replayableAlone
    let mostPairs = options.rounds ?? PairedGate.mostPairs
    var plan = PairedPlan(parts: strategies.count, fewestPairs: PairedGate.fewestPairs, mostPairs: mostPairs)
    var results: [(base: ResultFile, head: ResultFile)] = []
    var (bases, heads): ([ResultFile], [ResultFile]) = ([], [])
    var end: String?
    while end == nil, let turn = plan.next {
      let begin = ContinuousClock.now
      let part = try await replay(
        scenario, turn, by: turn.isHead ? ScrollSimCommand.executable : base, strategies[turn.part],
        plan.words)
      plan.finish(seconds: (ContinuousClock.now - begin) / .seconds(1))
      if turn.isHead { heads.append(part) } else { bases.append(part) }
      if plan.isBetweenPairs, let base = ResultFile(joining: bases), let head = ResultFile(joining: heads) {
        results.append((base, head))
        (bases, heads) = ([], [])
        end = gate.reasonToEnd(after: results, on: machine)
      }
    }
    var check = gate.check(results, expectedRuns: scenario.runIDs, base: base, machine: machine)
    if let end {
      let note = "Ended after \(results.count) of at most \(mostPairs) pairs: \(end)."
      progress.showAbove("\(scenario.name): \(note)")
      check.notes.insert(note, at: 0)
    }
    progress.clear()
    return check
  }

  private func replay(
    _ scenario: Scenario, _ turn: PairedPlan.Turn, by program: String, _ strategy: String?, _ words: String
  ) async throws -> ResultFile {
    let name = turn.isHead ? "head" : "base"
    progress.show("\(scenario.name): \(words); \(strategy.map { "\($0), " } ?? "")\(name)")
    let part = strategy.map { "/\(turn.part + 1)-\($0.prefix { $0 != ":" })" } ?? ""
    let folder = "\(output)/pairs/\(turn.pair)-\(name)\(part)"
    try OutputFiles.makeFolder(folder)
    do {
      return try await progress.duringCancellable {
        try await ReplayProgram(path: program).replay(scenario, strategy: strategy, into: folder)
      }
    } catch is CancellationError {
      throw Exit.because("interrupted: nothing is judged", Exit.notMeasured)
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
