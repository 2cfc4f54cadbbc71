public import ScrollSim

extension Document {
  /// Reports results, one after the other; several have an overview.
  ///
  /// - Parameters:
  ///   - results: the results, of one scenario or several, in any mode.
  ///   - advice: a search, which shows the gain from more memory.
  ///   - fidelity: the models' fidelity to replays; by default it is found from scenarios with results in both modes.
  ///   - columns: the tables' columns for each strategy.
  ///   - photos: each result's photos, if known, for its player; none if empty.
  package init(
    _ results: [ResultFile], advice: AdviceFile? = nil, fidelity: FidelityFile? = nil,
    columns: Columns = .deciding, photos: [PhotoSheet?] = []
  ) {
    let isSingle = results.count == 1
    if isSingle, results[0].mode == .watch, advice == nil, fidelity == nil {
      let page = Document(watched: results[0])
      (head, blocks) = (page.head, page.blocks)
      return
    }
    let names = Self.headings(of: results)
    let parts = results.enumerated().map { place, result -> any ReportParts in
      let id = isSingle ? "result" : "result-\(place)"
      if result.mode == .watch { return WatchReport(result: result, id: id) }
      let photos = place < photos.count ? photos[place] : nil
      return ResultReport(result, id: id, columns: columns, photos: photos)
    }
    @Sendable func section(_ place: Int, id: String = "", _ blocks: [Block]) -> Block {
      .section(Section(heading: names[place], about: results[place].about, id: id, blocks: blocks))
    }
    let advice = advice.map(AdviceReport.init)
    let fidelity = fidelity ?? FidelityFile(bothModesOf: results)
    let prediction = fidelity.map { [FidelityReport(file: $0).section] } ?? []
    let extras = (advice?.extras ?? []) + prediction
    let text: @Sendable () -> [Block] = {
      results.indices.map { section($0, parts[$0].summary) }
        + (advice.map { [.section("\($0.file.name) · advice", $0.text)] } ?? []) + prediction
    }
    if isSingle {
      head = Head(
        title: names[0], kind: "scrollsim \(results[0].kind)", heading: results[0].scenario.name,
        about: results[0].about)
      blocks = [.part(.text, text), .only(.page, parts[0].essence + extras + parts[0].background)]
      return
    }
    let title = Set(results.map(\.scenario.name)).sorted().joined(separator: ", ")
    head = Head(
      title: title.isEmpty ? "no results" : title, kind: "scrollsim report",
      heading: results.isEmpty ? "No results" : "\(results.count) results")
    let page: @Sendable () -> [Block] = {
      let articles = results.indices.map { place in
        section(place, id: "result-\(place)", parts[place].essence + parts[place].background)
      }
      return [Self.index(names), Self.overview(results, names)] + extras + articles
    }
    blocks = [.part(.text, text), .part(.page, page)]
  }

  /// The results' headings; results of one scenario and kind have the times at which they were made, too.
  private static func headings(of results: [ResultFile]) -> [String] {
    let headings = results.map { "\($0.scenario.name) · \($0.kind)" }
    return zip(headings, results).map { heading, result in
      headings.count { $0 == heading } == 1 ? heading : "\(heading) · \(result.provenance.startedAt)"
    }
  }

  private static func index(_ names: [String]) -> Block {
    let links = names.enumerated().map { "<a href=\"#result-\($0)\">\($1.escaped)</a>" }
    return .markup(
      names.isEmpty
        ? "" : "<nav class=\"index\" aria-label=\"Results\">\n\(links.joined(separator: "\n"))\n</nav>")
  }

  private static func overview(_ results: [ResultFile], _ names: [String]) -> Block {
    .table(
      Table(
        label: "Results",
        columns: ["result", "verdict", Column(title: "recommendation", kind: .prose)],
        rows: zip(results, names).enumerated().map { place, entry in
          let (result, name) = entry
          let words = result.verdictInWords
          return Row([
            Cell(name, link: "#result-\(place)"), Cell(words.label, words.tone),
            // Recordings of other programs recommend nothing.
            Cell(result.mode == .watch ? "" : result.answer),
          ])
        }))
  }
}

extension ResultFile {
  /// Its mode, and the device whose decode times it has, if it is not the replays' machine.
  fileprivate var kind: String {
    let pace = scenario.devicePace.flatMap { $0.isKept ? $0.device : nil }
    return [mode.rawValue, pace ?? costs?.name].compactMap(\.self).joined(separator: " · ")
  }

