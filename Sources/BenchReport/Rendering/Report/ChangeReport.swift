#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What changed from a base to a head, by how much, and whether it counts, with nothing else in the way.
///
/// Metrics that did not change are left out. What counts stands before what may be chance, the table's columns before
/// other metrics, and what is worse before what is better.
public struct ChangeReport: Sendable {
  /// One metric of one combination.
  struct Row {
    let run: String
    let change: MetricChange
    let weight: ChangeWeight
    let about: String
    /// Whether the metric is one of the table's columns, by which strategies are judged.
    let isHeadline: Bool
  }

  let comparison: ResultComparison
  let rows: [Row]
  private let mode: ResultFile.Mode
  let head: ResultFile
  let base: ResultFile

  /// Compares two results of one scenario.
  public init(base: ResultFile, head: ResultFile) {
    self.base = base
    self.head = head
    mode = head.mode
    comparison = ResultComparison(base: base, head: head)
    let basePools = PooledRuns.gather(base.runs)
    let headPools = PooledRuns.gather(head.runs)
    let names = RowNames((basePools + headPools).map(\.combination))
    let headlines = Set(ReportTable.columns(for: head).map(\.metric))
    let isComparable = comparison.isComparable
    var rows: [Row] = []
    for pool in headPools {
      guard let other = basePools.first(where: { $0.combination == pool.combination }),
        let match = comparison.matches.first(where: { $0.name == names.line(for: pool.combination) })
      else { continue }
      rows += match.changes.filter { $0.effect != .same }.map { change in
        let metric = String(change.metric.prefix { $0 != "." })
        let definition = head.definition(of: metric)
        let isExact = head.mode == .model || definition?.class == .invariant
        func values(_ pool: PooledRuns) -> [Double] { pool.completed.compactMap { $0.figure(change.metric) } }
        return Row(
          run: match.name, change: change,
          weight: isComparable
            ? ChangeWeight(isExact: isExact, base: values(other), head: values(pool)) : .unknown,
          about: definition?.about ?? "", isHeadline: headlines.contains(change.metric))
      }
    }
    self.rows = rows.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element)
  }

  /// Whether the results measured the same.
  public var isComparable: Bool { comparison.isComparable }

  /// What it comes to, in a sentence.
  var conclusion: String {
    guard isComparable else { return "These results did not measure the same and cannot be judged." }
    guard !rows.isEmpty else { return "Nothing changed." }
    let counting = rows.filter { $0.weight == .counts }
    guard !counting.isEmpty else {
      let few = rows.contains { $0.weight == .unknown }
      return "Nothing is known to have changed"
        + (few
          ? ": there are too few iterations to tell; run both with --iterations \(ChangeWeight.fewestIterations)."
          : ": all differences lie within the spread of the iterations.")
    }
    func count(_ effect: MetricChange.Effect) -> Int { counting.count { $0.change.effect == effect } }
    let parts = [
      (count(.worse), "worse"), (count(.better), "better"), (count(.changed), "other"),
      (count(.unknown), "without a value on one side"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let rest = rows.count - counting.count
    return "Changes that count: \(parts.joined(separator: ", "))"
      + (rest > 0 ? "; \(rest) more may be chance." : ".")
  }

  /// Whether what counts is for the worse, or for the better; `nil` if neither.
  var direction: MetricChange.Effect? {
    let effects = Set(rows.filter { $0.weight == .counts }.map(\.change.effect))
    return effects.contains(.worse) ? .worse : effects.contains(.better) ? .better : nil
  }

  /// What else is to know: what differs besides, and what only one side has.
  var remarks: [String] {
    var remarks = comparison.differences
    for match in comparison.matches {
      if let reason = match.baseFailure {
        remarks.append("\(match.name): the base did not complete: \(reason).")
      }
      if let reason = match.headFailure {
        remarks.append("\(match.name): the head did not complete: \(reason).")
      }
      if let before = match.baseGrowth, let after = match.headGrowth, before != after {
        remarks.append("\(match.name): growth was \(before.rawValue) and is \(after.rawValue).")
      }
    }
    let sides = [("base", comparison.onlyInBase), ("head", comparison.onlyInHead)]
    return remarks
      + sides.filter { !$0.1.isEmpty }.map { "Only the \($0.0) has: \($0.1.joined(separator: "; "))." }
  }

  /// How it is told what counts, in a sentence.
  var rule: String {
    guard isComparable else { return "What differs says nothing of the program." }
    return mode == .model
      ? "A model is exact: every difference counts."
      : "A change counts if all iterations of one side lie beyond all of the other, at least "
        + "\(ChangeWeight.fewestIterations) a side."
  }

  var facts: [(name: String, text: String)] {
    [("Base", base), ("Head", head)].map { side, result in
      let provenance = result.provenance
      let iterations = result.runs.map(\.iteration).max().map { $0 + 1 } ?? 0
      return (
        side,
        "\(provenance.git ?? "commit unknown"), \(provenance.startedAt), \(iterations) "
          + "\(iterations == 1 ? "iteration" : "iterations"), \(provenance.cpu)"
      )
    }
  }
}

extension ChangeReport.Row {
  /// Where it stands: what counts first, then what is worse.
  fileprivate var place: Int {
    let weights: [ChangeWeight] = [.counts, .unknown, .withinSpread]
    let effects: [MetricChange.Effect] = [.worse, .unknown, .better, .changed, .same]
    let (weight, effect) = (weights.firstIndex(of: weight) ?? 0, effects.firstIndex(of: change.effect) ?? 0)
    return (weight * 2 + (isHeadline ? 0 : 1)) * effects.count + effect
  }

  static let titles = ["metric", "run", "base", "head", "change", "percent", "effect", "counts"]

  /// A text for each of ``titles``.
  var texts: [String] {
    [
      change.metric, run, Figure.text(change.base, unit: change.unit),
      Figure.text(change.head, unit: change.unit), Figure.change(change.absolute, unit: change.unit),
      change.percent.map { Figure.change($0, unit: "%") } ?? Figure.none, change.effect.rawValue,
      weight == .counts ? "yes" : weight.rawValue,
    ]
  }
}
