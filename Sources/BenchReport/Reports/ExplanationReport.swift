public import ScrollSim

extension Document {
  /// Explains the blank cells of one run; `nil` if its record holds no explanation.
  public init?(explaining run: RunRecord, of result: ResultFile) {
    guard let explanation = run.explanation else { return nil }
    let report = ExplanationReport(run: run, explanation: explanation)
    let heading = "\(run.id) · \(result.mode.rawValue)"
    head = Head(title: heading, kind: "scrollsim explain", heading: heading)
    blocks = [.section(heading, report.blocks), .sentences([Sentence(explanation.conclusion, .strong)])]
  }

  /// Lists the blank cells of every run by cause, a line for each run.
  public init(causesIn result: ResultFile) {
    let heading = "\(result.scenario.name) · \(result.mode.rawValue): blank cells by cause"
    let causes = BlankCause.present(in: result.runs.compactMap(\.explanation))
    let table = Table(
      label: heading,
      columns: ["run", .figure("blank cells")] + causes.map { .figure($0.title) },
      rows: result.runs.map { run in
        let cells = run.explanation.map { $0.counts(of: causes).map { Cell($0) } }
        return Row([Cell(run.id)] + (cells ?? [Cell(result.whyUnexplained(run), .bad)]))
      }, inWords: result.runs.map(result.causesInWords))
    let hint = "--run ID explains one of them; a part of its name will do."
    head = Head(title: heading, kind: "scrollsim explain", heading: heading)
    blocks = [
      .section(
        heading,
        result.runs.isEmpty
          ? [.text("There are no runs.")] : [.table(table), .only(.terminal, [.text(hint)])])
    ]
  }
}

private struct ExplanationReport {
  let run: RunRecord
  let explanation: RunExplanation

  var blocks: [Document.Block] { causes + [worst, redecoded, lead] }

  private var causes: [Document.Block] {
    let appearances = run.figure("appearances").map { " of \(Figure.text($0, unit: "count"))" } ?? ""
    let cells = Figure.text(explanation.blankAppearances, unit: "count")
    let total = explanation.causes.reduce(0.0) { $0 + Double($1.cells) }
    let table = Document.Table(
      label: "Causes",
      columns: [
        "cause", .init(title: "meaning", importance: 1), .figure("cells"), .figure("share"), .figure("blank"),
        .figure("from", importance: 2), .figure("to", importance: 3),
      ],
      rows: explanation.causes.map { cause in
        .init([
          cause.cause.title, cause.cause.meaning, Figure.count(cause.cells),
          Figure.text(total > 0 ? Double(cause.cells) / total : nil, unit: "rate"),
          Figure.text(cause.blankMs, unit: "ms"), Figure.text(cause.firstMs / 1000, unit: "seconds"),
          Figure.text(cause.lastMs / 1000, unit: "seconds"),
        ])
      })
    return [
      .text("\(cells)\(appearances) appearances began with nothing to show."), .table(table),
      .sentences([waiting, lost].compactMap { $0.map { .init($0) } }),
    ]
  }

  private var waiting: String? {
    guard let queue = explanation.queuedBehind,
      let cells = explanation.causes.first(where: { $0.cause == .queuedBehind })?.cells, cells > 0
    else { return nil }
    func each(_ count: Int) -> String {
      Figure.text((Double(count) / Double(cells)).rounded(toPlaces: 1), unit: "count")
    }
    return "On average, \(each(queue.visible)) jobs for cells on screen and "
      + "\(each(queue.cached)) prefetches started while a queued cell waited. When it appeared, its image had "
      + "been wanted for \(Figure.text(queue.wantedBeforeMs, unit: "ms")) (median)."
  }

  private var lost: String? {
    guard !explanation.causes.isEmpty, !explanation.losses.isEmpty else { return nil }
    let parts = explanation.losses.map { "\(Figure.count($0.count)) \($0.reason.title)" }
    return "Images of evicted cells had left memory: \(parts.joined(separator: "; "))."
  }

  private func photo(_ asset: String) -> String { run.decodes?.file(of: asset) ?? asset }

  private var worst: Document.Block {
    let table = Document.Table(
      label: "Blank for longest",
      columns: [
        "item", .init(title: "photo", importance: 1), "cause", .figure("appeared"), .figure("blank"),
        .figure("since", importance: 2), .figure("queue", importance: 6), .figure("decode", importance: 5),
        .figure("behind visible", importance: 4), .figure("behind cached", importance: 3),
      ],
      // JSON has them all.
      rows: explanation.worst.prefix(10).map { cell in
        let times = [cell.appearedMs, cell.blankMs, cell.sinceMs, cell.queueMs, cell.decodeMs]
        let counts = [cell.behindVisible, cell.behindCached]
        let texts =
          ["\(cell.item)", photo(cell.asset), cell.cause.title] + times.map { Figure.text($0, unit: "ms") }
          + counts.map { Figure.text($0.map(Double.init), unit: "count") }
        return .init(texts)
      })
    let about =
      "Since: how long before that its image was wanted, lost or given up. Behind: jobs that started while its image waited."
    return .section("Blank for longest", table.rows.isEmpty ? [] : [.table(table), .text(about)])
  }

