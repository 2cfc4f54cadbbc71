internal import Foundation
package import ScrollSim

extension Document {
  /// Reports what recordings of a program showed: a row for each, and what lies between them.
  ///
  /// - Parameters:
  ///   - result: a result in the mode `watch`.
  ///   - stills: frames with what was counted in them, for a page; none if the video is not at hand.
  ///   - size: the frames' size in pixels.
  package init(
    watched result: ResultFile, stills: [WatchedStill] = [], size: (width: Int, height: Int) = (0, 0)
  ) {
    let report = WatchReport(result: result, id: "result")
    let heading = "\(result.scenario.name): what it showed"
    head = Head(
      title: heading, kind: "scrollsim watch", heading: result.scenario.name, about: result.scenario.about)
    let pictures = stills.map { $0.markup(width: size.width, height: size.height) }.joined(separator: "\n")
    let counted: [Block] = [
      .hint(
        "Frames of the recording, from the first to the last. An outline shows what is wrong with a cell: it is blank (red), shows "
          + "another photo (purple), or its own less sharp (amber); grey is unknown."),
      .markup("<div class=\"stills\">\n\(pictures)\n</div>"),
    ]
    blocks = [
      .only(.text, [.section(heading, report.summary)]),
      .only(
        .page,
        [.section("What it showed", report.summary), report.timelines]
          + (stills.isEmpty ? [] : [.section("What was counted", counted)]) + [report.origin]),
    ]
  }
}

extension WatchedStill {
  /// A frame of a recording in a page, with a line around each cell that is not sharp.
  fileprivate func markup(width: Int, height: Int) -> String {
    let outlines = cells.filter { $0.sight != .sharp }.map { cell in
      Self.rectangle(cell.sight, cell.x, cell.y, cell.width, cell.height)
    }
    let lack = frame.isEmpty ? CellSight.blank : .unknown
    let whole = frame.fix == nil ? [Self.rectangle(lack, 0, 0, Double(width), Double(height))] : []
    let time = "\(Figure.fixed(frame.time, 2)) s"
    return """
      <figure><svg viewBox="0 0 \(width) \(height)" role="img" aria-label="\(time): \(words.escaped)">\
      <image width="\(width)" height="\(height)" href="data:image/jpeg;base64,\(Data(jpeg).base64EncodedString())"/>\
      \((whole + outlines).joined())</svg><figcaption>\(time)</figcaption>\(words.escaped)</figure>
      """
  }

  private static func rectangle(
    _ sight: CellSight, _ x: Double, _ y: Double, _ width: Double, _ height: Double
  ) -> String {
    "<rect class=\"\(sight.rawValue)\" x=\"\((x + 2).svg)\" y=\"\((y + 2).svg)\" width=\"\(max(1, width - 4).svg)\" "
      + "height=\"\(max(1, height - 4).svg)\"/>"
  }

  private var words: String {
    if frame.fix == nil { return frame.isEmpty ? "all blank" : "unknown" }
    let counts = Dictionary(grouping: cells, by: \.sight).mapValues(\.count)
    return CellSight.allCases.compactMap { sight in
      counts[sight].map { "\($0) \(sight == .dull ? "not sharp" : sight.rawValue)" }
    }.joined(separator: ", ")
  }
}

struct WatchReport: ReportParts {
  let result: ResultFile
  let id: String

  private static let columns = [
    ("blankAreaRatio", "blank"), ("scrollBlankRatio", "blank while scrolling"),
    ("notSharpAreaRatio", "not sharp"), ("wrongPhotoRatio", "wrong"), ("settleToFullMs", "time to sharp"),
    ("maxBlankRunMs", "longest blank"), ("shownFramesPerSecond", "frames"), ("unknownRatio", "unknown"),
  ]

  var summary: [Document.Block] { [.table(table), .list(result.runs.flatMap(\.warnings))] }
  var essence: [Document.Block] { summary }
  var background: [Document.Block] { [timelines, origin] }

  private var table: Document.Table {
    var rows = result.runs.map { run in Document.Row([run.id] + Self.columns.map { run.text($0.0) }) }
    if result.runs.count > 1 {
      rows.append(Document.Row(["median, spread"] + Self.columns.map { spread(of: $0.0) }, .reference))
    }
    return Document.Table(
      label: "Recordings", columns: ["recording"] + Self.columns.map { .figure($0.1) }, rows: rows)
  }

  /// The median of the recordings, and their least and greatest.
  private func spread(of metric: String) -> String {
    let values = result.runs.compactMap { $0.figure(metric) }.sorted()
    guard let least = values.first, let most = values.last, let median = values.median else { return "–" }
    let unit = Metric.named(metric)?.definition.unit ?? ""
    func text(_ value: Double) -> String { Figure.text(value, unit: unit) }
    return "\(text(median)) (\(text(least)) to \(text(most)))"
  }

  var timelines: Document.Block {
    let charts = result.runs.enumerated().map { place, run in
      let timeline = result.knownTimeline(of: run)
      let notSharp = zip(timeline.blankShare, timeline.blurredShare).map { 100 * ($0 + $1) }
      func share(_ name: String, _ values: [Double]) -> LineChart.Panel {
        .init(name: name, unit: "% of the screen", lines: [timeline.line(of: values)], range: 0...100)
      }
      var panels = [
        LineChart.Panel(name: "scrolled to", unit: "px", lines: [timeline.line(of: timeline.offset)]),
        share("blank", timeline.blankShare.map { 100 * $0 }),
      ]
      if !notSharp.isEmpty { panels.append(share("blank or not sharp", notSharp)) }
      let chart = LineChart(title: "\(run.id): what happened over time", panels: panels)
      let caption =
        run.id.escaped
        + (timeline.unknownShare == nil ? "" : "; lines are straight across unknown frames")
      return
        "<figure><figcaption>\(caption)</figcaption>\n\(chart.svg(id: "\(id)-course-\(place)"))</figure>"
    }
    return .section(
      "Over time", [.markup("<div class=\"timelines\">\n\(charts.joined(separator: "\n"))\n</div>")])
  }

  var origin: Document.Block {
    let (scenario, provenance) = (result.scenario, result.provenance)
    let screen = scenario.screen.map { Figure.plain($0) }.joined(separator: "×")
    let facts = [
      ("Photos", "\(Figure.count(result.library.photos)) that the recordings show"),
      (
        "Screen",
        "\(screen) pixels at \(scenario.refreshRate) Hz, "
          + Figure.count(scenario.columns, "column", "columns")
      ),
      ("Recording", Figure.text(scenario.durationSeconds, unit: "seconds")),
      ("Program", provenance.program), ("Read", provenance.startedAt),
      ("Command", provenance.command.joined(separator: " ")),
    ].map { Document.Fact(name: $0, text: $1, isCode: $0 == "Command") }
    return .section("Where the numbers come from", [.facts(facts)])
  }
}

extension ResultFile {
  /// The frames of a run, without what a recording does not tell: memory, sharpness where it cannot be
  /// measured, and shares of frames of which nothing is known, which become NaN.
  func knownTimeline(of run: RunRecord) -> Timeline {
    var timeline = run.timeline
    guard mode == .watch else { return timeline }
    (timeline.imageBytes, timeline.residentBytes) = ([], [])
    for (frame, unknown) in (timeline.unknownShare ?? []).enumerated() where unknown == 1 {
      (timeline.blankShare[frame], timeline.blurredShare[frame]) = (.nan, .nan)
    }
    if run.figure("notSharpAreaRatio") == nil { timeline.blurredShare = [] }
    return timeline
  }
}
