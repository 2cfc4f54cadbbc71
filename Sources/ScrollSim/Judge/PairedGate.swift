/// Judges two series of replays, base and head in turn on one machine, by the ``StatisticalRule``.
package struct PairedGate: Sendable {
  package static let fewestPairs = 10
  /// The default maximum of pairs, for when fewer do not determine the decode time.
  package static let mostPairs = 20
  /// Tells differences from chance; the correction is over all metrics and runs of the scenario.
  private let rule = StatisticalRule()
  /// Whether differences are only advisory; `true` by default.
  package var isAdvisory = true

  package init() {}

  /// Judges pairs of results of one scenario, at least one; each head is also judged by itself (``Gate/checkAlone(_:again:)``).
  package func check(
    _ pairs: [(base: ResultFile, head: ResultFile)], expectedRuns: [String], base: String,
    machine: MachineFingerprint
  ) -> ScenarioCheck {
    guard let first = pairs.first?.head else { preconditionFailure("there must be a pair to judge") }
    var check = ScenarioCheck(of: first, against: ScenarioCheck.Against(path: base, samples: pairs.count))
    let gate = Gate(expectedRuns: expectedRuns, baseline: nil, baselinePath: base, machine: machine)
    let alone = pairs.map { gate.checkAlone($0.head) }
    for (metric, count) in alone.flatMap(\.judged) { check.count(metric, count) }
    // A finding that several heads share is reported once.
    check.findings += alone.flatMap(\.findings).uniqued { ["\($0.rule)", $0.run, $0.metric] }
    if let difference = difference(in: pairs, on: machine) {
      check.add(
        .notComparable, .baseline, "Base and head did not replay the same: \(difference)",
        "Give both the same scenario file and library.")
    } else if pairs.count < Self.fewestPairs {
      check.add(
        .notMeasured, .statistical,
        "Expected at least \(Self.fewestPairs) pairs to tell two builds apart, found \(pairs.count).",
        "Ask for more with --rounds.")
    } else {
      compareDecoding(pairs, &check)
      compare(pairs.map { (BaselineFile.Sample(of: $0.base), BaselineFile.Sample(of: $0.head)) }, &check)
    }
    check.sort()
    return check
  }

  /// The first difference of any base or head from the first head's replay; `nil` if there is none.
  func difference(
    in pairs: [(base: ResultFile, head: ResultFile)], on machine: MachineFingerprint
  ) -> String? {
    guard let first = pairs.first?.head else { return nil }
    let wanted = BaselineFile(updating: nil, with: first, on: machine, reason: "")
    return pairs.lazy.flatMap { [$0.base, $0.head] }
      .compactMap { wanted.differences(to: $0, on: machine).first }.first
  }

  private func compare(
    _ pairs: [(base: BaselineFile.Sample, head: BaselineFile.Sample)], _ check: inout ScenarioCheck
  ) {
    var unpaired: Set<String> = []
    for run in PairedSeries.runs(of: pairs) {
      let count = pairs.count { $0.base.runs[run] != nil && $0.head.runs[run] != nil }
      guard count < Self.fewestPairs else { continue }
      unpaired.insert(run)
      check.add(
        .notMeasured, .statistical, run: run,
        "\(run) completed on both sides in \(count) of \(pairs.count) pairs; expected \(Self.fewestPairs).",
        "Find out why it did not complete in the others, and on which side.")
    }
    let all = PairedSeries.gather(pairs).filter { !unpaired.contains($0.run) }
    for short in all where short.pairs.count < Self.fewestPairs {
      check.add(
        .notMeasured, .statistical, isAdvisory: isAdvisory, run: short.run, metric: short.metric,
        "\(short.metric) has a value on both sides in \(short.pairs.count) of \(pairs.count) pairs.",
        "Find out why it is missing in the others.")
    }
    let series = all.filter { $0.pairs.count >= Self.fewestPairs }
    for series in series { check.count(series.metric) }
    for (series, pValue) in zip(series, rule.pValues(of: series)) {
      guard let outcome = rule.judge(series, pValue: pValue) else { continue }
      check.findings.append(finding(series, outcome))
    }
    for run in PairedSeries.runs(of: pairs) {
      compareGrowth(
        run, pairs.compactMap { $0.base.runs[run]?.growth }, pairs.compactMap { $0.head.runs[run]?.growth },
        &check)
    }
  }

  private func finding(_ series: PairedSeries, _ outcome: StatisticalRule.Outcome) -> Finding {
    let unit = series.definition.unit
    func text(_ value: Double?) -> String { Figure.exact(value ?? .nan, unit: unit) }
    func factor(_ value: Double) -> String { Figure.exact(value, unit: "") }
    let times = outcome.factor.map {
      "\(factor($0.mean)) times (\(factor($0.interval.lowerBound)) to \(factor($0.interval.upperBound))), "
    }
    let pValue = outcome.pValue < 0.001 ? "p below 0.001" : "p = \(factor(outcome.pValue))"
    let change = outcome.change
    let isWorse = change.effect == .worse
    return Finding(
      isWorse ? .regression : .improvement, .statistical, isAdvisory: isAdvisory, of: change,
      "\(series.metric) is \(text(change.head)), the base has \(text(change.base)): "
        + "\(times ?? "")\(pValue) after correction, over \(series.pairs.count) pairs.",
      isWorse
        ? "Look for additional work in head, and repeat the check before you trust it."
        : "No action is needed.")
  }

  private func compareGrowth(
    _ run: String, _ bases: [GrowthRecord.Verdict], _ heads: [GrowthRecord.Verdict],
    _ check: inout ScenarioCheck
  ) {
    guard let base = bases.median, let head = heads.median else { return }
    check.count("growth")
    guard head.badness != base.badness else { return }
    let isWorse = head.badness > base.badness
    check.add(
      isWorse ? .regression : .improvement, .growth, run: run, metric: "growth",
      "In most pairs memory \(head.words), and the base's \(base.words).",
      isWorse ? "Look for objects that head keeps from lap to lap." : "No action is needed.")
  }
}
