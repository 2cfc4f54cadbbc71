internal import GalleryKit
internal import ScrollSim

/// Every strategy at several loads of the decoders: who wins where, a table of each strategy in its best order, and a chart.
struct AdviceLoads {
  private let file: AdviceFile
  private let levels: [LoadRecord]
  private let names: RowNames
  /// Each strategy with the request order in which it leaves the least on average over all loads; the best
  /// first, references last.
  private let shown: [Combination]

  /// `nil` unless every strategy was compared.
  init?(_ file: AdviceFile, names: RowNames) {
    guard file.options.comparesEvery, let levels = file.outcome?.loads, !levels.isEmpty else { return nil }
    (self.file, self.levels, self.names) = (file, levels, names)
    // By combination: looking for each of very many at every load would take minutes.
    var shares: [Combination: [Double]] = [:]
    for row in levels.flatMap(\.rows) {
      guard let share = row.figures?.scrollNotSharpRatio else { continue }
      shares[row.combination, default: []].append(share)
    }
    let all = levels[0].rows.enumerated().map { place, row in
      (place: place, combination: row.combination, mean: shares[row.combination]?.mean)
    }
    shown = all.sorted {
      ($0.combination.isReference ? 1 : 0, $0.mean ?? 2, $0.place)
        < ($1.combination.isReference ? 1 : 0, $1.mean ?? 2, $1.place)
    }.map(\.combination).uniqued(by: \.strategy)
  }

  var section: Document.Block {
    .section(
      .init(
        heading: "Not sharp by load",
        about:
          "Load is the decoding, in seconds, that arrives per second for each decoder while the grid moves: at 1, decoders just keep up.",
        blocks: [.sentences(winners), .table(table), .list(notes)]))
  }

  /// The grid's own load, and the recommendation for each stretch of loads, a sentence each.
  private var winners: [Document.Sentence] {
    var stretches: [(winner: Combination?, loads: [Double])] = []
    for level in levels {
      if let last = stretches.last, last.winner == level.recommended {
        stretches[stretches.count - 1].loads.append(level.load)
      } else {
        stretches.append((level.recommended, [level.load]))
      }
    }
    let own = file.scenarios.map { "\(Figure.fixed($0.load, 2)), at the costs of \($0.costs.name)" }
    return stretches.map { stretch in
      let ends = [stretch.loads.first, stretch.loads.last].compactMap(\.self).map(Figure.plain)
      let loads = ends[0] == ends[1] ? "At a load of \(ends[0])" : "At loads from \(ends[0]) to \(ends[1])"
      let winner = stretch.winner.map { "\(names.line(for: $0)) is recommended" } ?? "nothing fits the budget"
      return .init("\(loads), \(winner).", .strong)
    } + [.init("Your load is \(own.listed).")]
  }

  /// The share that each strategy leaves not sharp, by load; the least at each load is marked.
  private var table: Document.Table {
    let least = levels.map { level in
      shown.filter { !$0.isReference }.compactMap { level.notSharp(of: $0) }.min()
    }
    let rows = shown.map { combination in
      let cells = zip(levels, least).map { level, least in
        let text = Figure.text(level.notSharp(of: combination), unit: "rate")
        let isBest = !combination.isReference && text == Figure.text(least, unit: "rate")
        return Document.Cell(text, isBest ? .best : .plain)
      }
      return Document.Row(
        names.texts(for: combination).map { Document.Cell($0) } + cells,
        combination.isReference ? .reference : .plain)
    }
    let blanks = Array(repeating: Document.Cell(""), count: names.titles.count - 1)
    let bounds = levels.map { Document.Cell(Figure.text($0.bound, unit: "rate")) }
    return Document.Table(
      label: "Not sharp by load",
      columns: names.titles.map { Document.Column(title: $0) }
        + levels.map { .figure(Figure.plain($0.load), importance: 1) },
      rows: rows + [Document.Row([Document.Cell("bound")] + blanks + bounds, .reference)])
  }

  private var notes: [String] {
    [
      "Shares of the visible area without a final image while the grid scrolls, by load; each strategy is in its best order. "
        + "The file has \(Figure.count(levels[0].rows.count, "combination", "combinations"))."
    ] + file.scenarios.compactMap(\.costsNote)
  }

  /// Not sharp area over load, for no caching, all winners and references.
  var chart: [Document.Block] {
    let winners = Set(levels.compactMap(\.recommended))
    let drawn = (levels[0].rows.map(\.combination).filter(winners.contains) + shown).uniqued.filter {
      winners.contains($0) || $0.isReference || $0.strategy == NoCachingStrategy.descriptor.name
    }
    func line(_ name: String, _ value: (LoadRecord) -> Double?) -> LineChart.Line {
      LineChart.Line(
        name: name,
        points: levels.compactMap { level in value(level).map { .init(x: level.load, y: $0 * 100) } })
    }
    let chart = LineChart(
      title: "Area not sharp by load", axis: "load",
      panels: [
        .init(
          name: "not sharp while scrolling", unit: "% of the screen",
          lines: drawn.map { combination in
            line(names.line(for: combination)) { $0.notSharp(of: combination) }
          } + [line("bound", \.bound)])
      ],
      mark: file.scenarios.first.map { .init(name: "yours, \(Figure.fixed($0.load, 2))", y: $0.load) },
      plotHeight: 130)
    return [.markup("<div class=\"curves\">\n\(chart.svg(id: "loads"))\n</div>")]
  }
}