  fileprivate var about: String {
    [scenario.about, scenario.devicePace?.sentence].compactMap(\.self).joined(separator: " ")
  }
}

/// The parts of a report on one result: the text, and on a page the essence and the background.
protocol ReportParts: Sendable {
  var summary: [Document.Block] { get }
  var essence: [Document.Block] { get }
  var background: [Document.Block] { get }
}

struct ResultReport: ReportParts {
  let result: ResultFile
  let id: String
  let columns: Document.Columns
  let photos: PhotoSheet?
  let pools: [PooledRuns]
  let names: RowNames
  let recommendation: Recommendation
  let quietness: Quietness
  private let table: ResultTable

  init(_ result: ResultFile, id: String, columns: Document.Columns, photos: PhotoSheet? = nil) {
    (self.result, self.id, self.columns, self.photos) = (result, id, columns, photos)
    pools = PooledRuns.gather(result.runs)
    names = RowNames(pools.map(\.combination))
    recommendation = Recommendation(result)
    quietness = Quietness(result)
    table = ResultTable(
      result, columns: columns, recommendation: quietness.isTooBusyToTell ? nil : recommendation)
  }

  /// The result as text: the table, the outcome, and the reasons why it does not pass.
  var summary: [Document.Block] {
    let complaints = result.complaints.map { about, sentences in
      Document.Block.verdict(.init(about, .bad), reasons: sentences.map { .init($0, .bad) })
    }
    // A text answers first; a page has all notes.
    let notes = notes
    let rest = "\(notes.count - 3) more notes are on the page."
    let few: [String] = notes.count <= 4 ? notes : notes.prefix(3) + [rest]
    let outcome: [Document.Block] =
      result.runs.isEmpty
      ? [.text("There are no runs.")]
      : [.table(table.table), .sentences(Array(answer.prefix(3))), code, .list(few)]
    return outcome + complaints + [.only(.markdown, [.text("Measured with:"), .facts(result.facts)])]
  }

  /// The essence for a reader with a minute: verdict, recommendation, table, charts and player.
  var essence: [Document.Block] {
    let words = result.verdictInWords
    let verdict = Document.Block.verdict(
      .init(words.sentence, words.tone), reasons: result.complaints.flatMap(\.sentences).map { .init($0) })
    guard !result.runs.isEmpty else { return [verdict, .text("There are no runs.")] }
    let legend = table.table.marksBest ? ["The best of each column is marked."] : []
    return [
      verdict, .sentences(answer), code,
      .section("Strategies", [.table(table.table), .list(legend + notes)]),
      lapByLap, .section(.init(style: "pair", blocks: charts)), player,
    ]
  }

  private var answer: [Document.Sentence] {
    [.init(quietness.refusal ?? recommendation.claim, .strong)]
      + (quietness.isTooBusyToTell ? [] : recommendation.context.map { .init($0) })
  }

  private var code: Document.Block {
    let window = quietness.isTooBusyToTell ? nil : recommendation.combination.flatMap(result.window)
    return .code(
      window.map { [.init(caption: "In Swift, with GalleryKit", language: "swift", text: $0.swift)] } ?? [])
  }

  /// The notes that a reader needs first: whether the machine was quiet.
  private var notes: [String] {
    // A recommendation is made only where every strategy has undisturbed runs.
    let use = recommends ? " The table has them; the recommendation leaves them out." : ""
    return [quietness.note.map { $0 + use }].compactMap(\.self) + table.notes
  }

  /// Whether a strategy is recommended: none is if nothing fits, or the machine was too busy to tell.
  var recommends: Bool { recommendation.combination != nil && !quietness.isTooBusyToTell }

  /// The combinations for a chart with room for `most`, in their order: the recommendation and its runner-up come first, then the
  /// others by rising loss, and references last.
  func few(_ most: Int) -> [PooledRuns] {
    func rank(_ pool: PooledRuns) -> (Int, Double) {
      let chosen =
        recommends && [recommendation.combination, recommendation.runnerUp].contains(pool.combination)
      return (chosen ? 0 : pool.combination.isReference ? 2 : 1, pool.figures?.loss ?? .infinity)
    }
    let shown = Set(pools.sorted { rank($0) < rank($1) }.prefix(most).map(\.combination))
    return pools.filter { shown.contains($0.combination) }
  }

  static let mostAtAGlance = 12

