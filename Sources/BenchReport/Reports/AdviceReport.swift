internal import GalleryKit
public import ScrollSim

extension Document {
  /// Reports a search: what to take and why, the Swift code for it, and the alternatives.
  ///
  /// A page also draws memory against missed area, and gives the numbers' origin.
  public init(_ advice: AdviceFile) {
    let report = AdviceReport(advice)
    head = Head(
      title: "\(advice.name) · advice", kind: "scrollsim advise", heading: advice.name,
      about: advice.scenarios.map(\.scenario.about).joined(separator: " "), hasScript: false)
    blocks = [.only(.text, report.text), .only(.page, report.page)]
  }
}

struct AdviceReport {
  let file: AdviceFile
  private let recommendation: Recommendation
  let names: RowNames
  private var outcome: AdviceFile.Outcome? { file.outcome }

  init(_ file: AdviceFile) {
    self.file = file
    names = RowNames(file.candidates.map(\.combination))
    recommendation = Recommendation(file)
  }

  var text: [Document.Block] {
    guard outcome != nil else { return [.text(about)] }
    return [.sentences(answer), facts, code] + table + confirmation
  }

  var page: [Document.Block] {
    guard outcome != nil else { return text }
    return [
      .verdict(.init(recommendation.claim, recommendation.combination == nil ? .bad : .good)),
      .sentences(Array(answer.dropFirst())), facts, code, .section("By the clock", confirmation), chart,
      .whereItHolds(
        recommendation.combination, in: outcome?.variations ?? [],
        at: file.options.comparesEvery ? [] : outcome?.loads ?? [],
        along: file.scenarios.first?.scenario.axis, name: names.line),
    ] + table + (loads?.chart ?? []) + [
      .section(
        "Where the numbers come from",
        [
          .hint("Every combination ran on a virtual clock, with decoding replaced by a cost table."),
          .facts(origin),
        ])
    ]
  }

  var extras: [Document.Block] { outcome == nil ? text : [chart, .sentences(answer)] }

  private var answer: [Document.Sentence] {
    [.init(recommendation.claim, .strong)] + recommendation.context.map { .init($0) }
  }

  private var loads: AdviceLoads? { AdviceLoads(file, names: names) }

  private var table: [Document.Block] {
    if let loads { return [loads.section] }
    let rows = rows
    guard !rows.isEmpty else { return [.list([about] + notes)] }
    return [.section("Pareto front within \(budget)", [.table(frontTable(rows)), .list([about] + notes)])]
  }

  private var code: Document.Block {
    .code(
      outcome?.recommended.map { advice in
        [
          .init(caption: "In a scenario", language: "json", text: advice.scenarioJSON),
          .init(caption: "In Swift, with GalleryKit", language: "swift", text: advice.swift),
        ]
      } ?? [])
  }

  private var budget: String { Figure.bytes(file.options.memoryBudgetBytes) }

  private var about: String {
    let (evaluated, fitting) = (file.candidates.count, file.candidates.count(where: \.fits))
    let front = outcome?.front.count ?? 0
    if let shard = file.shard {
      return
        "Shard \(shard): \(Figure.count(evaluated)) of a grid of \(Figure.count(file.gridCount)) combinations were evaluated. "
        + "'scrollsim advise --join' joins the shards."
    }
    let start =
      file.plannedCount.map {
        "Interrupted: \(Figure.count(evaluated)) of up to \(Figure.count($0)) combinations were evaluated"
      }
      ?? "\(Figure.count(evaluated, "combination was", "combinations were")) evaluated"
      + (evaluated > file.gridCount
        ? ", \(Figure.count(file.gridCount)) of a grid and \(Figure.count(evaluated - file.gridCount)) around its front"
        : "")
    let onFront =
      front == 0
      ? ""
      : ", of which \(Figure.count(front, "is", "are")) on the Pareto front"
        + (file.plannedCount == nil ? "" : " so far")
    return "\(start); \(Figure.count(fitting, "fits", "fit")) into \(budget) of images\(onFront)."
  }

