/// A record of fidelity as Markdown, for people and for a published file.
public struct FidelityReport: Sendable {
  private let file: FidelityFile

  /// Takes a record to write.
  public init(_ file: FidelityFile) { self.file = file }

  /// One metric over all scenarios, in texts.
  struct Row {
    let metric: String
    /// Pairs, both correlations, the error, and what was asked.
    let figures: [String]
    let holds: Bool?
  }

  /// One row for each metric.
  var rows: [Row] {
    file.metrics.map { metric in
      let asked = metric.required.map {
        "≥ \(Figure.fixed($0.rankCorrelation, 2)), ≤ \(Figure.fixed($0.meanAbsolutePercentageError * 100, 0)) %"
      }
      return Row(
        metric: metric.metric,
        figures: [
          "\(metric.pairs.count)", number(metric.rankCorrelation),
          number(metric.rankCorrelationWithinScenarios), percent(metric.meanAbsolutePercentageError),
          asked ?? Figure.none,
        ], holds: metric.holds)
    }
  }

  /// What was compared, and how the figures are to be read.
  var about: String {
    "Medians of \(file.iterations) replays and as many models at the costs of \(file.costs). Rank correlation is "
      + "Spearman's over all strategies of all scenarios, and the mean of those within scenarios; the error is the "
      + "mean distance from the replay in per cent of it."
      + [file.costsNote, file.interruption].compactMap { $0.map { " \($0)" } }.joined()
  }

  /// Why what falls short does, where that can be told.
  var caveats: [String] { file.metrics.filter { $0.holds == false }.compactMap(\.caveat) }

  /// What was compared, the table, and why what falls short does, as Markdown without a heading.
  var summary: String { ([about.markdown, table] + caveats.map(\.markdown)).joined(separator: "\n\n") }

  /// The same, for a terminal.
  var section: ReportSection {
    ReportSection(
      heading: "How well the model predicts", before: [about],
      table: ReportSection.Table(
        titles: ["metric", "pairs", "rank correlation", "within scenarios", "error", "asked", ""], names: 1,
        rows: rows.map { [$0.metric] + $0.figures + [$0.holds.map { $0 ? "holds" : "falls short" } ?? ""] },
        spare: [3, 5, 1]), after: caveats)
  }

  /// The table over all scenarios, each metric's pairs, and where it was measured.
  public func render() -> String {
    let provenance = file.provenance
    let blocks =
      ["# How well model mode predicts replays", about.markdown, table] + caveats.map(\.markdown)
      + file.metrics.map { pairs(of: $0) } + [
        ("\(provenance.cpu), \(provenance.cores) cores, \(provenance.os); program \(provenance.git ?? "unknown"), "
          + "\(provenance.build) build; \(provenance.startedAt)").markdown,
        "command scrollsim \(provenance.command.dropFirst().joined(separator: " "))".markdown,
      ]
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The table as Markdown.
  var table: String {
    let lines = rows.map { row in
      let verdict = row.holds.map { $0 ? "holds" : "**falls short**" } ?? ""
      return "| \(([row.metric] + row.figures).map(\.markdown).joined(separator: " | ")) | \(verdict) |"
    }
    return
      ([
        "| metric | pairs | rank correlation | within scenarios | error | asked | |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
      ] + lines).joined(separator: "\n")
  }

  private func pairs(of metric: FidelityFile.MetricFidelity) -> String {
    let name = String(metric.metric.prefix { $0 != "." })
    let unit = MetricCatalogue.all[name]?.unit ?? ""
    let rows = metric.pairs.map { pair in
      "| \(pair.id.markdown) | \(Figure.text(pair.replay, unit: unit)) | \(Figure.text(pair.model, unit: unit)) | "
        + "\(percent(pair.error)) |"
    }
    return "## \(metric.metric.markdown)\n\n| run | replay | model | error |\n| --- | ---: | ---: | ---: |\n"
      + rows.joined(separator: "\n")
  }

  private func number(_ value: Double?) -> String { value.map { Figure.fixed($0, 3) } ?? Figure.none }

  private func percent(_ value: Double?) -> String {
    value.map { "\(Figure.fixed($0 * 100, 1)) %" } ?? Figure.none
  }
}

extension FidelityFile.MetricFidelity {
  /// Below this range over the median, replays are taken to differ by chance more than by strategy.
  private static let indistinct = 0.3

  /// Why a poor rank correlation says little, where the replays are as good as alike; `nil` elsewhere.
  fileprivate var caveat: String? {
    let replays = pairs.map(\.replay).sorted()
    guard let least = replays.first, let greatest = replays.last, least > 0 else { return nil }
    let middle = replays[replays.count / 2]
    guard (greatest - least) / middle <= Self.indistinct else { return nil }
    return "\(metric): strategies hardly bear on it; its replays lie between \(Figure.fixed(least, 1)) and "
      + "\(Figure.fixed(greatest, 1)), so that their order is mostly chance, which no model predicts."
  }
}
