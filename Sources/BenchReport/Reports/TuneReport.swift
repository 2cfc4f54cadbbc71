public import ScrollSim

extension Document {
  /// Reports a search: the Pareto front, the recommendation ready to copy, and the knee.
  ///
  /// A page also draws what memory buys with each strategy, and gives the numbers' origin.
  public init(_ tune: TuneFile) {
    let report = TuneReport(tune)
    head = Head(
      title: "\(tune.name) · tune", kind: "scrollsim tune", heading: tune.name,
      about: tune.scenarios.map(\.scenario.about).joined(separator: " "), hasScript: false)
    blocks = [.only(.text, [report.section]), .only(.page, report.page)]
  }
}

/// A search in blocks.
struct TuneReport {
  let file: TuneFile
  private let words: TuneWords
  private let advice: Recommendation?
  private let names: RowNames

  init(_ file: TuneFile) {
    self.file = file
    names = RowNames(file.candidates.map(\.combination))
    words = TuneWords(file, names: names)
    advice = Recommendation(file)
  }

  /// The search as text.
  var section: Document.Block {
    .section(
      .init(
        heading: "\(file.name) · tune", about: words.about,
        blocks: [.table(front), .sentences(recommendation), code, knee, notes] + confirmation))
  }

  /// The search as a page.
  var page: [Document.Block] {
    let fits = file.outcome?.recommendation != nil
    return [
      .verdict(.init(advice?.description ?? "", fits ? .good : .bad)), code, knee,
      .section("By the clock", confirmation), curves,
      .whereItHolds(advice?.combination, in: file.outcome?.variations ?? [], name: names.fullLine),
      .section("Pareto front", front.rows.isEmpty ? [] : [.hint(words.about), .table(front), notes]),
      .section(
        "Where the numbers come from",
        [
          .hint("Every combination ran on a virtual clock, with decoding replaced by a cost table."),
          .facts(origin),
        ]),
    ]
  }

  /// The gain from memory, a line for each strategy.
  var curves: Document.Block {
    guard let chart = LineChart(memoryIn: file, budget: words.limit) else { return .text() }
    let about =
      "The best that each strategy reaches with so much memory or less, each figure by whichever parameters "
      + "reach it."
    return .section(
      "What memory buys",
      [.hint(about), .markup("<div class=\"curves\">\n\(chart.svg(id: "curves"))\n</div>")])
  }

  /// The recommendation and its reason; empty if there is no outcome.
  var recommendation: [Document.Sentence] {
    advice.map { advice in [.init(advice.claim, .strong)] + advice.context.map { .init($0) } } ?? []
  }

  /// The replays' verdict; empty if there were none.
  private var confirmation: [Document.Block] { ConfirmationReport(file, names: names)?.blocks ?? [] }

  private var code: Document.Block {
    .code(
      file.outcome?.recommendation.map { advice in
        [
          .init(caption: "In a scenario", language: "json", text: advice.scenarioJSON),
          .init(caption: "In an app", language: "swift", text: advice.swift),
        ]
      } ?? [])
  }

  private var knee: Document.Block { words.knee.map { .text($0) } ?? .text() }

  private var notes: Document.Block {
    .list(file.outcome == nil ? [] : words.notes)
  }

  private static let figures:
    [(column: Document.Column, unit: String, value: @Sendable (TuneFigures) -> Double?)] = [
      (.figure("image memory"), "bytes", { $0.peakImageBytes }),
      (.figure("not sharp"), "rate", { $0.merit.notSharp }),
      (.figure("blank", importance: 4), "rate", { $0.merit.blank }),
      (.figure("settle", importance: 3), "ms", { $0.settleToFullMs }),
      (.figure("hit rate", importance: 2), "rate", { $0.cacheHitRate }),
      (.figure("waste", importance: 1), "rate", { $0.wasteRatio }),
    ]

  private var front: Document.Table {
    let options = names.titles.dropFirst().map { Document.Column(title: $0) }
    return Document.Table(
      label: "Pareto front",
      columns: [.init(title: "strategy"), .init(title: "parameters", kind: .settings)] + options
        + [.init(title: "")] + Self.figures.map(\.column),
      rows: words.front.map { place in
        let candidate = file.candidates[place]
        let combination = candidate.combination
        let isRecommended = file.outcome?.recommendation?.candidate == place
        let marks = [isRecommended ? "recommended" : "", file.outcome?.knee == place ? "knee" : ""]
        var texts = [combination.strategy, combination.parameters.words.joined(separator: " ")]
        texts += names.texts(for: combination).dropFirst()
        texts.append(marks.filter { !$0.isEmpty }.joined(separator: ", "))
        texts += Self.figures.map { Figure.text(candidate.overall.flatMap($0.value), unit: $0.unit) }
        return .init(texts, isRecommended ? .recommended : .plain)
      })
  }

  private var origin: [Document.Fact] {
    let scenarios = file.scenarios.flatMap { scenario in
      [
        ("Scenario", "\(scenario.path), SHA-256 \(scenario.scenario.sha256), seed \(scenario.scenario.seed)"),
        ("Costs", "\(scenario.costs), SHA-256 \(scenario.costsSHA256)"),
      ]
    }
    return
      (scenarios + [
        ("Command", file.provenance.command.joined(separator: " ")), ("Program", file.provenance.program),
        ("Started", file.provenance.startedAt),
      ]).map { .init(name: $0, text: $1, isCode: true) }
  }
}
