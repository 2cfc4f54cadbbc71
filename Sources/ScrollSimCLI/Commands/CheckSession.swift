internal import ScrollSim

/// Checks scenarios against baselines, and updates the baselines.
struct CheckSession {
  /// A scenario with everything that its check needs.
  struct Prepared {
    let scenario: Scenario
    /// In model mode, the table that all machines share.
    let costs: CostChoice?
    let baseline: BaselineFile?
    let baselinePath: String
    /// The baseline of the branch that a change goes to.
    let before: BaselineFile?
  }

  let options: CheckCommand
  let provenance: Provenance

  private var mode: ResultFile.Mode { options.mode }
  private var output: String { options.output.folder }
  private var progress: ProgressLine { options.progress.line }
  /// How much worse metrics may get, beside what a baseline says.
  private var tolerances: [String: Tolerance] { options.gate.tolerances }
  var machine: MachineFingerprint { MachineFingerprint(of: provenance) }

  /// Reads the scenario's baseline and cost table.
  ///
  /// - Throws: an exit code, as for a damaged baseline, after an error message.
  func prepare(_ scenario: Scenario) throws -> Prepared {
    try Exit.onFailure {
      func path(in folder: String) -> String {
        BaselineFile.path(in: folder, scenario: scenario.name, mode: mode, machine: machine)
      }
      return Prepared(
        scenario: scenario,
        costs: mode == .model
          ? try CostChoice(for: scenario, named: options.costs.name, isShared: true) : nil,
        baseline: try options.baseline.flatMap { try BaselineFile.readIfPresent(path: path(in: $0)) },
        baselinePath: options.baseline.map(path) ?? "",
        before: try options.before.flatMap { try BaselineFile.readIfPresent(path: path(in: $0)) })
    }
  }

  /// Measures the scenario, judges the result, and updates the baseline if asked to.
  func check(_ prepared: Prepared) async throws -> ScenarioCheck {
    let (head, again) = try await measure(prepared)
    var gate = Gate(
      expectedRuns: prepared.scenario.runIDs,
      baseline: prepared.baseline, baselinePath: prepared.baselinePath, machine: machine)
    gate.gating = options.gate.gating
    gate.before = prepared.before
    gate.baseline?.tolerances.merge(tolerances) { $1 }
    var check: ScenarioCheck
    if options.update {
      check = try renew(prepared, with: head, again: again, by: gate)
    } else if options.baseline == nil {
      check = gate.checkAlone(head, again: again)
      check.notes.append("Held to the scenario's limits; there is no baseline.")
    } else {
      check = gate.check(head, again: again)
      if options.before != nil, prepared.before == nil {
        check.notes.append("The branch has no baseline of it: all of it is new.")
      }
    }
    check.notes.insert(
      contentsOf: [prepared.costs?.note].compactMap(\.self) + (head.traceNotes ?? []), at: 0)
    return check
  }

  private func measure(_ prepared: Prepared) async throws -> (head: ResultFile, again: ResultFile?) {
    guard let costs = prepared.costs else {
      return (
        try await ScenarioRuns(output: output, progress: progress).replay(prepared.scenario), nil
      )
    }
    let results = try progress.during {
      let scenario = prepared.scenario
      let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: progress.show)
      var runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
      runner.explains = false
      try progress.sayIfLong(runner, times: 2)
      // The gate requires both to be equal.
      return (first: try runner.run(), again: try runner.run())
    }
    do {
      let place = OutputPlace<ResultFile>(folder: output, scenario: prepared.scenario.name, mode: .model)
      let written = try place.write(results.first)
      if let earlier = written.earlier { Terminal.writeError("before: \(earlier)") }
    } catch {
      // Reported here, and judged by the gate: a value that is not a number cannot be written.
      Terminal.writeError("\(error)")
    }
    return (results.first, results.again)
  }

  /// Judges a process's laps by themselves, and their levels against a baseline, which is updated if asked to.
  func check(_ laps: LapSeries, leak: Double?) throws -> ScenarioCheck {
    var check = ScenarioCheck(of: laps, leak: leak)
    guard let baselines = options.baseline else { return check }
    try Exit.onFailure {
      let path = BaselineFile.path(in: baselines, laps: laps)
      let old = try BaselineFile.readIfPresent(path: path)
      guard options.update else { return check.compare(laps, with: old, path: path) }
      guard check.verdict == .pass else {
        return check.notes.append("\(path) was not updated, because the laps themselves fail.")
      }
      try BaselineFile(
        updating: old, with: laps, on: machine, provenance: provenance, reason: options.reason ?? ""
      ).keep(at: path)
      check.notes.append("\(old == nil ? "Made" : "Updated") \(path).")
    }
    return check
  }

  /// Makes the result the baseline, unless the run itself fails.
  private func renew(
    _ prepared: Prepared, with head: ResultFile, again: ResultFile?, by gate: Gate
  ) throws -> ScenarioCheck {
    var check = gate.checkAlone(head, again: again)
    guard check.verdict == .pass else {
      check.notes.append("\(prepared.baselinePath) was not updated, because the run itself fails.")
      return check
    }
    var renewed = BaselineFile(
      updating: prepared.baseline, with: head, on: machine, reason: options.reason ?? "")
    renewed.tolerances.merge(tolerances) { $1 }
    if let old = prepared.baseline {
      let changed = gate.check(head, again: again).findings.count { $0.rule != .baseline }
      if mode == .model, old.samples == renewed.samples, old.tolerances == renewed.tolerances,
        old.differences(to: head, on: machine).isEmpty
      {
        check.notes.append("\(prepared.baselinePath) says the same already and was left as it is.")
        return check
      }
      check.notes.append("Updated \(prepared.baselinePath), from which \(changed) values differed.")
    } else {
      check.notes.append("Made \(prepared.baselinePath).")
    }
    try Exit.onFailure { try renewed.keep(at: prepared.baselinePath) }
    return check
  }
}
