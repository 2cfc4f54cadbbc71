/// Rules that need a baseline.
extension Gate {
  /// Compares one run with the baseline's, metric by metric.
  func judge(
    _ head: BaselineFile.Run, id: String, against base: BaselineFile.Run, of result: ResultFile,
    _ baseline: BaselineFile, _ check: inout ScenarioCheck
  ) {
    let gating = gating(result)
    for name in Set(head.values.keys).union(base.values.keys).sorted() where name != "growth.bytesPerLap" {
      guard let definition = result.definition(of: name) else {
        // A metric that this program no longer knows can only be reported as absent.
        check.findings.append(
          missing(name, id, "The baseline has \(name), and this program does not measure it."))
        continue
      }
      let isModel = result.mode == .model
      // A model's decode times come from its cost table and say nothing about the program.
      guard definition.class != .invariant, !isModel || Metric.name(of: name) != "decodeMs" else { continue }
      let (before, after) = (base.values[name] ?? nil, head.values[name] ?? nil)
      let recorded = isModel ? [] : baseline.recorded(name, of: id)
      let threshold = Threshold(fencing: recorded, unit: definition.unit) ?? .standard(unit: definition.unit)
      let change = MetricChange(
        run: id, metric: name, definition: definition, base: before, head: after,
        evidence: isModel ? .exact(tolerance: baseline.tolerance(of: name)) : .single(threshold))
      let judged =
        isModel ? exact(change) : Self.bounded(change, threshold, isAdvisory: definition.class != .bounded)
      let isGating = gating.contains(name)
      let mayBeEmpty = head.values[name] != nil && !isGating && !Metric.vital.contains(name)
      let finding = present(change, isNew: base.values[name] == nil, mayBeEmpty: mayBeEmpty) ?? judged
      if isGating { check.count(name) }
      if let finding { check.findings.append(isGating ? finding : finding.informing) }
    }
    judgeGrowth(head, id: id, against: base, of: result, baseline, &check)
  }

  private func missing(_ metric: String, _ run: String, _ text: String) -> Finding {
    Finding(
      .notMeasured, .measured, run: run, metric: metric, text: text,
      advice: "Measure it again, or accept its absence with --update --reason TEXT.")
  }

  /// The finding on a value that is new, missing, empty or collapsed; `nil` for any other.
  private func present(_ change: MetricChange, isNew: Bool, mayBeEmpty: Bool) -> Finding? {
    switch (change.base, change.head) {
    case _ where isNew:
      return Finding(
        .notComparable, .baseline, of: change, "The baseline has no \(change.metric).", Self.updateAdvice)
    case (nil, nil): return nil
    case (nil, _):
      return Finding(
        .notice, .exact, of: change,
        "\(change.metric) has a value, where the baseline had nothing to measure.",
        Self.updateAdvice)
    case (let base?, nil):
      let was = "the baseline has \(Figure.exact(base, unit: change.unit))."
      return mayBeEmpty
        ? Finding(  // Such as the share of reloads, if no cell is reloaded any more.
          .notice, .exact, of: change, "\(change.metric) has nothing to measure, \(was)", Self.updateAdvice)
        : missing(change.metric, change.run, "\(change.metric) is empty or missing, \(was)")
    case (let base?, let head?):
      guard Metric.vital.contains(change.metric), base > 0, head < base / 20 else { return nil }
      return missing(change.metric, change.run, "\(change.sentence) A value this small is not credible.")
    }
  }

  /// Exact metrics: equal or better, or worse within the tolerance.
  private func exact(_ change: MetricChange) -> Finding? {
    func finding(_ verdict: Verdict, _ advice: String, also note: String = "") -> Finding {
      Finding(verdict, .exact, of: change, change.sentence + note, advice)
    }
    return switch change.effect {
    case .same, .unknown: nil
    case .better: finding(.improvement, Self.updateAdvice)
    case .changed: finding(.notice, Self.updateAdvice)
    case .worse where change.weight == .tolerated:
      finding(.notice, Self.updateAdvice, also: " The baseline tolerates it.")
    case .worse: finding(.regression, Self.acceptAdvice)
    }
  }

