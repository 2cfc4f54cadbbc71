/// All metrics, and their definitions for results and scenarios.
extension Metric {
  /// Metrics of one subject, which runs have or lack together.
  package struct Group: Sendable {
    package let title: String
    /// The metrics in reading order.
    package let metrics: [Metric]
  }

  /// All metrics by subject, in the order in which people read them: visible metrics come before costs.
  package static let groups = [
    Group(title: "Cells that come on screen", metrics: appearances),
    Group(title: "What is seen", metrics: sight),
    Group(title: "What pixels tell", metrics: pixels),
    Group(title: "Changes of the library", metrics: changes),
    Group(title: "Work", metrics: work),
    Group(title: "Downloads", metrics: network),
    Group(title: "Frames", metrics: frames),
    Group(title: "Late frames", metrics: lateness),
    Group(title: "Memory", metrics: memory),
    Group(title: "The program's own memory", metrics: ownMemory),
    Group(title: "Processor and disk", metrics: cost),
    Group(title: "Bounds", metrics: bounds),
    Group(title: "Thumbnail stores", metrics: stores),
    Group(title: "Times of images", metrics: imageTimes),
    Group(title: "Times of frames", metrics: frameTimes),
    Group(title: "Times of downloads", metrics: downloadTimes),
    Group(title: "Times of changes", metrics: changeTimes),
    Group(title: "Decoders beside a cost table", metrics: decodeGauge),
    Group(title: "Other work on the machine", metrics: disturbance),
  ]

  /// Every metric, in the order of ``groups``.
  package static let all = groups.flatMap(\.metrics)

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The metric of a figure: `decodeMs` for `decodeMs.p95`, and any other name as it is.
  package static func name(of figure: String) -> String { String(figure.prefix { $0 != "." }) }

  /// The metric with this name, or of this figure.
  package static func named(_ figure: String) -> Metric? { byName[name(of: figure)] }

  /// Sorts names of metrics into reading order, and other names after them alphabetically.
  package static func sorted(_ names: Set<String>) -> [String] {
    all.map(\.name).filter(names.contains) + names.filter { byName[$0] == nil }.sorted()
  }

  /// The definitions of a result whose runs have these features; in a model, all but `invariant` and `growth` is `exact`.
  package static func definitions(of features: Features) -> [String: MetricDefinition] {
    let isModel = features.isDisjoint(with: .replay)
    let metrics = all.filter { features.isSuperset(of: $0.needs) }
    return Dictionary(
      uniqueKeysWithValues: metrics.map { metric in
        var definition = metric.definition
        if isModel, ![.invariant, .growth].contains(definition.class) { definition.class = .exact }
        return (metric.name, definition)
      })
  }

  /// Metrics that a scenario can limit by a number, in alphabetical order: numbers with a better direction that replays can have.
  package static let limitable =
    all.filter {
      !$0.isDistribution && $0.definition.better != .neither && $0.needs.isDisjoint(with: [.bounds, .pixels])
    }.map(\.name).sorted()
}

extension ResultFile {
  /// The definition of a metric or a figure in this result.
  package func definition(of figure: String) -> MetricDefinition? {
    metricDefinitions[Metric.name(of: figure)] ?? Metric.named(figure)?.definition
  }

  /// The figures of some of its runs in reading order: metrics, and parts of distributions.
  package func figures(
    of runs: [RunRecord], parts: [String] = ["p50", "p95"]
  ) -> [(name: String, definition: MetricDefinition)] {
    let distributions = Set(runs.flatMap(\.distributions.keys))
    let undefined = MetricDefinition(unit: "", class: .statistical, better: .neither, about: "")
    return Metric.sorted(distributions.union(runs.flatMap(\.metrics.keys))).flatMap { metric in
      let figures = distributions.contains(metric) ? parts.map { "\(metric).\($0)" } : [metric]
      return figures.map { ($0, definition(of: metric) ?? undefined) }
    }
  }
}

extension RunRecord {
  /// A figure with its unit, as people read it.
  package func text(_ figure: String) -> String {
    Figure.text(self.figure(figure), unit: Metric.named(figure)?.definition.unit ?? "")
  }
}

/// The metrics that decide a check, besides invariants, limits, and what was not measured; all others only inform.
package struct GatingMetrics: Hashable, Sendable {
  /// The metrics of what hurts whoever scrolls, or the phone: those with a ``Metric/gate``, and the growth of
  /// memory.
  package static let standard = GatingMetrics(["default"])

  /// The words that choose: `default` for ``standard``, `all`, `growth`, or a metric that can be better or worse.
  package static let words =
    ["default", "all", "growth"]
    + Metric.all.filter { $0.definition.better != .neither }.map(\.name).sorted()

  private let chosen: Set<String>

  /// Chooses by ``words``; other words choose nothing.
  package init(_ words: [String]) {
    let usual = Metric.all.filter { $0.gate != nil }.map(\.name) + ["growth"]
    chosen = Set(words.flatMap { $0 == "default" ? usual : [$0] })
  }

  /// Whether a metric decides, by itself or as a figure such as `timeToReadyMs.p95`.
  package func contains(_ figure: String) -> Bool {
    chosen.contains("all") || chosen.contains(figure) || chosen.contains(Metric.name(of: figure))
  }
}