  /// Which combinations ``few(_:)`` gives, in addition to their number.
  var fewInWords: String { recommends ? "including the recommended one" : "those that miss the least" }

  private var charts: [Document.Block] {
    let pareto = ParetoChart(
      pools.map { ($0.combination, $0.figures) }, names: names, budget: result.scenario.memoryBudgetBytes)
    let few = few(Self.mostAtAGlance)
    let all = few.count < pools.count ? LatencyChart(pools, names: names) : nil
    let left = all == nil ? "" : " \(few.count) of \(pools.count) are shown, \(fewInWords)."
    return [
      figure(
        "Memory against missed area",
        "Down and left is better. The line joins the strategies that no other beats in both. Missed area is the area that is blank while the grid scrolls, plus three tenths of the area that shows a degraded image.",
        pareto?.svg(id: "\(id)-pareto")),
      figure(
        "How long cells and decoders took",
        "The dark bar ends at the median, the light one at the 95th percentile; the tick is the longest.\(left)",
        LatencyChart(few, names: names)?.svg(id: "\(id)-latency"), all: all?.svg(id: "\(id)-latencies")),
    ]
  }

  private func figure(_ title: String, _ hint: String, _ svg: String?, all: String? = nil) -> Document.Block {
    let rest = all.map { "\n<details><summary>All \(pools.count)</summary>\n\($0)\n</details>" } ?? ""
    return .markup(
      svg.map {
        "<figure>\n<figcaption>\(title)</figcaption>\n<p class=\"hint\">\(hint)</p>\n\($0)\(rest)\n</figure>"
      } ?? "")
  }
}

extension Document {
  /// A model's table alone, to read while replays are made.
  public init(preview result: ResultFile) {
    let heading = ["model", result.costs.map { "costs \($0.name)" }].compactMap(\.self).joined(
      separator: ", ")
    head = Head(title: heading, kind: "scrollsim model", heading: result.scenario.name)
    blocks = [
      .section(
        "\(heading): \(result.scenario.name) as predicted; replays follow",
        [.table(ResultTable(result).table)])
    ]
  }
}

extension RunRecord {
  /// The result of a replay, in a line.
  package var progressLine: String {
    let round = "\(combination.name), \(iteration + 1)"
    guard status == .completed else { return "\(round): \(ending)" }
    let disturbance = Disturbance(self)
    return "\(round): blank \(text("scrollBlankRatio")), not sharp \(text("scrollNotSharpRatio")), "
      + "image memory \(text("peakImageBytes")), time to sharp \(text("settleToFullMs")), "
      + "hitches \(text("hitchMsPerSecond"))"
      + (disturbance.isDisturbed ? "; disturbed: \(disturbance.signs.joined(separator: ", and "))" : "")
  }
}

extension ResultFile {
  /// The verdict in a page's words: in a word or two, its tone, and one sentence, or two.
  ///
  /// Two conditions keep a pass from looking like good news: a machine that was too busy to tell, and memory that grows lap over lap
  /// without a limit on it.
  var verdictInWords: (label: String, tone: Document.Tone, sentence: String) {
    let growing =
      scenario.limits["growth"] != nil
      ? [] : PooledRuns.gather(runs).filter { $0.growth == .growing && !$0.combination.isReference }
    let done = mode == .model ? "modelled" : "measured"
    return switch judged {
    case .limitBroken: ("limit broken", .bad, "A limit is broken.")
    case .notMeasured: ("not measured", .unsure, "Not everything was \(done).")
    case .pass where !growing.isEmpty: ("memory grows", .unsure, sentence(on: growing))
    case .pass where Quietness(self).isTooBusyToTell:
      ("pass", .unsure, "Everything was measured, but the machine was too busy to tell.")
    case .pass where scenario.limits.isEmpty:
      ("pass", .good, "Pass: everything was \(done). The scenario sets no limits.")
    case .pass: ("pass", .good, "Pass: everything was \(done), and every limit held.")
    }
  }

  private func sentence(on growing: [PooledRuns]) -> String {
    let names = RowNames(runs.map(\.combination))
    let most = growing.compactMap { $0.median("growth.bytesPerLap") }.max() ?? 0
    let slope = most > 0 ? ", by up to \(Figure.text(most, unit: "bytes")) a lap" : ""
    return
      "Memory grows lap over lap with \(growing.map { names.line(for: $0.combination) }.listed(most: 4))\(slope). "
      + "The scenario sets no limit on growth, so the result passes."
  }
}
