/// Rules that need no baseline.
extension Gate {
  /// Everything that the scenario asks for must be present and meaningful.
  func judgeMeasured(_ head: ResultFile, _ check: inout ScenarioCheck) {
    func add(_ run: String?, metric: String? = nil, _ text: String) {
      check.add(.notMeasured, .measured, run: run, metric: metric, text, Self.measureAdvice)
    }
    let ids = Set(head.runs.map(\.id))
    for id in expectedRuns where !ids.contains(id) {
      add(id, "The scenario asks for run \(id), which is not in the result.")
    }
    if expectedRuns.isEmpty { add(nil, "The scenario asks for no runs, so that nothing was judged.") }
    check.findings += head.unmeasured
    for run in head.runs where run.status == .completed {
      for (name, value) in run.comparedValues.sorted(by: { $0.key < $1.key }) {
        if let value, !value.isFinite {
          add(run.id, metric: name, "\(name) is \(value), which is not a number.")
        }
      }
      for (name, distribution) in run.distributions.sorted(by: { $0.key < $1.key }) where distribution.n < 1 {
        add(run.id, metric: name, "\(name) has no values.")
      }
      // A run with all thumbnails stored reads and decodes no original.
      let excused = run.figure("storeHitRate") == 1 ? ["bytesRead", "decodedBytes", "decodes"] : []
      for name in Metric.vital where !excused.contains(name) && run.figure(name) ?? 1 <= 0 {
        add(run.id, metric: name, "\(name) is 0, which no run that shows photos can have.")
      }
    }
  }

  func judgeInvariants(_ head: ResultFile, _ check: inout ScenarioCheck) {
    let invariants = head.metricDefinitions.filter { $0.value.class == .invariant }
    for run in head.runs where run.status == .completed {
      for (name, definition) in invariants.sorted(by: { $0.key < $1.key }) {
        guard let value = run.figure(name) else { continue }
        check.count(name)
        guard value != 0 else { continue }
        check.findings.append(
          Finding(
            .regression, .invariant, run: run.id, metric: name, unit: definition.unit, base: 0, head: value,
            text: "\(name) is \(Figure.exact(value, unit: definition.unit)). \(definition.about)",
            advice: "This is a fault of the program, which no baseline can excuse."))
      }
    }
  }

  /// A model must give the same result twice, to the byte.
  func judgeRepetition(_ head: ResultFile, _ again: ResultFile, _ check: inout ScenarioCheck) {
    var again = again
    again.provenance = head.provenance
    // Compares texts, since NaN equals nothing; a number that prevents a text is a finding already.
    guard let texts = try? (head.json(), again.json()), texts.0 != texts.1 else { return }
    let others = Dictionary(again.runs.map { ($0.id, $0) }) { first, _ in first }
    let run = head.runs.first { others[$0.id] != $0 }
    let values = run.flatMap { others[$0.id] }?.comparedValues
    let metric = run?.comparedValues.keys.sorted().first { run?.comparedValues[$0] != values?[$0] }
    check.add(
      .regression, .invariant, run: run?.id, metric: metric,
      "Two runs of the model differ" + (metric.map { ", first in \($0)." } ?? "."),
      "Something depends on chance, time or memory addresses; a model must not.")
  }

  func judgeLimits(_ head: ResultFile, _ check: inout ScenarioCheck) {
    let judged = head.runs.count { $0.status == .completed && !$0.combination.isReference }
    for metric in head.scenario.limits.keys { check.count(metric, judged) }
    check.findings += head.brokenLimits
  }
}

extension Metric {
  /// Metrics that are above 0 wherever photos were shown: a 0, or less than a twentieth of the old value, is a measurement fault.
  static let vital = [
    "appearances", "baseResidentBytes", "bytesRead", "cpuSeconds", "decodedBytes", "decodes", "frameCount",
    "peakImageBytes", "peakResidentBytes", "settledResidentBytes",
  ]
}