  /// The front and the recommended combination, which one of the front may beat, by rising memory.
  private var shown: [Int] {
    func memory(_ place: Int) -> Double { file.candidates[place].objectives[0] }
    return ((outcome?.front ?? []) + [outcome?.recommended?.candidate].compactMap(\.self)).uniqued
      .sorted { (memory($0), $0) < (memory($1), $1) }
  }

  /// What is shown, from the first point that leaves no more unseen than loading only what is on screen: nobody would use an
  /// earlier one.
  private var rows: [Int] {
    let plain = file.candidates.filter {
      $0.fits && $0.combination.strategy == NoCachingStrategy.descriptor.name
    }
    .compactMap { $0.figures?.loss }.min()
    return shown.filter { place in
      (file.candidates[place].figures?.loss ?? 0) <= (plain ?? .infinity) + DecidingFigures.visibleDifference
    }
  }

  private static let figures:
    [(column: Document.Column, unit: String, value: @Sendable (DecidingFigures) -> Double?)] = [
      (.figure("image memory"), "bytes", { $0.peakImageBytes }),
      (.figure("not sharp"), "rate", { $0.scrollNotSharpRatio }),
      (.figure("blank", importance: 4), "rate", { $0.scrollBlankRatio }),
      (.figure("settle", importance: 3), "ms", { $0.settleToFullMs }),
      (.figure("hit rate", importance: 2), "rate", { $0.cacheHitRate }),
      (.figure("waste", importance: 1), "rate", { $0.wasteRatio }),
    ]

  private func frontTable(_ front: [Int]) -> Document.Table {
    Document.Table(
      label: "Pareto front",
      columns: names.titles.map { .init(title: $0, kind: .settings) } + [""] + Self.figures.map(\.column),
      rows: front.map { place in
        let candidate = file.candidates[place]
        let isRecommended = outcome?.recommended?.candidate == place
        let marks = [isRecommended ? "recommended" : nil, outcome?.knee == place ? "knee" : nil]
        return .init(
          names.texts(for: candidate.combination) + [marks.compactMap(\.self).joined(separator: ", ")]
            + Self.figures.map { Figure.text(candidate.figures.flatMap($0.value), unit: $0.unit) },
          isRecommended ? .recommended : .plain)
      })
  }

  /// What the front, its knee and the recommended combination are; `nil` if nothing fits.
  private var frontNote: String? {
    guard !shown.isEmpty else { return nil }
    let knee =
      outcome?.knee == nil
      ? ""
      : " The knee is the point farthest below the straight line between the front's ends; beyond it, memory buys less."
    return
      "No combination that fits beats one on the front in image memory, missed area while scrolling and time to settle at "
      + "once.\(knee) The recommended one may be simpler, if nobody sees a difference and its images need hardly more memory."
  }

  private var notes: [String] {
    let failed = file.candidates.filter { $0.failure != nil }
    let notes: [String?] = [
      frontNote, recommendation.outlook,
      shown.count > rows.count
        ? "Points of the front with less memory and more missed area than strategy none are left out." : nil,
      file.scenarios.count == 1
        ? nil : "Over several scenarios, memory is the maximum, everything else the mean.",
    ]
    return notes.compactMap(\.self)
      + file.scenarios.compactMap { scenario in
        scenario.costsNote.map { "\(scenario.scenario.name): \($0)" }
      }
      + failed.prefix(1).map { first in
        "\(Figure.count(failed.count)) of the combinations cannot be used, the first \(names.line(for: first.combination)): "
          + "\(first.failure ?? "")."
      }
  }

  private var chart: Document.Block {
    let points = shown.map { file.candidates[$0] }
    let chart = ParetoChart(
      points.map { ($0.combination, $0.figures) }, names: names, budget: file.options.memoryBudgetBytes)
    guard let chart else { return .text() }
    return .section("Memory against missed area", [.markup("<figure>\n\(chart.svg(id: "front"))\n</figure>")])
  }

