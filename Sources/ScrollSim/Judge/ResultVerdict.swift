extension ResultFile {
  /// `notMeasured` if something is ``unmeasured`` or there are no runs, `limitBroken` if there are ``brokenLimits``.
  package var judged: Verdict {
    if runs.isEmpty || !unmeasured.isEmpty { return .notMeasured }
    return brokenLimits.isEmpty ? .pass : .limitBroken
  }

  /// Every run that did not complete, lacks a metric that the result defines, or has no value to compare with
  /// a limit.
  ///
  /// `null` is a value unless it is limited. A distribution may be absent if its count is zero, or nothing counts it, as in a
  /// recording. Limits do not hold for references (``Combination/isReference``).
  package var unmeasured: [Finding] {
    runs.compactMap { run in
      missing(in: run).map {
        Finding(.notMeasured, .measured, run: run.id, text: "\(run.id): \($0).", advice: Gate.measureAdvice)
      }
    }
  }

  /// Every limit of the scenario that a completed run broke.
  ///
  /// A limit is the highest passing value or, if more is better, the lowest. `growth` is limited by its verdict, and a limit of
  /// `saturating` allows `flat`. References (``Combination/isReference``) break none.
  package var brokenLimits: [Finding] {
    runs.filter { $0.status == .completed }.flatMap { run in
      limits(for: run).sorted { $0.key < $1.key }.compactMap { metric, limit in
        breach(of: limit, on: metric, by: run)
      }
    }
  }

  /// Why the result does not pass, for people to read; empty if it passes.
  package var complaints: [(about: String, sentences: [String])] {
    [("Not measured:", unmeasured.map(\.text)), ("Limits broken:", brokenLimits.map(\.text))]
      .filter { !$0.1.isEmpty }
  }

  private func limits(for run: RunRecord) -> [String: NumberOrWord] {
    run.combination.isReference ? [:] : scenario.limits
  }

  private func missing(in run: RunRecord) -> String? {
    guard run.status == .completed else { return run.ending }
    // Only metrics of the program that made the result: an older or newer one may have others.
    let absent = Metric.all.filter { metric in
      guard metricDefinitions[metric.name] != nil else { return false }
      guard let count = metric.countName else { return run.metrics[metric.name] == nil }
      return run.distributions[metric.name] == nil && run.figure(count) ?? 0 != 0
    }.map(\.name).sorted()
    if !absent.isEmpty {
      return absent.count == 1
        ? "the metric \(absent[0]) is missing" : "the metrics \(absent.listed) are missing"
    }
    let open = limits(for: run).keys.sorted().filter { metric in
      metric == "growth"
        ? run.growth == nil || run.growth?.verdict == .inconclusive
        : run.figure(metric).map { !$0.isFinite } ?? true
    }
    let words = open.map { metric in
      let runs = metricDefinitions[metric] == nil ? Metric.named(metric)?.needs.runs ?? "" : ""
      return runs.isEmpty ? metric : "\(metric) (only \(runs) have one)"
    }
    return open.isEmpty
      ? nil : "there is no value to compare with the limit on \(words.joined(separator: ", "))"
  }

  private func breach(of limit: NumberOrWord, on metric: String, by run: RunRecord) -> Finding? {
    func broken(
      _ found: String, _ expected: String, unit: String? = nil, base: Double? = nil, head: Double? = nil
    ) -> Finding {
      Finding(
        .regression, .limit, run: run.id, metric: metric, unit: unit, base: base, head: head,
        text: "\(run.id): \(found), but the scenario asks for \(expected).",
        advice: "Bring the metric back, or change the scenario's limit.")
    }
    switch limit {
    case .number(let bound):
      guard let value = run.figure(metric) else { return nil }
      let definition = definition(of: metric)
      let wantsMore = definition?.better == .higher
      guard wantsMore ? value < bound : value > bound else { return nil }
      let unit = definition?.unit ?? ""
      return broken(
        "\(metric) is \(Figure.exact(value, unit: unit))",
        "\(wantsMore ? "at least" : "at most") \(Figure.exact(bound, unit: unit))",
        unit: definition?.unit, base: bound, head: value)
    case .word(let word):
      guard metric == "growth", let growth = run.growth, growth.verdict != .inconclusive else { return nil }
      let allowed: [GrowthRecord.Verdict] = word == "saturating" ? [.flat, .saturating] : [.flat]
      guard !allowed.contains(growth.verdict) else { return nil }
      return broken(
        "memory \(growth.verdict.words) (\(growth.slopes))",
        "memory that \(allowed.map(\.words).joined(separator: " or "))")
    }
  }
}
