extension Document {
  /// Reports each metric's spread, and the smallest change that shows.
  public init(_ noise: NoiseFile) {
    let heading = "Noise of \(noise.scenario)"
    let about =
      "\(noise.repeats) replays of one build. Spread is from the least to the greatest value, as a share of the median. "
      + "Smallest change is the one that ten pairs of base and head show in 95 % of cases, after the correction "
      + "for \(noise.metrics.count) metrics; – means that even twice as much does not show, as with values near 0."
    let runs = noise.metrics.map(\.run).uniqued
    head = Head(title: heading, kind: "scrollsim calibrate", heading: heading)
    let tables = runs.map { run in
      Block.section(run, [.table(Self.table(of: noise.metrics.filter { $0.run == run }, label: run))])
    }
    blocks = [.section(heading, [.text(about)] + tables)]
  }

  private static func table(of metrics: [NoiseFile.Metric], label: String) -> Table {
    Table(
      label: label,
      columns: [Column(title: "metric")]
        + ["median", "least", "greatest", "spread", "smallest change"].map { .figure($0) },
      rows: metrics.map { metric in
        let values = [metric.median, metric.least, metric.greatest]
        let texts =
          [metric.metric] + values.map { Figure.text($0, unit: metric.unit) } + [
            Figure.text(metric.spread, unit: "rate"),
            metric.smallestChange.map { "+\(Figure.exact($0 * 100, unit: "%"))" } ?? Figure.none,
          ]
        return Row(texts)
      })
  }
}