  /// Bounded metrics: at most a relative and an absolute threshold away; advisory for a metric of time.
  static func bounded(_ change: MetricChange, _ threshold: Threshold, isAdvisory: Bool = false) -> Finding? {
    guard change.weight == .counts, [.better, .worse].contains(change.effect) else { return nil }
    let source = threshold == .standard(unit: change.unit) ? "threshold" : "fence from its own history"
    let isBetter = change.effect == .better
    return Finding(
      isBetter ? .improvement : .regression, .bounded, isAdvisory: isAdvisory, of: change,
      "\(change.sentence) That passes the \(source), \(threshold.words(unit: change.unit)).",
      isBetter
        ? Self.updateAdvice
        : isAdvisory ? "Compare two builds with --base PROGRAM to be certain." : Self.acceptAdvice)
  }

  /// Memory must not grow more lap over lap than it did.
  private func judgeGrowth(
    _ head: BaselineFile.Run, id: String, against base: BaselineFile.Run, of result: ResultFile,
    _ baseline: BaselineFile, _ check: inout ScenarioCheck
  ) {
    let isGating = gating(result).contains("growth")
    guard let before = base.growth else {
      guard isGating, head.growth != nil else { return }
      check.add(
        .notComparable, .baseline, run: id, metric: "growth",
        "The baseline does not say whether memory grows.", Self.updateAdvice)
      return
    }
    guard let after = head.growth else {
      check.findings.append(
        missing("growth", id, "It is unknown whether memory grows; the baseline's \(before.words)."))
      return
    }
    if isGating { check.count("growth") }
    let (old, new) = (base.values["growth.bytesPerLap"] ?? nil, head.values["growth.bytesPerLap"] ?? nil)
    func add(_ verdict: Verdict, _ text: String, _ advice: String) {
      let finding = Finding(
        verdict, .growth, run: id, metric: "growth", unit: "bytes", base: old, head: new, text: text,
        advice: advice)
      check.findings.append(isGating ? finding : finding.informing)
    }
    // Of several iterations, one with the reported verdict.
    let record = result.runs.first { [$0.id, $0.family].contains(id) && $0.growth?.verdict == after }?.growth
    let slopes = record.map { ": \($0.slopes)" } ?? ""
    if after.badness > before.badness {
      add(.regression, "Memory \(after.words), the baseline's \(before.words)\(slopes).", Self.acceptAdvice)
    } else if after.badness < before.badness {
      add(.improvement, "Memory \(after.words), the baseline's \(before.words).", Self.updateAdvice)
    } else if let old, let new, old != new, result.mode == .model {
      let text =
        "Images gain \(Figure.exact(new, unit: "bytes")) a lap, the baseline's \(Figure.exact(old, unit: "bytes"))."
      if new < old {
        add(.improvement, text, Self.updateAdvice)
      } else if let tolerance = baseline.tolerance(of: "growth"), new - old <= tolerance.most(from: old) {
        add(.notice, "\(text) The baseline tolerates it.", Self.updateAdvice)
      } else {
        add(.regression, text, Self.acceptAdvice)
      }
    }
  }
}

extension Finding {
  /// The finding for a metric that does not gate: anything new, worse or better is only a notice.
  var informing: Finding {
    var finding = self
    if [.regression, .improvement, .notComparable].contains(verdict) { finding.verdict = .notice }
    return finding
  }

  init(
    _ verdict: Verdict, _ rule: Rule, isAdvisory: Bool = false, of change: MetricChange, _ text: String,
    _ advice: String
  ) {
    self.init(
      verdict, rule, isAdvisory: isAdvisory, run: change.run, metric: change.metric, unit: change.unit,
      base: change.base, head: change.head, text: text, advice: advice)
  }
}

extension MetricChange {
  fileprivate var sentence: String {
    let more = percent.map { ", \(Figure.change($0, unit: "%"))" } ?? ""
    func text(_ value: Double?) -> String { value.map { Figure.exact($0, unit: unit) } ?? "null" }
    return "\(metric) is \(text(head)), the baseline has \(text(base)) "
      + "(\(Figure.change(absolute, unit: unit))\(more))."
  }
}

extension GrowthRecord {
  /// The gain of each lap, in words: images by the ledger, and the process.
  var slopes: String {
    // A damaged record may hold any number.
    let judged = residentBytes.dropFirst(max(0, warmUpLaps)).map(Double.init)
    let resident = TheilSen.slope(ofSeries: judged).map {
      ", the process \(Figure.change($0, unit: "bytes")) (the median slope)"
    }
    return "images gain \(Figure.change(bytesPerLap, unit: "bytes")) a lap\(resident ?? "")"
  }
}
