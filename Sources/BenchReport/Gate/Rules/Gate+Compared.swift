/// What needs a baseline.
extension Gate {
  /// Holds one run against the baseline's, metric by metric.
  func judge(
    _ head: BaselineFile.Run, id: String, against base: BaselineFile.Run, of result: ResultFile,
    tolerances: [String: Tolerance], _ check: inout ScenarioCheck
  ) {
    let definitions = MetricCatalogue.definitions(
      in: result.mode, hasStores: result.hasStores, isRemote: true, changesLibrary: true)
    for name in Set(head.values.keys).union(base.values.keys).sorted() where name != "growth.bytesPerLap" {
      let metric = name.split(separator: ".").first.map(String.init) ?? name
      guard let definition = definitions[name] ?? definitions[metric] else {
        // Its absence is all there is to say of a metric that nobody knows any more.
        check.findings.append(
          missing(name, id, "The baseline has \(name), and this program does not measure it."))
        continue
      }
      guard definition.class != .invariant else { continue }
      let pair = Pair(
        run: id, metric: name, definition: definition, base: base.values[name] ?? nil,
        head: head.values[name] ?? nil)
      let isNew = base.values[name] == nil
      let finding =
        present(pair, isNew: isNew, isThere: head.values[name] != nil)
        ?? (result.mode == .model
          ? exact(pair, tolerance: tolerances[name] ?? tolerances[metric]) : bounded(pair))
      check.count(result.mode == .model ? .exact : .bounded)
      if let finding { check.findings.append(finding) }
    }
    judgeGrowth(head, id: id, against: base, of: result, &check)
  }

  /// One metric on both sides.
  struct Pair {
    let run: String
    let metric: String
    let definition: MetricDefinition
    let base: Double?
    let head: Double?

    /// What changed, in a sentence.
    var sentence: String {
      let change = MetricChange(metric: metric, definition: definition, base: base, head: head)
      let (unit, more) = (definition.unit, change.percent.map { ", \(Figure.change($0, unit: "%"))" } ?? "")
      func text(_ value: Double?) -> String { value.map { Figure.exact($0, unit: unit) } ?? "null" }
      return "\(metric) is \(text(head)), the baseline has \(text(base)) "
        + "(\(Figure.change(change.absolute, unit: unit))\(more))."
    }

    var effect: MetricChange.Effect {
      MetricChange(metric: metric, definition: definition, base: base, head: head).effect
    }

    func finding(
      _ verdict: Finding.Verdict, _ rule: Finding.Rule, isAdvisory: Bool = false, _ text: String,
      _ advice: String
    ) -> Finding {
      Finding(
        verdict, rule, isAdvisory: isAdvisory, run: run, metric: metric, unit: definition.unit, base: base,
        head: head, text: text, advice: advice)
    }
  }

  private func missing(_ metric: String, _ run: String, _ text: String) -> Finding {
    Finding(
      .notMeasured, .measured, run: run, metric: metric, text: text,
      advice: "Measure it again, or accept its absence with --update --reason TEXT.")
  }

  /// What to say before values are compared: of those that are missing, empty or collapsed.
  private func present(_ pair: Pair, isNew: Bool, isThere: Bool) -> Finding? {
    switch (pair.base, pair.head) {
    case _ where isNew:
      return pair.finding(
        .notice, .exact, "\(pair.metric) is new; the baseline does not have it.", Self.updateAdvice)
    case (nil, nil): return nil
    case (nil, _):
      return pair.finding(
        .notice, .exact, "\(pair.metric) had nothing to measure and has now.", Self.updateAdvice)
    case (_?, nil):
      return missing(
        pair.metric, pair.run,
        "\(pair.metric) is \(isThere ? "empty" : "missing"), the baseline has "
          + "\(Figure.exact(pair.base ?? 0, unit: pair.definition.unit)).")
    case (let base?, let head?):
      guard MetricCatalogue.vital.contains(pair.metric), base > 0, head < base / 20 else { return nil }
      return missing(pair.metric, pair.run, "\(pair.sentence) So small a value is not believed.")
    }
  }

