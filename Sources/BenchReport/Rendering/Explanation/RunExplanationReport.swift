#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why cells were blank in one run, for people: prose and small tables.
public struct RunExplanationReport: Sendable {
  /// How many of the worst cells are shown; JSON has them all.
  private static let shownCells = 10

  let run: RunRecord
  let explanation: RunExplanation
  private let mode: ResultFile.Mode

  /// Takes a run to explain; `nil` if its record holds no explanation.
  public init?(_ run: RunRecord, of result: ResultFile) {
    guard let explanation = run.explanation else { return nil }
    self.run = run
    self.explanation = explanation
    mode = result.mode
  }

  /// The report for a terminal, ending with a line end.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    let conclusion = Conclusion(explanation).description.wrapped(to: width, tone: colour ? .strong : .plain)
    return (sections.map { $0.text(colour: colour, width: width) } + [conclusion])
      .joined(separator: "\n\n") + "\n"
  }

  /// The report as Markdown, ending with a line end.
  public func renderMarkdown() -> String {
    (sections.enumerated().map { $1.markdown(level: $0 == 0 ? 2 : 3) }
      + ["**\(Conclusion(explanation).description.markdown)**"]).joined(separator: "\n\n") + "\n"
  }

  /// The report as JSON: keys sorted; what has no value is absent.
  ///
  /// - Throws: `EncodingError` if a number is not finite.
  public func json() throws -> String {
    struct Document: Encodable {
      let id: String
      let conclusion: String
      let explanation: RunExplanation
    }
    let document = Document(
      id: run.id, conclusion: Conclusion(explanation).description, explanation: explanation)
    return String(decoding: try JSONEncoder.stable.encode(document), as: UTF8.self)
  }

  private var sections: [ReportSection] {
    [causes, worst, redecoded, lead].compactMap(\.self)
  }

  private var causes: ReportSection {
    let appearances = run.figure("appearances").map { " of \(Figure.text($0, unit: "count"))" } ?? ""
    let cells = Figure.text(Double(explanation.blankAppearances), unit: "count")
    var section = ReportSection(
      heading: "\(run.id) · \(mode.rawValue)",
      before: ["\(cells)\(appearances) appearances began with nothing to show."])
    guard !explanation.causes.isEmpty else { return section }
    section.table = explanation.causeTable
    if let queue = explanation.queuedBehind,
      let cells = explanation.causes.first(where: { $0.cause == .queuedBehind })?.cells, cells > 0
    {
      section.after.append(
        "While a queued cell waited, \(each(queue.visible, cells)) jobs for cells on screen and "
          + "\(each(queue.cached, cells)) that were only to be cached began before its own, on average. Its image had "
          + "been wanted for \(Figure.text(queue.wantedBeforeMs, unit: "ms")) at the median when it appeared."
      )
    }
    if !explanation.losses.isEmpty {
      let parts = explanation.losses.map {
        "\(Figure.text(Double($0.count), unit: "count")) \($0.reason.title)"
      }
      section.after.append("Images of evicted cells had left memory: \(parts.joined(separator: "; ")).")
    }
    return section
  }

  private func each(_ count: Int, _ cells: Int) -> String {
    Figure.text((Double(count) / Double(cells) * 10).rounded() / 10, unit: "count")
  }

  private var worst: ReportSection? {
    guard !explanation.worst.isEmpty else { return nil }
    let rows = explanation.worst.prefix(Self.shownCells).map { cell in
      [
        "\(cell.item)", cell.asset, cell.cause.title, ms(cell.appearedMs), ms(cell.blankMs), ms(cell.sinceMs),
        ms(cell.queueMs), ms(cell.decodeMs), count(cell.behindVisible), count(cell.behindCached),
      ]
    }
    return ReportSection(
      heading: "Blank for longest",
      table: ReportSection.Table(
        titles: [
          "item", "asset", "cause", "appeared", "blank", "since", "queue", "decode", "behind visible",
          "behind cached",
        ],
        names: 3, rows: Array(rows), spare: [1, 5, 9, 8, 7, 6]),
      after: [
        "Since: how long before it had been wanted, lost or given up. Behind: jobs that began while its image waited."
      ])
  }

  private var redecoded: ReportSection? {
    guard !explanation.redecoded.isEmpty else { return nil }
    return ReportSection(
      heading: "Decoded again most often",
      table: ReportSection.Table(
        titles: ["asset", "had left memory by", "decoded again"], names: 2,
        rows: explanation.redecoded.map { asset in
          [
            asset.asset, asset.losses.map { "\($0.reason.word) \($0.count)×" }.joined(separator: ", "),
            "\(Figure.text(Double(asset.redecodes), unit: "count"))×",
          ]
        }))
  }

  private var lead: ReportSection? {
    let lead = explanation.lead
    let rows: [[String]] = [
      ("lead while scrolling fast", lead.fastLeadMs),
      // Crawling to a halt leaves an eternity; that is of interest only where nothing else is.
      ("lead in motion", lead.fastLeadMs == nil ? lead.leadMs : nil),
      ("wanted to ready", lead.wantedToReadyMs), ("of that, queue", run.distributions["queueMs"]),
      ("of that, decoding", run.distributions["decodeMs"]),
    ].compactMap { name, distribution in
      distribution.map { [name, ms($0.min), ms($0.p50), ms($0.p90), ms($0.p95), ms($0.max)] }
    }
    var after: [String] = []
    let busy = [(lead.busyMoving, "the time in motion"), (lead.busyFast, "the fast scrolling")]
      .compactMap { share, when in share.map { "\(Figure.text($0, unit: "rate")) of \(when)" } }
    if !busy.isEmpty { after.append("Decoders were busy \(busy.joined(separator: " and ")).") }
    if explanation.blankAppearances > 0 {
      let share = lead.uncoverableShare.map { ", \(Figure.text($0, unit: "rate")) of the blank cells" } ?? ""
      after.append(
        "A window that knows what comes, within the budget, would have left "
          + "\(Figure.text(Double(lead.uncoverable), unit: "count")) cells blank\(share): no lead could have covered these."
      )
    }
    guard !rows.isEmpty || !after.isEmpty else { return nil }
    return ReportSection(
      heading: "Lead against latency",
      table: rows.isEmpty
        ? nil
        : ReportSection.Table(
          titles: ["", "least", "p50", "p90", "p95", "most"], names: 1, rows: rows, spare: [3, 1, 5]),
      after: after)
  }

  private func ms(_ value: Double?) -> String { Figure.text(value, unit: "ms") }

  private func count(_ value: Int?) -> String { Figure.text(value.map(Double.init), unit: "count") }
}

extension RunExplanation {
  /// The causes as rows: cells, their share, and for how long.
  var causeTable: ReportSection.Table {
    let total = causes.reduce(0.0) { $0 + Double($1.cells) }
    return ReportSection.Table(
      titles: ["cause", "meaning", "cells", "share", "blank", "from", "to"], names: 2,
      rows: causes.map { cause in
        [
          cause.cause.title, cause.cause.meaning, Figure.text(Double(cause.cells), unit: "count"),
          Figure.text(total > 0 ? Double(cause.cells) / total : nil, unit: "rate"),
          Figure.text(cause.blankMs, unit: "ms"), Figure.text(cause.firstMs / 1000, unit: "seconds"),
          Figure.text(cause.lastMs / 1000, unit: "seconds"),
        ]
      }, spare: [1, 5, 6])
  }
}
