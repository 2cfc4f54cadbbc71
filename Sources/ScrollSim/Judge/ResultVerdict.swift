extension ResultFile {
  /// The verdict on the runs: `notMeasured` if something is ``unmeasured``, `limitBroken` if there are ``brokenLimits``.
  ///
  /// A result without runs was not measured.
  public var judged: Verdict {
    if runs.isEmpty || !unmeasured.isEmpty { return .notMeasured }
    return brokenLimits.isEmpty ? .pass : .limitBroken
  }

  /// Every run that did not complete, lacks a metric that the result defines, or has no value to hold against a limit.
  ///
  /// `null` is a value unless it is limited. A distribution may be absent if its count is zero. Limits do not hold for references
  /// (``Combination/isReference``).
  public var unmeasured: [Unmeasured] {
    runs.compactMap { run in
      missing(in: run).map { Unmeasured(runID: run.id, reason: $0) }
    }
  }

  /// Every limit of the scenario that a completed run broke.
  ///
  /// A limit is the highest passing value or, if more is better, the lowest. `growth` is limited by its verdict, and a limit of
  /// `saturating` allows `flat`. References (``Combination/isReference``) show what is possible without any limit, and break
  /// none.
  public var brokenLimits: [BrokenLimit] {
    runs.filter { $0.status == .completed }.flatMap { run in
      limits(for: run).sorted { $0.key < $1.key }.compactMap { metric, limit in
        breach(of: limit, on: metric, by: run)
      }
    }
  }

  /// Why the result does not pass, for people to read; empty if it passes.
  package var complaints: [(about: String, sentences: [String])] {
    [
      ("Not measured:", unmeasured.map(\.description)), ("Limits broken:", brokenLimits.map(\.description)),
    ].filter { !$0.1.isEmpty }
  }

  private func limits(for run: RunRecord) -> [String: ScenarioRecord.Limit] {
    run.combination.isReference ? [:] : scenario.limits
  }

  private func missing(in run: RunRecord) -> String? {
    guard run.status == .completed else {
      return run.ending
    }
    // Only metrics of the program that made the result: an older or newer one may have others.
    let absent = Metric.all.filter { metric in
      guard metricDefinitions[metric.name] != nil else { return false }
      guard let count = metric.countName else { return run.metrics[metric.name] == nil }
      return run.distributions[metric.name] == nil && run.figure(count) != 0
    }.map(\.name).sorted()
    if !absent.isEmpty { return "the metrics \(absent.joined(separator: ", ")) are missing" }
    let open = limits(for: run).keys.sorted().filter { metric in
      metric == "growth"
        ? run.growth == nil || run.growth?.verdict == .inconclusive
        : run.figure(metric).map { !$0.isFinite } ?? true
    }
    return open.isEmpty
      ? nil : "there is no value to hold against the limit on \(open.joined(separator: ", "))"
  }

  private func breach(of limit: ScenarioRecord.Limit, on metric: String, by run: RunRecord) -> BrokenLimit? {
    switch limit {
    case .number(let bound):
      guard let value = run.figure(metric) else { return nil }
      let definition = definition(of: metric)
      let wantsMore = definition?.better == .higher
      guard wantsMore ? value < bound : value > bound else { return nil }
      let unit = definition?.unit ?? ""
      return BrokenLimit(
        runID: run.id, metric: metric, limit: limit, found: Figure.exact(value, unit: unit),
        expected: "\(wantsMore ? "at least" : "at most") \(Figure.exact(bound, unit: unit))")
    case .word(let word):
      guard metric == "growth", let growth = run.growth, growth.verdict != .inconclusive else { return nil }
      let allowed: [GrowthRecord.Verdict] = word == "saturating" ? [.flat, .saturating] : [.flat]
      guard !allowed.contains(growth.verdict) else { return nil }
      return BrokenLimit(
        runID: run.id, metric: metric, limit: limit, found: "\(growth.verdict.words) (\(growth.slopes))",
        expected: "memory that \(allowed.map(\.words).joined(separator: " or "))")
    }
  }
}

/// A limit of a scenario that a run broke.
public struct BrokenLimit: Hashable, Sendable, CustomStringConvertible {
  /// The run's `id`.
  public let runID: String
  /// The metric, or `growth`.
  public let metric: String
  /// The limit as the scenario wrote it.
  public let limit: ScenarioRecord.Limit
  /// The measured value, as people read it.
  public let found: String
  /// The limit, as people read it.
  public let expected: String

  /// The run, its value and the limit, in a sentence.
  public var description: String {
    "\(runID): \(metric == "growth" ? "memory" : "\(metric) is") \(found), but the scenario asks for \(expected)."
  }
}

/// A run that does not count as measured.
public struct Unmeasured: Hashable, Sendable, CustomStringConvertible {
  /// The run's `id`.
  public let runID: String
  /// The reason, in words.
  public let reason: String

  /// The run and the reason, in a sentence.
  public var description: String { "\(runID): \(reason)." }
}
