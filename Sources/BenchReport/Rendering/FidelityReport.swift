/// A record of fidelity as Markdown, for people and for a published file.
public struct FidelityReport: Sendable {
  private let file: FidelityFile

  /// Takes a record to write.
  public init(_ file: FidelityFile) { self.file = file }

  /// The table over all scenarios, each metric's pairs, and where it was measured.
  public func render() -> String {
    var blocks = [
      "# How well model mode predicts replays",
      "Medians of \(file.iterations) replays and as many models at the costs of `\(file.costs)`. Rank correlation is "
        + "Spearman's over all strategies of all scenarios, and the mean of those within scenarios; the error is the "
        + "mean distance from the replay in per cent of it.",
    ]
    var table = [
      "| metric | pairs | rank correlation | within scenarios | error | asked | |",
      "| --- | ---: | ---: | ---: | ---: | --- | --- |",
    ]
    for metric in file.metrics {
      let asked = metric.required.map {
        "≥ \(Figure.fixed($0.rankCorrelation, 2)), ≤ \(Figure.fixed($0.meanAbsolutePercentageError * 100, 0)) %"
      }
      let verdict = metric.holds.map { $0 ? "holds" : "**falls short**" }
      table.append(
        "| \(metric.metric) | \(metric.pairs.count) | \(number(metric.rankCorrelation)) | "
          + "\(number(metric.rankCorrelationWithinScenarios)) | \(percent(metric.meanAbsolutePercentageError)) | "
          + "\(asked ?? Figure.none) | \(verdict ?? "") |")
    }
    blocks.append(table.joined(separator: "\n"))
    for metric in file.metrics where metric.holds == false {
      if let sentence = metric.caveat { blocks.append(sentence) }
    }
    for metric in file.metrics { blocks.append(pairs(of: metric)) }
    let provenance = file.provenance
    blocks.append(
      "\(provenance.cpu), \(provenance.cores) cores, \(provenance.os); program \(provenance.git ?? "unknown"), "
        + "\(provenance.build) build; \(provenance.startedAt)")
    blocks.append("command scrollsim \(provenance.command.dropFirst().joined(separator: " "))")
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func pairs(of metric: FidelityFile.MetricFidelity) -> String {
    let name = String(metric.metric.prefix { $0 != "." })
    let unit = MetricCatalogue.definitions[name]?.unit ?? ""
    let rows = metric.pairs.map { pair in
      "| \(pair.id) | \(Figure.text(pair.replay, unit: unit)) | \(Figure.text(pair.model, unit: unit)) | "
        + "\(percent(pair.error)) |"
    }
    return "## \(metric.metric)\n\n| run | replay | model | error |\n| --- | ---: | ---: | ---: |\n"
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