  private var redecoded: Document.Block {
    let table = Document.Table(
      label: "Decoded again most often",
      columns: ["photo", "had left memory by", .figure("decoded again")],
      rows: explanation.redecoded.map { asset in
        let losses = asset.losses.map { "\($0.reason.word) \($0.count)×" }.joined(separator: ", ")
        return .init([photo(asset.asset), losses, "\(Figure.text(asset.redecodes, unit: "count"))×"])
      })
    return .section("Decoded again most often", [.table(table)])
  }

  private var lead: Document.Block {
    let lead = explanation.lead
    let rows: [(String, Distribution?)] = [
      ("lead while scrolling fast", lead.fastLeadMs),
      // Crawling to a halt leaves very long leads, which matter only if there are no others.
      ("lead in motion", lead.fastLeadMs == nil ? lead.leadMs : nil),
      ("wanted to ready", lead.wantedToReadyMs), ("of that, queue", run.distributions["queueMs"]),
      ("of that, decoding", run.distributions["decodeMs"]),
    ]
    let table = Document.Table(
      label: "Lead against latency",
      columns: [
        "", .figure("least", importance: 2), .figure("p50"), .figure("p90", importance: 1), .figure("p95"),
        .figure("most", importance: 3),
      ],
      rows: rows.compactMap { name, distribution in
        distribution.map { times in
          let values = [times.min, times.p50, times.p90, times.p95, times.max]
          return .init([name] + values.map { Figure.text($0, unit: "ms") })
        }
      })
    var after: [Document.Sentence] = []
    let busy = [(lead.busyMoving, "the time in motion"), (lead.busyFast, "the fast scrolling")]
      .compactMap { share, when in share.map { "\(Figure.text($0, unit: "rate")) of \(when)" } }
    if !busy.isEmpty { after.append("Decoders were busy \(busy.joined(separator: " and ")).") }
    if let least = explanation.leastBlank, let share = explanation.leastBlankShare {
      after.append(
        "Over this scroll \(RunExplanation.floor(least)), \(Figure.text(share, unit: "rate")) of the blank cells here."
      )
    }
    return .section("Lead against latency", [.table(table), .sentences(after)])
  }
}

extension BlankCause {
  static func present(in explanations: [RunExplanation]) -> [BlankCause] {
    let present = Set(explanations.flatMap { $0.causes.map(\.cause) })
    return allCases.filter(present.contains)
  }
}

extension RunExplanation {
  func counts(of causes: [BlankCause]) -> [String] {
    ([blankAppearances] + causes.map { cause in self.causes.first { $0.cause == cause }?.cells ?? 0 })
      .map { Figure.text($0, unit: "count") }
  }
}

extension RunRecord {
  /// The reasons for blank cells as JSON, with sorted keys and without absent values; `nil` without an explanation.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  public func explanationJSON() throws -> String? {
    struct Explained: Encodable {
      let id: String
      let conclusion: String
      let explanation: RunExplanation
    }
    return try explanation.map {
      try Explained(id: id, conclusion: $0.conclusion, explanation: $0).stableJSON()
    }
  }
}

extension ResultFile {
  /// Why a run has no explanation, and the remedy if there is one.
  public func whyUnexplained(_ run: RunRecord) -> String {
    if run.status != .completed { return "no explanation: \(run.ending)" }
    return mode == .watch
      ? "no explanation: a recording shows what was blank, not why"
      : "no explanation: the result has none; run the scenario again"
  }

  fileprivate func causesInWords(_ run: RunRecord) -> String {
    guard let explanation = run.explanation else { return "\(run.id): \(whyUnexplained(run))" }
    let parts = explanation.causes.map { "\(Figure.text($0.cells, unit: "count")) \($0.cause.title)" }
    let total = Figure.text(explanation.blankAppearances, unit: "count")
    return "\(run.id): \(total) blank\(parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")"
  }

  /// The causes of blank cells in each run, as JSON with sorted keys; a run without an explanation has no causes.
  ///
  /// - Throws: ``ResultFileError`` if a number is not finite, naming it.
  public func causesJSON() throws -> String {
    struct Entry: Encodable {
      let id: String
      let status: RunRecord.Status
      let blankAppearances: Int?
      let causes: [RunExplanation.CauseTotal]?
    }
    let entries = runs.map {
      Entry(
        id: $0.id, status: $0.status, blankAppearances: $0.explanation?.blankAppearances,
        causes: $0.explanation?.causes)
    }
    return try ["runs": entries].stableJSON()
  }

  /// An error for a name that does not fit exactly one run.
  public struct RunNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expectation, the finding, and the runs.
    public let description: String
  }

  /// The run with an identifier, a strategy that only one run has, or a part of an identifier that only one has.
  ///
  /// - Throws: ``RunNameError`` if there is none, or several.
  public func run(named name: String) throws(RunNameError) -> RunRecord {
    let readings = [
      runs.filter { $0.id == name }, runs.filter { $0.combination.name == name },
      runs.filter { $0.id.contains(name) },
    ]
    if let run = readings.first(where: { $0.count == 1 })?.first { return run }
    let found = readings.first { !$0.isEmpty } ?? []
    let listed = (found.isEmpty ? runs : found).map { "\n  \($0.id)" }.joined().harmlessLines
    let reason =
      found.isEmpty
      ? "expected a run or a part of its name, found '\(name)'; there are:"
      : "expected one run, found \(found.count) that match '\(name)':"
    throw RunNameError(description: reason.harmless + (runs.isEmpty ? " none" : listed))
  }
}
