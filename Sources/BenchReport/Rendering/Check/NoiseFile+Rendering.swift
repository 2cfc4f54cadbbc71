extension NoiseFile {
  /// Each metric's spread, and the smallest change that shows, as Markdown that reads well on a terminal, too.
  public func renderMarkdown() -> String {
    var blocks = [
      "# Noise of \(scenario.markdown)",
      "\(repeats) replays of one build. *Spread* is from the least to the greatest value, as a share of the median. "
        + "*Smallest change* is what ten pairs of base and head show in nineteen of twenty cases, after the correction "
        + "for \(metrics.count) metrics; – if twice as much does not show, as with what is next to nothing.",
    ]
    let runs = metrics.map(\.run).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    for run in runs {
      let rows = metrics.filter { $0.run == run }.map { metric in
        [
          metric.metric.markdown, Figure.text(metric.median, unit: metric.unit),
          Figure.text(metric.least, unit: metric.unit), Figure.text(metric.greatest, unit: metric.unit),
          Figure.text(metric.spread, unit: "rate"),
          metric.smallestChange.map { "+\(Figure.exact($0 * 100, unit: "%"))" } ?? Figure.none,
        ]
      }
      blocks.append("## \(run.markdown)")
      blocks.append(
        MarkdownTable(
          titles: ["metric", "median", "least", "greatest", "spread", "smallest change"], names: 1, rows: rows
        ).render())
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }
}
