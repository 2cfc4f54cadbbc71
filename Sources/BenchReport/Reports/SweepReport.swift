public import ScrollSim

extension Document {
  /// Reports a sweep: the best strategy at each load, the share that each leaves unseen, and a chart of both.
  public init(_ sweep: SweepFile) {
    let report = SweepReport(sweep)
    head = Head(
      title: "\(sweep.scenario.name) · sweep", kind: "scrollsim sweep", heading: sweep.scenario.name,
      about: sweep.scenario.about, hasScript: false)
    blocks = [.only(.text, [report.section]), .only(.page, report.page)]
  }
}

/// A sweep in blocks.
struct SweepReport {
  private let file: SweepFile
  private let names: RowNames

  init(_ file: SweepFile) {
    self.file = file
    names = RowNames(file.levels.flatMap(\.rows).map(\.combination))
  }

  var section: Document.Block {
    .section(
      .init(
        heading: "\(file.scenario.name) · sweep", about: Self.about,
        blocks: [.sentences(winners), .table(table), .list(notes)]))
  }

  var page: [Document.Block] {
    [
      .sentences(winners),
      .section(
        "Area left unseen",
        [.hint(Self.about), .markup("<div class=\"curves\">\n\(chart.svg(id: "sweep"))\n</div>")]),
      .section("Not sharp while scrolling", [.table(table), .list(notes)]),
      .section("Where the numbers come from", [.facts(origin)]),
    ]
  }

  private static let about =
    "Load is how much decoding arrives in a second for each decoder while the grid moves: at 1 decoders just keep up."

  /// The grid's own load, and the recommendation for each stretch of loads, a sentence each.
  var winners: [Document.Sentence] {
    let own = file.ownLoad.map {
      Document.Sentence("Yours is \(Figure.fixed($0, 2)), at the costs of \(file.costs.name).")
    }
    var stretches: [(winner: Combination?, loads: [Double])] = []
    for level in file.levels {
      if let last = stretches.last, last.winner == level.recommended {
        stretches[stretches.count - 1].loads.append(level.load)
      } else {
        stretches.append((level.recommended, [level.load]))
      }
    }
    return stretches.map { stretch in
      let ends = [stretch.loads.first, stretch.loads.last].compactMap(\.self).map(Figure.plain)
      let loads = ends[0] == ends[1] ? "At a load of \(ends[0])" : "At loads from \(ends[0]) to \(ends[1])"
      let winner = stretch.winner.map { "\(names.line(for: $0)) is recommended" } ?? "nothing fits the budget"
      return .init("\(loads) \(winner).", .strong)
    } + [own].compactMap(\.self)
  }

  private var combinations: [Combination] { file.levels.first?.rows.map(\.combination) ?? [] }

  private func row(of combination: Combination, at level: SweepFile.Level) -> SweepFile.Row? {
    level.rows.first { $0.combination == combination }
  }

  /// The share that each combination leaves not sharp, by load; the least at each load is marked.
  private var table: Document.Table {
    let least = file.levels.map { level in
      level.rows.filter { !$0.combination.isReference }.compactMap { $0.figures?.scrollNotSharpRatio }.min()
    }
    let rows = combinations.map { combination in
      let cells = zip(file.levels, least).map { level, least in
        let notSharp = row(of: combination, at: level)?.figures?.scrollNotSharpRatio
        let text = Figure.text(notSharp, unit: "rate")
        let isBest = !combination.isReference && text == Figure.text(least, unit: "rate")
        return Document.Cell(text, isBest ? .best : .plain)
      }
      return Document.Row(
        names.texts(for: combination).map { Document.Cell($0) } + cells,
        combination.isReference ? .reference : .plain)
    }
    let blanks = Array(repeating: Document.Cell(""), count: names.titles.count - 1)
    let bounds = file.levels.map { Document.Cell(Figure.text($0.bound, unit: "rate")) }
    return Document.Table(
      label: "Not sharp by load",
      columns: names.titles.map { Document.Column(title: $0) }
        + file.levels.map { .figure(Figure.plain($0.load), importance: 1) },
      rows: rows + [Document.Row([Document.Cell("bound")] + blanks + bounds, .reference)])
  }

  private var notes: [Document.Sentence] {
    let about =
      "Shares of the visible area without a final image while the grid scrolls, by load. Of those that "
      + "cannot be told apart, the one with the least memory is recommended."
    let libraries = combinations.contains { $0.library != nil } ? Combination.libraryNote : nil
    return [about, libraries, file.costsNote].compactMap(\.self).map { Document.Sentence($0) }
  }

  /// Not sharp area and the share of the possible, over load, for the first combination, all winners and references.
  var chart: LineChart {
    let winners = Set(file.levels.compactMap(\.recommended))
    let shown = combinations.filter { winners.contains($0) || $0.isReference || $0 == combinations.first }
    func lines(_ value: (SweepFile.Row) -> Double?) -> [LineChart.Line] {
      shown.map { combination in
        LineChart.Line(
          name: names.line(for: combination),
          points: file.levels.compactMap { level in
            row(of: combination, at: level).flatMap(value).map { .init(x: level.load, y: $0 * 100) }
          })
      }
    }
    let bound = LineChart.Line(
      name: "bound",
      points: file.levels.compactMap { level in level.bound.map { .init(x: level.load, y: $0 * 100) } })
    var chart = LineChart(
      title: "Area left unseen by load", axis: "load",
      panels: [
        .init(
          name: "not sharp while scrolling", unit: "% of the screen",
          lines: lines { $0.figures?.scrollNotSharpRatio } + [bound]),
        .init(name: "of possible", unit: "%", lines: lines(\.shareOfPossible), range: 0...100),
      ])
    chart.mark = file.ownLoad.map { .init(name: "yours, \(Figure.fixed($0, 2))", y: $0) }
    chart.plotHeight = 130
    return chart
  }

  private var origin: [Document.Fact] {
    [
      ("Scenario", "\(file.scenario.name), SHA-256 \(file.scenario.sha256), seed \(file.scenario.seed)"),
      ("Costs", "\(file.costs.name), SHA-256 \(file.costs.sha256)"),
      ("Command", file.provenance.command.joined(separator: " ")), ("Program", file.provenance.program),
      ("Started", file.provenance.startedAt),
    ].map { .init(name: $0, text: $1, isCode: true) }
  }
}