  /// Equal, or better; worse only as far as is tolerated.
  private func exact(_ pair: Pair, tolerance: Tolerance?) -> Finding? {
    guard let base = pair.base, let head = pair.head else { return nil }
    switch pair.effect {
    case .same, .unknown: return nil
    case .better: return pair.finding(.improvement, .exact, pair.sentence, Self.updateAdvice)
    case .changed: return pair.finding(.notice, .exact, pair.sentence, Self.updateAdvice)
    case .worse:
      if let tolerance, abs(head - base) <= tolerance.most(from: base) {
        return pair.finding(.notice, .exact, "\(pair.sentence) The baseline tolerates it.", Self.updateAdvice)
      }
      return pair.finding(.regression, .exact, pair.sentence, Self.acceptAdvice)
    }
  }

  /// No more than a relative and an absolute threshold away.
  ///
  /// Of a metric that depends on time, this is only said.
  private func bounded(_ pair: Pair) -> Finding? {
    guard let base = pair.base, let head = pair.head else { return nil }
    let threshold = Threshold.standard(unit: pair.definition.unit)
    guard threshold.isPassed(from: base, to: head), [.better, .worse].contains(pair.effect) else {
      return nil
    }
    let isAdvisory = pair.definition.class != .bounded
    let passed =
      "\(pair.sentence) That passes the threshold of \(threshold.words(unit: pair.definition.unit))."
    return pair.effect == .better
      ? pair.finding(.improvement, .bounded, isAdvisory: isAdvisory, passed, Self.updateAdvice)
      : pair.finding(
        .regression, .bounded, isAdvisory: isAdvisory, passed,
        isAdvisory ? "Compare two builds with --base PROGRAM to be certain." : Self.acceptAdvice)
  }

  /// Memory must not rise lap over lap more than it did.
  private func judgeGrowth(
    _ head: BaselineFile.Run, id: String, against base: BaselineFile.Run, of result: ResultFile,
    _ check: inout ScenarioCheck
  ) {
    guard let before = base.growth else { return }
    guard let after = head.growth else {
      check.findings.append(
        missing("growth", id, "There is no verdict on growth, the baseline has \(before.rawValue)."))
      return
    }
    check.count(.growth)
    let (old, new) = (base.values["growth.bytesPerLap"] ?? nil, head.values["growth.bytesPerLap"] ?? nil)
    func add(_ verdict: Finding.Verdict, _ text: String, _ advice: String) {
      check.findings.append(
        Finding(
          verdict, .growth, run: id, metric: "growth", unit: "bytes", base: old, head: new, text: text,
          advice: advice))
    }
    let record = result.runs.first { [$0.id, $0.family].contains(id) }?.growth
    let slopes = record.map { ": \($0.slopes)" } ?? ""
    if after.badness > before.badness {
      add(
        .regression, "Memory is \(after.rawValue), the baseline's is \(before.rawValue)\(slopes).",
        Self.acceptAdvice)
    } else if after.badness < before.badness {
      add(
        .improvement, "Memory is \(after.rawValue), the baseline's is \(before.rawValue).", Self.updateAdvice)
    } else if let old, let new, old != new, result.mode == .model {
      let text =
        "Images gain \(Figure.exact(new, unit: "bytes")) a lap, the baseline's \(Figure.exact(old, unit: "bytes"))."
      new > old ? add(.regression, text, Self.acceptAdvice) : add(.improvement, text, Self.updateAdvice)
    }
  }
}

extension GrowthRecord {
  /// What the laps gain, in words: images by the ledger, and the process.
  var slopes: String {
    let judged = residentBytes.dropFirst(warmUpLaps).map(Double.init)
    let resident = TheilSen.slope(ofSeries: judged).map {
      ", the process \(Figure.change($0, unit: "bytes")) (the median slope)"
    }
    return "images gain \(Figure.change(bytesPerLap, unit: "bytes")) a lap\(resident ?? "")"
  }
}
