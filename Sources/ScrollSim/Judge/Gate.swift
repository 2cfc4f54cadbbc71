/// Judges a result: by itself, and against a baseline.
///
/// Each metric's class selects the rule. In a model all but the invariants are `exact`. In a replay,
/// `bounded` metrics are compared with a baseline of this machine, and those of time only give remarks, since
/// one result against another proves nothing (``PairedGate`` does). If a metric that does not gate
/// (``GatingMetrics``) is worse, that is a notice.
package struct Gate: Sendable {
  /// The runs that the scenario asks for, by `id`; one that is missing from the result was not measured.
  package var expectedRuns: [String]
  package var baseline: BaselineFile?
  /// The baseline's actual or expected path.
  package var baselinePath: String
  package var machine: MachineFingerprint
  /// The metrics that gate, in place of those that the scenario chooses; `nil` by default.
  package var gating: GatingMetrics?
  /// The baseline of the branch that a change goes to, which the change may have updated; `nil` by default.
  package var before: BaselineFile?

  package init(
    expectedRuns: [String], baseline: BaselineFile?, baselinePath: String, machine: MachineFingerprint
  ) {
    (self.expectedRuns, self.baseline) = (expectedRuns, baseline)
    (self.baselinePath, self.machine) = (baselinePath, machine)
  }

  static let measureAdvice =
    "Run the scenario again; if it happens again, the measurement is at fault, not the program."
  static let acceptAdvice =
    "Undo what made it worse, or accept it with --update --reason TEXT and commit the baseline."
  static let updateAdvice =
    "Look at the result, then accept it with --update --reason TEXT and commit the baseline."

  /// Judges a result by itself: whether all of it was measured, invariants and limits hold, and a repetition is equal.
  package func checkAlone(_ head: ResultFile, again: ResultFile? = nil) -> ScenarioCheck {
    var check = ScenarioCheck(of: head)
    judgeMeasured(head, &check)
    judgeInvariants(head, &check)
    if let again { judgeRepetition(head, again, &check) }
    judgeLimits(head, &check)
    check.sort()
    return check
  }

  /// Judges a result by itself and against the baseline.
  package func check(_ head: ResultFile, again: ResultFile? = nil) -> ScenarioCheck {
    var check = checkAlone(head, again: again)
    if let before { check.trade = trade(of: head, against: before) }
    check.hold(against: baseline, at: baselinePath)
    if let baseline, compare(head, with: baseline, &check) {
      let told = Set(check.findings.compactMap { finding in finding.metric.map { [finding.run, $0] } })
      check.courses = baseline.histories(to: BaselineFile.Sample(of: head), of: head).filter {
        MetricHistory.decisive.contains($0.metric) || told.contains([$0.run, $0.metric])
      }
    }
    check.sort()
    return check
  }

  func gating(_ head: ResultFile) -> GatingMetrics {
    gating ?? head.scenario.gate.map(GatingMetrics.init) ?? .standard
  }

  /// Returns whether a result and a baseline measured the same; if not, the findings say why, and show the figures of both.
  func compare(_ head: ResultFile, with baseline: BaselineFile, _ check: inout ScenarioCheck) -> Bool {
    let differences = baseline.differences(to: head, on: machine)
    guard !differences.isEmpty else {
      judge(head, against: baseline, &check)
      return true
    }
    for difference in differences { check.add(.notComparable, .baseline, difference, Self.updateAdvice) }
    check.findings += sideBySide(head, baseline)
    return false
  }

  private func judge(_ head: ResultFile, against baseline: BaselineFile, _ check: inout ScenarioCheck) {
    let (found, wanted) = (BaselineFile.Sample(of: head).runs, baseline.pooled.runs)
    let judgedAlone = check.judged
    for id in found.keys.sorted() {
      guard let run = found[id] else { continue }
      guard let base = wanted[id] else {
        check.add(.notComparable, .baseline, run: id, "The baseline has no run \(id).", Self.updateAdvice)
        continue
      }
      judge(run, id: id, against: base, of: head, baseline, &check)
    }
    if check.judged == judgedAlone, !gatesInvariant(head), found.keys.contains(where: { wanted[$0] != nil }) {
      check.add(
        .notMeasured, .measured,
        "No metric that gates was measured in \(head.mode.rawValue) mode: nothing was judged.",
        "Choose other metrics with --gate, or with 'gate' in the scenario.")
    }
    let failed = Set(head.runs.filter { $0.status != .completed }.flatMap { [$0.id, $0.family] })
    for id in wanted.keys.sorted() where found[id] == nil && !failed.contains(id) {
      check.add(
        .notMeasured, .measured, run: id, "The baseline has run \(id), which was not made.",
        Self.updateAdvice)
    }
  }

  /// Whether an invariant is among the metrics that gate, which is judged without the baseline.
  private func gatesInvariant(_ head: ResultFile) -> Bool {
    let gating = gating(head)
    return head.metricDefinitions.contains { name, definition in
      definition.class == .invariant && gating.contains(name) && head.runs.contains { $0.figure(name) != nil }
    }
  }
}
