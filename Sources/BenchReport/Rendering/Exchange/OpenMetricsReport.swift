/// A result in the OpenMetrics text format, version 1.0: gauges in base units (seconds, bytes, ratios), a sample for each run.
///
/// Distributions are summaries with quantiles 0 to 1.
public struct OpenMetricsReport: Sendable {
  private let result: ResultFile

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.result = result }

  /// The exposition, with its end mark.
  public func render() -> String {
    let runs = result.runs.filter { $0.status == .completed }
    var lines: [String] = []
    for metric in Metric.all {
      guard let definition = result.metricDefinitions[metric.name] else { continue }
      let family = Family(metric.name, definition)
      var samples: [String] = []
      for run in runs {
        let labels = labels(of: run)
        if let distribution = run.distributions[metric.name] {
          let quantiles = zip(["0", "0.5", "0.9", "0.95", "0.99", "1"], distribution.figures)
          samples += quantiles.map { quantile, figure in
            "\(family.name){\(labels),quantile=\"\(quantile)\"} \(Figure.plain(figure.value / family.divisor))"
          }
          samples.append("\(family.name)_count{\(labels)} \(distribution.n)")
        } else if let value = run.metrics[metric.name] ?? nil, value.isFinite {
          samples.append("\(family.name){\(labels)} \(Figure.plain(value / family.divisor))")
        }
      }
      guard !samples.isEmpty else { continue }
      let type = metric.isDistribution ? "summary" : "gauge"
      lines.append("# TYPE \(family.name) \(type)")
      if let unit = family.unit { lines.append("# UNIT \(family.name) \(unit)") }
      lines.append("# HELP \(family.name) \(Self.escape(definition.about))")
      lines += samples
    }
    return (lines + ["# EOF"]).joined(separator: "\n") + "\n"
  }

  /// A metric by OpenMetrics' rules: snake case, with its base unit at the end of its name.
  private struct Family {
    let name: String
    let unit: String?
    let divisor: Double

    init(_ metric: String, _ definition: MetricDefinition) {
      (unit, divisor) =
        switch definition.unit {
        case "ms": ("seconds", 1000)
        case "seconds": ("seconds", 1)
        case "bytes": ("bytes", 1)
        case "rate", "ratio": ("ratio", 1)
        case "msPerSecond": ("ratio", 1000)
        default: (nil, 1)
        }
      let suffixes = unit == nil ? [] : ["MsPerSecond", "Ms", "Seconds", "Bytes", "Rate", "Ratio"]
      let stem = suffixes.first(where: metric.hasSuffix).map { metric.dropLast($0.count) } ?? metric[...]
      name = "scrollsim_\(OpenMetricsReport.snakeCase(stem))" + (unit.map { "_\($0)" } ?? "")
    }
  }

  private func labels(of run: RunRecord) -> String {
    let combination = run.combination
    let parameters = combination.parameters.settings(of: combination.parameters.keys.sorted())
    let pairs: [(String, String?)] =
      [
        ("scenario", result.scenario.name), ("mode", result.mode.rawValue),
        ("strategy", combination.name), ("parameters", String(parameters.dropFirst().dropLast())),
      ] + Axis.allCases.map { (Self.snakeCase($0.rawValue), combination[$0]) } + [
        ("visit", combination.visit.map { "\($0)" }), ("iteration", "\(run.iteration)"),
      ]
    return pairs.compactMap { name, value in value.map { "\(name)=\"\(Self.escape($0))\"" } }
      .joined(separator: ",")
  }

  private static func snakeCase(_ word: some StringProtocol) -> String {
    word.map { $0.isUppercase ? "_\($0.lowercased())" : String($0) }.joined()
  }

  private static func escape(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