  private var origin: [Document.Fact] {
    let scenarios = file.scenarios.flatMap { scenario in
      [
        ("Scenario", "\(scenario.path), SHA-256 \(scenario.scenario.sha256), seed \(scenario.scenario.seed)"),
        ("Costs", "\(scenario.costs.name), SHA-256 \(scenario.costs.sha256)"),
      ]
    }
    return
      (scenarios + [
        ("Command", file.provenance.command.joined(separator: " ")), ("Program", file.provenance.program),
        ("Started", file.provenance.startedAt),
      ]).map { .init(name: $0, text: $1, isCode: true) }
  }

  /// A developer's questions about the recommended combination, with their answers; nothing if none is recommended.
  private var facts: Document.Block {
    guard let recommended = file.outcome?.recommended, let first = file.scenarios.first,
      let figures = file.candidates[recommended.candidate].figures
    else { return .text() }
    let combination = file.candidates[recommended.candidate].combination
    let window = ComparedStrategies.named(combination.strategy)?.descriptor.about ?? ""
    let reach = recommended.reach.map { ": \($0)" } ?? ""
    let order = combination[.order].flatMap { RequestOrder.named($0) }
    let sameInFifo =
      order?.name == RequestOrder.fifo.name
      ? nil : notSharpInFifo(combination, in: combination.strategy, combination.parameters)
    let without = notSharpInFifo(combination, in: NoCachingStrategy.descriptor.name, [:])
    let bounds = file.scenarios.compactMap(\.bound)
    let bound = bounds.count < file.scenarios.count ? nil : bounds.mean.map { Figure.text($0, unit: "rate") }
    // Of several scenarios, the one that needs the most.
    let most =
      zip(file.scenarios, file.candidates[recommended.candidate].measurements)
      .max { $0.1.peakImageBytes < $1.1.peakImageBytes }?.0 ?? first
    let size = most.imageSize.map { "\($0)" }.joined(separator: " × ")
    let bytes = most.meanImageBytes.map(Double.init) ?? most.imageSize.reduce(4.0) { $0 * Double($1) }
    let images = figures.peakImageBytes / bytes
    let (about, are) = most.meanImageBytes == nil ? ("", "of") : ("about ", "that fit into")
    return .facts([
      .init(name: "How far ahead", text: "\(combination.strategy)\(reach). \(window)"),
      .init(
        name: "In what order",
        text: "\(combination[.order] ?? Figure.none). \(order?.about ?? "")"
          + (sameInFifo.map { " First in, first out, the same window leaves \($0) not sharp." } ?? "")),
      .init(
        name: "How much memory",
        text:
          "at most \(figures.imageText) of the \(Figure.bytes(file.options.memoryBudgetBytes)): \(about)\(Figure.fixed(images, 0)) images \(are) "
          + "\(size) pixels, \(Figure.fixed(images / most.photosPerScreenful, 1)) screenfuls, including the visible one."
      ),
      .init(
        name: "Why",
        text:
          "While the grid moves, \(Figure.fixed(file.scenarios.map(\.load).mean ?? 0, 2)) s of decoding arrive per "
          + "second for each decoder."
          + (without.map { " Without caching, first in, first out, \($0) of the screen is not sharp." } ?? "")
          + (bound.map { " No window in any order leaves less than \($0) not sharp." } ?? "")),
    ])
  }

  /// The share that a window leaves not sharp first in, first out, all else being equal; `nil` if that was not tried.
  private func notSharpInFifo(
    _ chosen: Combination, in strategy: String, _ parameters: [String: Double]
  ) -> String? {
    var plain = chosen
    (plain.strategy, plain.parameters, plain[.order]) = (strategy, parameters, RequestOrder.fifo.name)
    return file.candidates.first { $0.combination == plain }?.figures.map(\.notSharpText)
  }
}
