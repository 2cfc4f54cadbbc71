internal import ScrollSim

extension Document {
  /// A page of all metrics: unit, meaning, derivation, and class in the gate.
  public static var metrics: Document {
    let about =
      "A result has these figures for each run. Limits, tolerances, exports and table columns use the same names."
    let reading = Block.section(
      "How to read the tables",
      [
        .list(MetricPage.kinds),
        .only(.markdown, [.text("Other pages say more:"), .links(MetricPage.links)]),
      ])
    let groups = Metric.groups.map { group in
      let runs = group.metrics.first?.needs.runs ?? ""
      return Block.section(
        group.title,
        [
          .text(runs.isEmpty ? "Of all runs." : "Of \(runs)."),
          .only([.markdown, .page], [.table(MetricPage.table(of: group))]),
          .only(.terminal, [.facts(group.metrics.map(MetricPage.fact))]),
        ])
    }
    return Document(reference: "Metrics", about, [reading] + groups + [MetricPage.growth])
  }
}

private enum MetricPage {
  static let links: [Document.Link] = [
    .init(text: "Classes of metrics", address: "gate.md#classes-of-metrics"),
    .init(text: "How to read a result", address: "reading-a-result.md"),
    .init(text: "Bounds: the best that is possible", address: "bounds.md"),
  ]

  static let kinds = [
    "count: how often it happened, by the log of the run; amount: how many bytes.",
    "share: the part ÷ the whole that the sentence names; empty if the whole is 0.",
    "distribution: n, min, p50, p90, p95, p99 and max, as in decodeMs.p95.",
    "rate: a share from 0 to 1, which tables show in per cent; ratio: one amount for each of another.",
    "area: the part of cells that is in view; in a screen recording, each cell counts as one, large or small.",
    "better: whether higher or lower is better; a metric with neither describes the run.",
    "class: the gate's requirement. In model mode all metrics but the invariant ones are exact.",
    "gates: decides a check unless other metrics are chosen; all others are for information.",
  ]

  static func table(of group: Metric.Group) -> Document.Table {
    Document.Table(
      label: group.title,
      columns: [
        "metric", "unit", "better", "class", .init(title: "meaning", kind: .prose),
        .init(title: "formula", kind: .prose),
      ],
      rows: group.metrics.map { metric in
        let definition = metric.definition
        return Document.Row([
          metric.name, definition.unit, definition.better.rawValue, metric.requirement, definition.about,
          metric.derivation,
        ])
      })
  }

  static func fact(of metric: Metric) -> Document.Fact {
    let definition = metric.definition
    let better = definition.better == .neither ? "" : ", \(definition.better.rawValue) is better"
    return Document.Fact(
      name: metric.name,
      text: "\(definition.about) [\(definition.unit)\(better); \(metric.requirement); \(metric.derivation)]")
  }

  /// Growth is judged over all laps together and is not a figure of a run.
  static let growth = Document.Block.section(
    "Growth",
    [
      .text(
        "Of runs whose trace has laps. Instead of a figure, a run has a verdict on its memory, of the class growth; a scenario's limit is a word, flat or saturating."
      ),
      .list([
        "flat: the same lap after lap; saturating: still rising, but less and less; growing: rising with every block of laps; inconclusive: too few laps, or none of the others.",
        "The ledger's bytes and live buffers are flat only if they are equal lap after lap once the caches are warm. Resident memory counts as growing if it certainly rises, between its steps too, and possibly by \(GrowthRule().residentBudgetPerLap / 1000) kB a lap, or if every block's median lies above the one before by half of that.",
      ]),
    ])
}

extension Metric {
  fileprivate var requirement: String { definition.class.rawValue + (gate == nil ? "" : ", gates") }
}

extension Document {
  /// A page of `list`: what it lists, in sections below a sentence.
  init(reference title: String, _ about: String, _ sections: [Block]) {
    head = Head(title: title, kind: "scrollsim list", heading: title, about: about, hasScript: false)
    blocks = [.only(.text, [.section(title, [.text(about)] + sections)]), .only(.page, sections)]
  }

  /// A page of all keys of scenario files: values, defaults and meaning.
  package static var scenarioKeys: Document {
    let about =
      "Lengths are in points, times in seconds, velocities in points a second; positive is towards the end of the content. Memory is \"150 MB\" (B, kB, MB, GB by thousands; KiB, MiB, GiB by 1024) or a number of bytes. Unknown keys are refused."
    func group(_ key: ScenarioSchema.KeyPath) -> Substring { key.path.prefix { $0 != "." && $0 != "[" } }
    let groups = Dictionary(grouping: ScenarioSchema.keys, by: group)
    let order = ScenarioSchema.keys.map(group).uniqued
    let single = order.filter { groups[$0]?.count == 1 }
    let sections =
      [Block.section("The file", [.table(table("The file", single.flatMap { groups[$0] ?? [] }))])]
      + order.filter { !single.contains($0) }.map { name in
        let keys = groups[name] ?? []
        return .section(
          String(name), [.text(keys[0].key.about), .table(table("\(name)", Array(keys.dropFirst())))])
      }
    return Document(reference: "Keys of scenarios", about, sections)
  }

  private static func table(_ label: String, _ keys: [ScenarioSchema.KeyPath]) -> Table {
    Table(
      label: label,
      columns: [
        "key", .init(title: "value", kind: .prose), "default", .init(title: "meaning", kind: .prose),
      ],
      rows: keys.map { key in
        Row([key.path, key.values, key.key.isRequired ? "required" : key.key.initial ?? "", key.key.about])
      })
  }
}
