public import ScrollSim

extension Document {
  /// Reports what recordings of a program showed: a row for each, and what lies between them.
  ///
  /// - Parameter watched: a result in the mode `watch`.
  public init(watched result: ResultFile) {
    let heading = "\(result.scenario.name): what it showed"
    head = Head(title: heading, kind: "scrollsim watch", heading: heading, about: result.scenario.about)
    let report = WatchReport(result: result)
    blocks = [.section(heading, [.table(report.table)] + report.notes)]
  }
}

/// A result of recordings in blocks.
private struct WatchReport {
  let result: ResultFile

  /// What people decide by, with a short title.
  private static let columns = [
    ("blankAreaRatio", "blank"), ("scrollBlankRatio", "blank while scrolling"),
    ("notSharpAreaRatio", "not sharp"),
    ("wrongPhotoRatio", "wrong"), ("settleToFullMs", "time to sharp"), ("maxBlankRunMs", "longest blank"),
    ("shownFramesPerSecond", "frames"), ("unknownRatio", "unknown"),
  ]

  var table: Document.Table {
    var rows = result.runs.map { run in
      Document.Row([run.id] + Self.columns.map { run.text($0.0) })
    }
    if result.runs.count > 1 {
      rows.append(Document.Row(["median, spread"] + Self.columns.map { spread(of: $0.0) }, .reference))
    }
    return Document.Table(
      label: "Recordings", columns: [.init(title: "recording")] + Self.columns.map { .figure($0.1) },
      rows: rows)
  }

  /// The median of the recordings, and their least and greatest.
  private func spread(of metric: String) -> String {
    let values = result.runs.compactMap { $0.figure(metric) }.sorted()
    guard let least = values.first, let most = values.last, let median = values.median else { return "–" }
    let unit = Metric.named(metric)?.definition.unit ?? ""
    func text(_ value: Double) -> String { Figure.text(value, unit: unit) }
    return "\(text(median)) (\(text(least)) to \(text(most)))"
  }

  var notes: [Document.Block] {
    let warnings = result.runs.flatMap(\.warnings)
    return warnings.isEmpty ? [] : [.list(warnings)]
  }
}
