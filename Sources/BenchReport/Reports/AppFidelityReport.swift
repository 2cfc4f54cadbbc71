public import ScrollSim

extension Document {
  /// Reports how an app's own logs compare with replay and model: the bars, the figures, and the order of combinations on both
  /// sides.
  public init(_ file: AppFidelityFile) {
    let heading = "\(file.scenario.name): an app compared with scrollsim"
    head = Head(title: heading, kind: "scrollsim validate", heading: heading, about: file.scenario.about)
    let report = AppFidelityReport(file)
    blocks = [.section(heading, report.blocks)]
  }
}

private struct AppFidelityReport {
  let file: AppFidelityFile
  private let names: RowNames

  init(_ file: AppFidelityFile) {
    self.file = file
    names = RowNames(file.runs.map(\.combination))
  }

  var blocks: [Document.Block] {
    [
      .verdict(conclusion, reasons: reasons.map { .init($0) }), .table(table), .hint(about), order,
      .section("Logs", [.table(logs)]),
      .facts(
        [
          .init(name: "Photos", text: "\(file.library.photos)"),
          .init(name: "Costs of the model", text: file.costs?.name ?? Figure.none),
        ] + file.provenance.facts),
    ]
  }

  private var conclusion: Document.Sentence {
    switch file.verdict {
    case .notMeasured where file.isTooBusyToTell:
      .init("Nothing is judged: this machine was too busy to tell.", .unsure)
    case .notMeasured where file.interruption == nil && file.runs.allSatisfy { $0.obstacle == nil }:
      .init("Nothing is judged: logs and \(bases) have no figure in common.", .bad)
    case .notMeasured: .init("Not everything was measured.", .bad)
    case .notComparable: .init("Not every log is of this scroll.", .bad)
    case .regression: .init("The app differs from \(bases).", .bad)
    case .pass, .improvement, .notice: .init("The app agrees with \(bases).", .good)
    }
  }

  private var bases: String { file.base == .replay ? "replays" : "models" }

  private var reasons: [String] {
    let judged = file.runs.flatMap(\.metrics).compactMap(\.holds)
    let held = judged.count { $0 }
    let alike = file.pairs.count(where: \.isAlike)
    let counts = [
      judged.isEmpty ? nil : "\(held) of \(judged.count) figures are within their limits.",
      file.pairs.isEmpty
        ? nil
        : "Of \(Figure.count(file.pairs.count, "pair", "pairs")) that \(bases) tell apart, \(alike) \(alike == 1 ? "ranks" : "rank") the same in the app.",
    ]
    let obstacles = file.runs.compactMap { run in
      run.obstacle.map { "\(names.line(for: run.combination)): \($0.reason)" }
    }
    return counts.compactMap(\.self) + obstacles
      + [file.disturbanceNote, file.costsNote, file.interruption].compactMap(\.self)
  }

  private var about: String {
    let replays = file.runs.map(\.replays).max() ?? 0
    let sources =
      file.base == .replay
      ? "Medians of \(replays) \(replays == 1 ? "replay" : "replays"), ± the largest deviation; off by is the distance from them"
      : "Off by is the distance from the model"
    let leeway = file.bars["scrollBlankRatio"].map { Figure.exact($0.absolute, unit: "rate") } ?? Figure.none
    return
      "\(sources). An app's frames count as scrollsim's do: at \(file.scenario.refreshRate) Hz, each for as long as it was "
      + "shown. A difference of less than \(leeway) of the area, which people do not see, also holds. Resident memory includes "
      + "the toolkit's and is not judged."
  }

  private var table: Document.Table {
    Document.Table(
      label: "The app compared with scrollsim",
      columns: names.titles.map { .init(title: $0) } + [
        "figure", .figure("app"), .figure("replay"), .figure("model", importance: 1), .figure("off by"),
        .figure("limit", importance: 2), "verdict",
      ],
      rows: file.runs.flatMap { run in
        let names = names.texts(for: run.combination).map { Document.Cell($0) }
        return run.metrics.filter { $0.app != nil }.map { Document.Row(names + cells(of: $0)) }
      })
  }

  private func cells(of comparison: AppFidelityFile.Comparison) -> [Document.Cell] {
    let unit = Metric.named(comparison.metric)?.definition.unit ?? ""
    let asked = file.bars[comparison.metric].map { "≤ \(Figure.fixed($0.relative * 100, 0)) %" }
    let held = file.base == .replay ? comparison.replay : comparison.model
    let verdict = comparison.holds.map { Document.Cell($0 ? "holds" : "falls short", $0 ? .good : .bad) }
    return [
      .init(ResultColumn.title(of: comparison.metric)), .init(Figure.text(comparison.app, unit: unit)),
      .figure(comparison.replay, unit: unit, spread: comparison.replaySpread),
      .init(Figure.text(comparison.model, unit: unit)), .init(Self.share(comparison.app, of: held)),
      .init(asked ?? Figure.none), verdict ?? .init(Figure.none),
    ]
  }

  /// A value's difference from another, in percent of the other.
  private static func share(_ value: Double?, of base: Double?) -> String {
    guard let value, let base, base != 0 else { return Figure.none }
    let share = (value / base - 1) * 100
    return "\(share < 0 ? "-" : "+")\(Figure.fixed(abs(share), 1)) %"
  }

  private var order: Document.Block {
    let lines = Dictionary(uniqueKeysWithValues: file.runs.map { ($0.id, names.line(for: $0.combination)) })
    let count = file.runs.count { $0.obstacle == nil }
    guard count > 1, !file.isTooBusyToTell else { return .text() }
    let untold = count * (count - 1) / 2 - file.pairs.count
    let rest =
      untold == 0 ? "" : " \(untold == 1 ? "1 pair" : "\(untold) pairs") cannot be told apart by \(bases)."
    let table = Document.Table(
      label: "Order",
      columns: ["better", "worse", .figure("by"), .figure("in the app"), "order"],
      rows: file.pairs.map { pair in
        .init(
          [lines[pair.better] ?? pair.better, lines[pair.worse] ?? pair.worse].map { .init($0) }
            + [pair.difference, pair.appDifference].map { .init(Figure.change($0, unit: "rate")) }
            + [.init(pair.isAlike ? "alike" : "the other way round", pair.isAlike ? .good : .bad)])
      })
    return .section(
      "Order",
      [
        .hint("Missed area: 0.7 of the blank area plus 0.3 of the area not sharp while scrolling." + rest),
        .table(table),
      ])
  }

  private var logs: Document.Table {
    Document.Table(
      label: "Logs",
      columns: ["log"] + names.titles.map { .init(title: $0) }
        + [.figure("frames"), .figure("a second"), .figure("scrolled"), .figure("by the trace")],
      rows: file.runs.flatMap { run in
        run.logs.map { log in
          Document.Row(
            [log.path] + names.texts(for: run.combination) + [
              "\(log.figures.frames)", log.figures.framesPerSecond.map { Figure.fixed($0, 1) } ?? Figure.none,
              log.figures.travel.words, run.travel?.words ?? Figure.none,
            ])
        }
      })
  }
}
