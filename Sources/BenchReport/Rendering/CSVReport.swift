/// Results as comma-separated values: one row a run, every metric a column, numbers with all their digits.
///
/// Quoting and line ends follow RFC 4180. What is `null` or absent is empty; `status` and `failure` say why. Columns of
/// metrics stand in alphabetical order; those of the network only where there is one. A text that a spreadsheet would take for a formula has an apostrophe before it.
public struct CSVReport: Sendable {
  private let results: [ResultFile]

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.init([result]) }

  /// Takes results to write, under one head.
  public init(_ results: [ResultFile]) { self.results = results }

  /// The header and the rows, each ending with a line end.
  public func render() -> String {
    let runs = results.flatMap(\.runs)
    let special = MetricCatalogue.ofNetwork.union(MetricCatalogue.ofChanges)
    let scalars = Set(MetricCatalogue.scalars.keys).subtracting(special)
      .union(runs.flatMap(\.metrics.keys)).sorted()
    let distributions = Set(MetricCatalogue.distributions.keys).subtracting(special)
      .union(runs.flatMap(\.distributions.keys)).sorted()
    let figures = ["n", "min", "p50", "p90", "p95", "p99", "max"]
    // Columns that only some scenarios have stand in their tables only.
    let axes = Axis.allCases.filter { axis in
      axis.standard != nil || runs.contains { $0.combination[axis] != nil }
    }
    let hasVisits = runs.contains { $0.combination.visit != nil }
    let header =
      ["scenario", "mode", "id", "strategy", "parameters"] + axes.map(\.rawValue)
      + (hasVisits ? ["visit"] : []) + [
        "iteration", "status", "failure", "growth.verdict", "growth.bytesPerLap",
      ] + scalars + distributions.flatMap { name in figures.map { "\(name).\($0)" } }
    let rows = results.flatMap { result in
      result.runs.map { run in
        fixed(run, of: result, axes: axes, hasVisits: hasVisits)
          + scalars.map { Self.number(run.metrics[$0] ?? nil) }
          + distributions.flatMap { numbers(run.distributions[$0]) }
      }
    }
    return ([header.map(Self.text)] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  private func fixed(
    _ run: RunRecord, of result: ResultFile, axes: [Axis], hasVisits: Bool
  ) -> [String] {
    let combination = run.combination
    let texts =
      [
        result.scenario.name, result.mode.rawValue, run.id, combination.strategy,
        combination.parameters.words.joined(separator: ";"),
      ] + axes.map { combination[$0] ?? "" }
      + (hasVisits ? [combination.visit.map { "\($0)" } ?? ""] : [])
      + ["\(run.iteration)", run.status.rawValue, run.failure ?? "", run.growth?.verdict.rawValue ?? ""]
    return texts.map(Self.text) + [Self.number(run.growth?.bytesPerLap)]
  }

  private func numbers(_ distribution: Distribution?) -> [String] {
    guard let distribution else { return [String](repeating: "", count: 7) }
    return ["\(distribution.n)"] + distribution.figures.map { Self.number($0.value) }
  }

  /// A number with all its digits; empty where there is none.
  static func number(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? Figure.plain($0) : nil } ?? ""
  }

  /// A text as RFC 4180 wants it, and as no spreadsheet takes it for a formula.
  static func text(_ field: String) -> String {
    let isFormula = field.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    return quote(isFormula ? "'\(field)" : field)
  }

  /// A field as RFC 4180 wants it.
  static func quote(_ field: String) -> String {
    let needsQuotes = field.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
    return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
  }
}
