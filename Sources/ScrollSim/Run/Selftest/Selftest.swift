/// Plants faults in the program and tests whether the gate catches each by the rule meant for it.
///
/// The code behind `scrollsim check` compares models with a fault in one of their parts with those of the
/// unchanged program.
package struct Selftest: Sendable {
  private let honest: PlantedRuns

  private var runIDs: [String] { honest.runner.scenario.runIDs }
  private var machine: MachineFingerprint { MachineFingerprint(of: honest.runner.provenance) }

  /// Prepares the built-in scenario, or another one with laps.
  package init(scenario: Scenario?, provenance: Provenance) throws {
    let scenario =
      try scenario ?? ScenarioFile.parse(PackageResources.selftest_json, path: "selftest.json")
    let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed) { _ in }
    let costs = try CostChoice(for: scenario, isShared: true)
    var runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
    // At the table's own costs: what the scenario adds to them makes no difference to the faults.
    runner.costs = costs.table
    honest = PlantedRuns(runner: runner)
    let (laps, fewest) = (try honest.runner.laidOut.makeTrace().lapEnds.count, GrowthRule().fewestLaps)
    guard laps >= fewest else {
      let message = "expected a trace of at least \(fewest) laps, found \(laps)"
      throw ScenarioError(
        path: scenario.path, problems: [.init(line: nil, column: nil, keyPath: "", message: message)])
    }
  }

  /// Plants every fault.
  package func run(note: (String) -> Void) throws -> Report {
    let gate = Gate(
      expectedRuns: runIDs,
      baseline: BaselineFile(
        updating: nil, with: try honest.result(), on: machine, reason: "the unchanged program"),
      baselinePath: "the unchanged program", machine: machine)
    let clean = gate.check(try honest.result(), again: try honest.result()).findings
    let faults = try PlantedFault.allCases.map { fault in
      note("planting \(fault.rawValue)")
      return try outcome(of: fault, gate)
    }
    return Report(clean: clean, faults: faults)
  }

  private func outcome(of fault: PlantedFault, _ gate: Gate) throws -> Report.Fault {
    var runs = honest
    runs.fault = fault
    if fault == .slowerDecoding { runs.slowdown = 1.3 }
    let findings =
      fault == .slowerReplays ? try slowerReplays() : gate.check(try runs.result()).findings
    let (about, rule, metric) = fault.facts
    let grave = findings.filter { [.regression, .notMeasured].contains($0.verdict) }
    // A metric that is missing altogether is named in the text only.
    let found = grave.first { finding in
      finding.rule == rule && (finding.metric == metric || finding.text.contains(metric))
    }
    return Report.Fault(name: fault.rawValue, about: about, rule: rule, findings: grave.count, found: found)
  }

  /// Base and head in turn, each with its own costs, as in replays on one machine.
  private func slowerReplays() throws -> [Finding] {
    let pairs = try (0..<PairedGate.fewestPairs).map { pair in
      var (base, head) = (honest, honest)
      base.costSeed = UInt64(2 * pair)
      head.costSeed = UInt64(2 * pair + 1)
      head.slowdown = 1.3
      return (base: try base.result(), head: try head.result())
    }
    return PairedGate().check(pairs, expectedRuns: runIDs, base: "base", machine: machine).findings
  }
}

extension Selftest {
  package struct Report: Codable, Hashable, Sendable {
    /// The findings about the unchanged program, of which there must be none.
    package var clean: [Finding]
    package var faults: [Fault]

    package struct Fault: Codable, Hashable, Sendable {
      /// The fault's name, and the change to the program in a sentence.
      package var name: String, about: String
      /// The rule that should find it.
      package var rule: Finding.Rule
      /// The number of findings it caused, under any rule.
      package var findings: Int
      /// The finding of that rule; `nil` if the gate did not notice.
      package var found: Finding?
    }

    /// Whether the unchanged program passes, and every fault was caught.
    package var holds: Bool { clean.isEmpty && !faults.isEmpty && faults.allSatisfy { $0.found != nil } }

    package var text: String {
      var lines = ["unchanged program: \(clean.isEmpty ? "passes" : "does not pass")"]
      lines += clean.map { "  \($0.text)" }
      for fault in faults {
        let verdict = fault.found == nil ? "NOT CAUGHT" : "caught by rule \(fault.rule.rawValue)"
        lines += ["\(fault.name): \(verdict), \(fault.findings) findings in all", "  \(fault.about)"]
        lines += [fault.found.map { "  → \($0.text)" }].compactMap(\.self)
      }
      return (lines + [holds ? "The gate holds." : "The gate does not hold.", ""]).joined(separator: "\n")
    }
  }
}
