public import ScrollSim

/// A report as comma-separated values, for other programs: numbers with all their digits.
///
/// Quoting and line ends follow RFC 4180. `null` and absent values are empty. A text that a spreadsheet would take for a formula
/// has an apostrophe before it.
public struct CSVReport: Sendable {
  /// Fields, quoted if necessary.
  let rows: [[String]]

  /// The header and the rows, each ending with a line end.
  public func render() -> String { rows.map { $0.joined(separator: ",") + "\r\n" }.joined() }

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.init([result]) }

  /// Takes results to write under one header: a row for each run, a column for each metric.
  ///
  /// `status` and `failure` explain a run without numbers. Columns of metrics are in alphabetical order;
  /// metrics of only some scenarios have a column if any result has them.
  public init(_ results: [ResultFile]) {
    let runs = results.flatMap(\.runs)
    let common = Metric.all.filter { $0.needs.isSubset(of: .frameTimes) }
    func names(_ metrics: [Metric], and others: [String]) -> [String] {
      Set(metrics.map(\.name)).union(others).sorted()
    }
    let scalars = names(common.filter { !$0.isDistribution }, and: runs.flatMap(\.metrics.keys))
    let distributions = names(common.filter(\.isDistribution), and: runs.flatMap(\.distributions.keys))
    let figures = ["n", "min", "p50", "p90", "p95", "p99", "max"]
    let axes = Self.axes(of: runs.map(\.combination))
    let hasVisits = runs.contains { $0.combination.visit != nil }
    let header =
      ["scenario", "mode", "id", "strategy", "parameters"] + axes.map(\.rawValue)
      + (hasVisits ? ["visit"] : []) + [
        "iteration", "status", "failure", "growth.verdict", "growth.bytesPerLap",
      ] + scalars + distributions.flatMap { name in figures.map { "\(name).\($0)" } }
    let rows = results.flatMap { result in
      result.runs.map { run in
        let combination = run.combination
        let texts =
          [
            result.scenario.name, result.mode.rawValue, run.id, combination.name,
            combination.parameters.words.joined(separator: ";"),
          ] + axes.map { combination[$0] ?? "" }
          + (hasVisits ? [combination.visit.map { "\($0)" } ?? ""] : [])
          + ["\(run.iteration)", run.status.rawValue, run.failure ?? "", run.growth?.verdict.rawValue ?? ""]
        return texts.map(Self.text) + [Self.number(run.growth?.bytesPerLap)]
          + scalars.map { Self.number(run.metrics[$0] ?? nil) }
          + distributions.flatMap { name -> [String] in
            guard let distribution = run.distributions[name] else { return figures.map { _ in "" } }
            return ["\(distribution.n)"] + distribution.figures.map { Self.number($0.value) }
          }
      }
    }
    self.rows = [header.map(Self.text)] + rows
  }

  /// Takes a search to write: a row for each evaluated combination.
  public init(_ advice: AdviceFile) {
    let axes = Self.axes(of: advice.candidates.map(\.combination))
    let header =
      ["strategy", "parameters"] + axes.map(\.rawValue)
      + ["fits", "failure", "front", "knee", "recommended"] + DecidingFigures.all.map(\.metric)
    let front = Set(advice.outcome?.front ?? [])
    let rows = advice.candidates.enumerated().map { place, candidate in
      let marks = [
        front.contains(place), advice.outcome?.knee == place,
        advice.outcome?.recommended?.candidate == place,
      ]
      let (combination, figures) = (candidate.combination, candidate.figures)
      let texts =
        [combination.strategy, combination.parameters.words.joined(separator: ";")]
        + axes.map { combination[$0] ?? "" }
        + ["\(candidate.fits)", candidate.failure ?? ""] + marks.map { "\($0)" }
      return texts.map(Self.text) + DecidingFigures.all.map { Self.number(figures.flatMap($0.value)) }
    }
    self.rows = [header] + rows
  }

  /// Takes a comparison to write: every metric that changed, those that count first.
  public init(_ comparison: ResultComparison) {
    let header = ["metric", "run", "unit", "base", "head", "change", "percent", "effect", "counts"]
    let rows = ChangeReport(comparison).rows.map { change in
      [change.metric, change.run, change.unit].map(Self.text)
        + [change.base, change.head, change.absolute, change.percent].map(Self.number)
        + [change.effect.rawValue, change.countsInWords]
    }
    self.rows = [header] + rows
  }

  /// The axes in the header: columns of only some scenarios appear only in those scenarios' tables.
  private static func axes(of combinations: [Combination]) -> [Axis] {
    Axis.allCases.filter { axis in axis.standard != nil || combinations.contains { $0[axis] != nil } }
  }

  /// A number with all its digits; empty if there is none.
  static func number(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? Figure.plain($0) : nil } ?? ""
  }

  /// A text, quoted if necessary; empty if there is none.
  static func text(_ field: String?) -> String {
    guard let field else { return "" }
    let isFormula = field.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    let text = isFormula ? "'\(field)" : field
    let needsQuotes = text.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
    return needsQuotes ? "\"\(text.replacingScalars { $0 == "\"" ? "\"\"" : nil })\"" : text
  }
}
