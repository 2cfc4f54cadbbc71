public import ScrollSim

extension Document {
  /// Reports how well models predict replays: every situation at a glance, then each run's figures, and their origin.
  public init(_ fidelity: FidelityFile) {
    let report = FidelityReport(file: fidelity)
    head = Head(title: "fidelity", kind: "scrollsim validate", heading: FidelityReport.heading)
    blocks = [
      .section(
        FidelityReport.heading,
        report.blocks + fidelity.situations.map(report.details) + [.facts(fidelity.provenance.facts)])
    ]
  }
}

struct FidelityReport {
  static let heading = "How well the model predicts"

  let file: FidelityFile

  var section: Document.Block { .section(Self.heading, blocks) }

  fileprivate var blocks: [Document.Block] {
    [.verdict(conclusion, reasons: reasons.map { .init($0) }), .table(table), .hint(about), .list(reversed)]
  }

  private var conclusion: Document.Sentence {
    switch file.holds {
    case true: .init("The model predicts replays.", .good)
    case false: .init("The model falls short.", .bad)
    case nil where file.situations.contains(where: \.isTooBusyToTell):
      .init("Not everything is judged: this machine was too busy to tell.", .unsure)
    case nil: .init("Not everything was measured.", .unsure)
    }
  }

  private var reasons: [String] {
    let pairs = file.judged.flatMap(\.pairs)
    let errors = file.judged.flatMap(\.metrics).compactMap(\.holds)
    let order =
      pairs.isEmpty
      ? "Replays tell no two strategies apart."
      : "The model ranks \(pairs.count(where: \.isAlike)) of \(pairs.count) pairs of strategies that replays tell apart as "
        + "they do (\(Figure.exact(FidelityFile.leastAlike * 100, unit: "%")) required)."
    let counts = [
      // A machine that was too busy to tell says nothing about strategies either.
      file.judged.isEmpty ? nil : order,
      errors.isEmpty ? nil : "\(errors.count { $0 }) of \(errors.count) errors are within the limits.",
    ]
    let notes = file.situations.compactMap { situation in
      situation.disturbanceNote.map { "\(name(of: situation)): \($0)" }
    }
    let gaps = file.situations.compactMap { situation in
      situation.unmeasured.map { "\(name(of: situation)): not measured to the end: \($0.listed(most: 4))." }
    }
    return counts.compactMap(\.self) + notes + gaps + [file.costsNote, file.interruption].compactMap(\.self)
  }

  private var about: String {
    let iterations = file.situations.map(\.iterations).max() ?? 0
    let bars = FidelityFile.compared.compactMap { metric, bar in
      bar.map { bar in
        let unit = Metric.named(metric)?.definition.unit ?? ""
        let leeway = bar.absolute > 0 ? " or \(Figure.text(bar.absolute, unit: unit))" : ""
        return "\(Figure.exact(bar.relative * 100, unit: "%"))\(leeway) of \(ResultColumn.title(of: metric))"
      }
    }
    let ratios = file.situations.compactMap(\.costRatio).sorted().map { Figure.fixed($0, 2) }
    let scaling =
      ratios.isEmpty
      ? ""
      : ", scaled by \(Set(ratios).count == 1 ? ratios[0] : "\(ratios[0]) to \(ratios[ratios.count - 1])") "
        + "to match the decode times beside the replays"
    return
      "Medians of \(iterations == 1 ? "one replay" : "\(iterations) replays") and as many models at the costs of "
      + "\(file.costs)\(scaling); references are left out. An error is the mean over strategies of the distance from the replay, in per "
      + "cent of the replay, and 0 if it is too small to matter; at most \(bars.joined(separator: ", ")) are allowed. Pairs are "
      + "told apart by the missed area while scrolling: 0.7 of the blank area plus 0.3 of the area that is not sharp. Load is "
      + "the decoders' work without caching; to raise it, each decoder stayed busy after each image."
  }

  private var table: Document.Table {
    Document.Table(
      label: "Fidelity",
      columns: ["scenario", .figure("photos", importance: 1), .figure("load"), .figure("pairs alike")]
        + FidelityFile.compared.filter { $0.bar != nil }.map { metric, _ in
          .init(
            title: ResultColumn.title(of: metric), kind: .figure,
            meaning: Metric.named(metric)?.definition.about ?? "")
        },
      rows: file.situations.map { situation in
        let alike = situation.pairs.count(where: \.isAlike)
        let isJudged = !situation.isTooBusyToTell
        let pairs = Document.Cell(
          situation.pairs.isEmpty ? Figure.none : "\(alike) of \(situation.pairs.count)",
          isJudged && alike < situation.pairs.count ? .bad : .plain)
        let place: [Document.Cell] = [
          .init(situation.scenario), .init(Figure.count(situation.library.photos)),
          .init(situation.load.map { Figure.fixed($0, 2) } ?? Figure.none), pairs,
        ]
        return .init(
          place + situation.metrics.filter { $0.bar != nil }.map { Self.error($0, isJudged: isJudged) })
      })
  }

  /// The error of a metric; one that is not judged is neither good nor bad.
  private static func error(_ metric: FidelityFile.MetricFidelity, isJudged: Bool) -> Document.Cell {
    guard let error = metric.error else { return .init(Figure.none) }
    return .init("\(Figure.fixed(error * 100, 1)) %", isJudged && metric.holds == false ? .bad : .plain)
  }

  private var reversed: [String] {
    file.judged.flatMap { situation in
      situation.pairs.filter { !$0.isAlike }.map { pair in
        "\(name(of: situation)): in replays \(pair.better) is better than \(pair.worse) by "
          + "\(Figure.text(pair.difference, unit: "rate")), in the model "
          + (pair.modelDifference < 0
            ? "worse by \(Figure.text(-pair.modelDifference, unit: "rate"))." : "as good.")
      }
    }
  }

  private func name(of situation: FidelityFile.Situation) -> String {
    situation.scenario + (situation.load.map { " at a load of \(Figure.fixed($0, 2))" } ?? "")
  }

  fileprivate func details(_ situation: FidelityFile.Situation) -> Document.Block {
    let table = Document.Table(
      label: name(of: situation),
      columns: ["figure", "run", .figure("replay"), .figure("model"), .figure("off by")],
      rows: situation.metrics.flatMap { metric in
        let unit = Metric.named(metric.metric)?.definition.unit ?? ""
        return metric.runs.map { run in
          Document.Row([
            .init(ResultColumn.title(of: metric.metric)), .init(run.id),
            .figure(run.replay, unit: unit, spread: run.replaySpread),
            .init(Figure.text(run.model, unit: unit)),
            .init(Figure.change(run.model - run.replay, unit: unit)),
          ])
        }
      })
    let (count, library) = (situation.metrics.map(\.runs.count).max() ?? 0, situation.library)
    let slower =
      situation.decodeTime == 1
      ? "" : " Decoding was made to take \(Figure.fixed(situation.decodeTime, 2)) times as long."
    return .section(
      name(of: situation),
      [
        .hint(
          "\(Figure.count(count, "strategy", "strategies")) over \(Figure.count(library.photos, "photo", "photos")) of "
            + "\(Figure.count(library.distinct, "file", "files")), \(Figure.bytes(library.bytes)).\(slower)"),
        .table(table),
      ])
  }
}
