internal import BenchReport
internal import ScrollSim

/// Checks scenarios against baselines, and updates the baselines.
struct CheckSession {
  /// An update of the baselines.
  struct Update {
    let reason: String
    let tolerances: [String: Tolerance]
  }

  /// A scenario with everything that its check needs.
  struct Prepared {
    let scenario: Scenario
    /// In model mode, the table that all machines share.
    let costs: CostChoice?
    let baseline: BaselineFile?
    let baselinePath: String
  }

  let mode: ResultFile.Mode
  /// The folder of baselines; `nil` if another program is the base.
  let baselines: String?
  let costs: String?
  let output: String
  let progress: ProgressLine
  let update: Update?
  let provenance: Provenance

  var machine: MachineFingerprint { MachineFingerprint(of: provenance) }

  /// Reads the scenario's baseline and cost table.
  ///
  /// - Throws: an exit code, as for a damaged baseline, after an error message.
  func prepare(_ scenario: Scenario) throws -> Prepared {
    try Exit.onFailure {
      let path = baselines.map {
        BaselineFile.path(in: $0, scenario: scenario.name, mode: mode, machine: machine)
      }
      return Prepared(
        scenario: scenario,
        costs: mode == .model ? try CostChoice(for: scenario, named: costs, isShared: true) : nil,
        baseline: try path.flatMap(BaselineFile.readIfPresent), baselinePath: path ?? "")
    }
  }

  /// Measures the scenario, judges the result, and updates the baseline if asked to.
  func check(_ prepared: Prepared) async throws -> ScenarioCheck {
    let (head, again) = try await measure(prepared)
    let gate = Gate(
      expectedRuns: prepared.scenario.runIDs,
      baseline: prepared.baseline, baselinePath: prepared.baselinePath, machine: machine)
    var check: ScenarioCheck
    if let update {
      check = try renew(prepared, with: head, again: again, by: gate, update)
    } else {
      check = gate.check(head, again: again)
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
    let results = try Exit.onFailure {
      defer { progress.clear() }
      let scenario = prepared.scenario
      let library = try ModelLibrary.prepare(scenario.library, seed: scenario.seed, note: progress.show)
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

  /// Makes the result the baseline, unless the run itself fails.
  private func renew(
    _ prepared: Prepared, with head: ResultFile, again: ResultFile?, by gate: Gate, _ update: Update
  ) throws -> ScenarioCheck {
    var check = gate.checkAlone(head, again: again)
    guard check.verdict == .pass else {
      check.notes.append("\(prepared.baselinePath) was not updated, because the run itself fails.")
      return check
    }
    var renewed = BaselineFile(updating: prepared.baseline, with: head, on: machine, reason: update.reason)
    renewed.tolerances.merge(update.tolerances) { _, new in new }
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
    try Exit.onFailure { try renewed.write(to: prepared.baselinePath) }
    return check
  }
}
