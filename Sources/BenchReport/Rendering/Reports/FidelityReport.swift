extension Document {
  /// Reports how well models predict replays: over all scenarios, each metric's pairs, and where it was measured.
  public init(_ fidelity: FidelityFile) {
    let report = FidelityReport(fidelity)
    let provenance = fidelity.provenance
    let facts = [
      Fact(name: "Machine", text: "\(provenance.cpu), \(provenance.cores) cores, \(provenance.os)"),
      Fact(name: "Program", text: provenance.program), Fact(name: "Started", text: provenance.startedAt),
      Fact(
        name: "Command", text: "scrollsim \(provenance.command.dropFirst().joined(separator: " "))",
        isCode: true),
    ]
    head = Head(title: "fidelity", kind: "scrollsim validate", heading: FidelityReport.heading)
    blocks = [
      .section(
        FidelityReport.heading,
        report.blocks + fidelity.metrics.map(FidelityReport.pairs) + [.facts(facts)])
    ]
  }
}

/// A record of fidelity in blocks.
struct FidelityReport {
  static let heading = "How well the model predicts"

  private let file: FidelityFile

  init(_ file: FidelityFile) { self.file = file }

  /// What was compared, one row for each metric, and why what falls short does.
  var section: Document.Block { .section(Self.heading, blocks) }

  fileprivate var blocks: [Document.Block] {
    let caveats = file.metrics.filter { $0.holds == false }.compactMap(\.caveat)
    return [.hint(about), .table(table), .list(caveats)]
  }

  /// What was compared, and how the figures are to be read.
  private var about: String {
    "Medians of \(file.iterations) replays and as many models at the costs of \(file.costs). Rank correlation is "
      + "Spearman's over all strategies of all scenarios, and the mean of those within scenarios; the error is the "
      + "mean distance from the replay in per cent of it."
      + [file.costsNote, file.interruption].compactMap { $0.map { " \($0)" } }.joined()
  }

  private var table: Document.Table {
    Document.Table(
      label: "Fidelity",
      columns: [
        .init(title: "metric"), .figure("pairs", importance: 3), .figure("rank correlation"),
        .figure("within scenarios", importance: 1), .figure("error"), .figure("asked", importance: 2),
        .init(title: "verdict"),
      ],
      rows: file.metrics.map { metric in
        let asked = metric.required.map {
          "≥ \(Figure.fixed($0.rankCorrelation, 2)), "
            + "≤ \(Figure.fixed($0.meanAbsolutePercentageError * 100, 0)) %"
        }
        let verdict = metric.holds.map { Document.Cell($0 ? "holds" : "falls short", $0 ? .good : .bad) }
        let texts = [
          metric.metric, "\(metric.pairs.count)", Self.number(metric.rankCorrelation),
          Self.number(metric.rankCorrelationWithinScenarios),
          Self.percent(metric.meanAbsolutePercentageError),
          asked ?? Figure.none,
        ]
        return .init(texts.map { .init($0) } + [verdict ?? ""])
      })
  }

  /// What each run gave in both modes.
  fileprivate static func pairs(of metric: FidelityFile.MetricFidelity) -> Document.Block {
    let unit = Metric.named(metric.metric)?.definition.unit ?? ""
    let table = Document.Table(
      label: metric.metric,
      columns: [.init(title: "run"), .figure("replay"), .figure("model"), .figure("error")],
      rows: metric.pairs.map { pair in
        .init(
          [pair.id] + [pair.replay, pair.model].map { Figure.text($0, unit: unit) } + [percent(pair.error)])
      })
    return .section(metric.metric, [.table(table)])
  }

  private static func number(_ value: Double?) -> String { value.map { Figure.fixed($0, 3) } ?? Figure.none }

  private static func percent(_ value: Double?) -> String {
    value.map { "\(Figure.fixed($0 * 100, 1)) %" } ?? Figure.none
  }
}

extension FidelityFile {
  /// Compares the scenarios of which there are results in both modes; `nil` if there are none.
  init?(bothModesOf results: [ResultFile]) {
    let pairs = results.filter { $0.mode == .replay }.compactMap { replay in
      results.first {
        $0.mode == .model && $0.scenario.sha256 == replay.scenario.sha256
          && $0.scenario.name == replay.scenario.name
      }.map { (replay: replay, model: $0) }
    }
    guard let first = pairs.first else { return nil }
    let costs = Set(pairs.compactMap(\.model.costs?.name)).sorted().joined(separator: ", ")
    self.init(
      replays: pairs.map(\.replay), models: pairs.map(\.model), costs: costs,
      provenance: first.replay.provenance)
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
