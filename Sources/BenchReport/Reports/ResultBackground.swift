internal import GalleryKit
internal import ScrollSim

extension ResultReport {
  /// The causes of blank cells, the meaning of the numbers, and their origin.
  var background: [Document.Block] {
    let warnings = result.runs.flatMap { run in run.warnings.map { "\(run.id): \($0)" } }
    let failures = result.library.failures.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return [
      blankCells,
      .whereItHolds(
        recommendation.combination, in: result.variations ?? [], at: result.loads ?? [],
        along: result.scenario.axis, name: names.line),
      .section(
        .init(
          heading: "More", style: "more",
          blocks: [
            .folded("Each strategy over time", timelines),
            .folded("Every metric", [.table(everyMetric)]), .folded("How to read it", reading),
          ])),
      .folded(
        "Files that could not be read: \(result.library.failureCount ?? failures.count)", [.list(failures)]),
      .folded("Warnings: \(warnings.count)", [.list(warnings)]),
      .section("Where the numbers come from", [.facts(result.facts + result.sums)]),
    ]
  }

  /// Of several iterations, the first with an explanation is shown.
  private var blankCells: Document.Block {
    let shown = pools.compactMap { pool in
      pool.completed.compactMap(\.explanation).first.map {
        (name: names.line(for: pool.combination), role: pool.combination.role, explanation: $0)
      }
    }
    guard !shown.isEmpty else { return .text() }
    let causes = BlankCause.present(in: shown.map(\.explanation))
    let meanings = causes.map { "\($0.title): \($0.meaning)" }.joined(separator: "; ")
    let conclusions = shown.filter { $0.role == nil }.map { "\($0.name): \($0.explanation.conclusion)" }
    let table = Document.Table(
      label: "Blank cells by cause",
      columns: ["strategy", .figure("blank cells")]
        + causes.map { .init(title: $0.title, kind: .figure, meaning: $0.meaning) },
      rows: shown.map { name, role, explanation in
        .init(
          [role.map { "\(name) (\($0))" } ?? name] + explanation.counts(of: causes),
          role == nil ? .plain : .reference)
      })
    return .section(
      "Blank cells",
      [
        .hint(
          "Cells that had nothing to show when they appeared, each with one cause. \(meanings). "
            + "'scrollsim explain' says more."), .table(table), .list(conclusions),
      ])
  }

  private var everyMetric: Document.Table {
    let isMeasured = pools.contains { !$0.completed.isEmpty }
    return Document.Table(
      label: "Every metric",
      columns: ["metric"] + pools.map { .figure(names.line(for: $0.combination)) },
      rows: (isMeasured ? result.figures(of: result.runs, parts: ["p50", "p95", "p99"]) : []).map {
        metric, definition in
        .init(
          [.init(metric, meaning: definition.about)]
            + pools.map { .init(Figure.text($0.median(metric), unit: result.unit(of: metric))) })
      })
  }

  private var reading: [Document.Block] {
    let directions: [MetricDefinition.Direction: String] = [
      .higher: " More is better.", .lower: " Less is better.",
    ]
    let entries = ResultColumn.chosen(columns, of: result).map {
      Document.Fact(name: $0.title, text: $0.about + (directions[$0.better] ?? ""))
    }
    return [
      .facts(entries),
      .hint(
        "Memory is decimal: 1 MB is 1,000,000 bytes. A dash (\(Figure.none)) means that there was nothing to "
          + "measure, which is not zero."),
    ]
  }
}

extension ResultFile {
  var facts: [Document.Fact] {
    let size = scenario.screen.map { Figure.exact($0, unit: "") }.joined(separator: " × ")
    let screen =
      "\(size) pt at \(Figure.exact(scenario.scale, unit: ""))× and \(scenario.refreshRate) Hz, "
      + (scenario.axis == .horizontal
        ? "\(Figure.count(scenario.columns, "row", "rows")), scrolled sideways"
        : Figure.count(scenario.columns, "column", "columns"))
      + (scenario.aspectRatios == nil ? "" : ", cells in their photos' shapes")
    let (photos, files) = (Figure.count(library.photos), Figure.count(library.distinct, "file", "files"))
    let threads = Figure.count(scenario.decodeWorkers, "decode thread", "decode threads")
    let (budget, memory) = (Figure.bytes(scenario.memoryBudgetBytes), Figure.bytes(provenance.memoryBytes))
    let facts: [(String, String?)] = [
      ("Photos", "\(photos) from \(files) of \(Figure.bytes(library.bytes))"), ("Screen", screen),
      ("Trace", Figure.text(scenario.durationSeconds, unit: "seconds")),
      ("Device", "\(threads), \(budget) for images"),
      ("Costs", costs.map { "of \($0.name), SHA-256 \($0.sha256.prefix(12))" }),
      ("Machine", "\(provenance.cpu), \(provenance.cores) cores, \(memory), \(provenance.os)"),
      ("Program", provenance.program), ("Started", provenance.startedAt),
    ]
    return facts.compactMap { name, text in text.map { Document.Fact(name: name, text: $0) } }
  }

  fileprivate var sums: [Document.Fact] {
    [
      ("Command", provenance.command.joined(separator: " ")), ("Allocator", provenance.allocator),
      ("Scenario file", "SHA-256 \(scenario.sha256)"), ("Library", "SHA-256 \(library.sha256)"),
      ("Seed", "\(scenario.seed)"),
    ].map { Document.Fact(name: $0, text: $1, isCode: true) }
  }
}

extension Provenance {
  /// The commit, the build and the image libraries, as in `0123456789ab, release build by Swift 6.3`.
  var program: String {
    let libraries = libraries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return (["\(git ?? "commit unknown")", "\(build) build by Swift \(swift)"] + libraries)
      .joined(separator: ", ")
  }

  /// The machine, the program, the time and the command of what was measured.
  var facts: [Document.Fact] {
    [
      .init(name: "Machine", text: "\(cpu), \(cores) cores, \(os)"),
      .init(name: "Program", text: program), .init(name: "Started", text: startedAt),
      .init(name: "Command", text: "scrollsim \(command.dropFirst().joined(separator: " "))", isCode: true),
    ]
  }
}
