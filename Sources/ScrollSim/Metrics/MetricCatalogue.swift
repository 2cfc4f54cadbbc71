/// All metrics, and their definitions for results and scenarios.
extension Metric {
  /// Metrics of one subject, which runs have or lack together.
  public struct Group: Sendable {
    /// The subject.
    public let title: String
    /// The metrics in reading order.
    public let metrics: [Metric]

    fileprivate init(_ title: String, _ metrics: [Metric]) {
      self.title = title
      self.metrics = metrics
    }
  }

  /// All metrics by subject, in the order in which people read them: visible metrics stand before costs.
  public static let groups = [
    Group("Cells that come on screen", appearances),
    Group("What is seen", sight),
    Group("What pixels tell", pixels),
    Group("Changes of the library", changes),
    Group("Work", work),
    Group("Downloads", network),
    Group("Frames", frames),
    Group("Late frames", lateness),
    Group("Memory", memory),
    Group("The program's own memory", ownMemory),
    Group("Processor and disk", cost),
    Group("Bounds", bounds),
    Group("Thumbnail stores", stores),
    Group("Times of images", imageTimes),
    Group("Times of frames", frameTimes),
    Group("Times of downloads", downloadTimes),
    Group("Times of changes", changeTimes),
    Group("Decoders beside a cost table", decodeGauge),
    Group("Other work on the machine", disturbance),
  ]

  /// Every metric, in the order of ``groups``.
  public static let all = groups.flatMap(\.metrics)

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The metric of a figure: `decodeMs` for `decodeMs.p95`, and any other name as it is.
  package static func name(of figure: String) -> String { String(figure.prefix { $0 != "." }) }

  /// The metric with this name, or of this figure.
  public static func named(_ figure: String) -> Metric? { byName[name(of: figure)] }

  /// Sorts names of metrics into reading order, and other names after them alphabetically.
  package static func sorted(_ names: Set<String>) -> [String] {
    all.map(\.name).filter(names.contains) + names.filter { byName[$0] == nil }.sorted()
  }

  /// The definitions of a result whose runs have these features; in a model, all but `invariant` and `growth` is `exact`.
  public static func definitions(of features: Features) -> [String: MetricDefinition] {
    let isModel = features.isDisjoint(with: .replay)
    let metrics = all.filter { features.isSuperset(of: $0.needs) }
    return Dictionary(
      uniqueKeysWithValues: metrics.map { metric in
        var definition = metric.definition
        if isModel, ![.invariant, .growth].contains(definition.class) { definition.class = .exact }
        return (metric.name, definition)
      })
  }

  /// Metrics that a scenario can limit by a number, in alphabetical order.
  ///
  /// Each is one number with a better direction, in models and replays alike. `growth` is limited by a word, `flat` or
  /// `saturating`, and is not listed.
  public static let limitable =
    all.filter {
      !$0.isDistribution && $0.definition.better != .neither && !$0.needs.contains(.bounds)
    }.map(\.name).sorted()
}

extension ResultFile {
  /// The definition of a metric or a figure in this result.
  package func definition(of figure: String) -> MetricDefinition? {
    metricDefinitions[Metric.name(of: figure)] ?? Metric.named(figure)?.definition
  }
}

extension RunRecord {
  /// A figure with its unit, as people read it.
  package func text(_ figure: String) -> String {
    Figure.text(self.figure(figure), unit: Metric.named(figure)?.definition.unit ?? "")
  }
}

/// The metrics that decide a check; all others only inform.
///
/// Invariants, limits, and what was not measured decide whatever stands here.
public struct GatingMetrics: Hashable, Sendable {
  /// What hurts whoever scrolls, or the phone: ``Metric/gate`` says it of each metric, and memory must not grow.
  public static let standard = GatingMetrics(["default"])

  /// The words that choose: `default` for ``standard``, `all`, `growth`, or a metric that can be better or worse.
  public static let words =
    ["default", "all", "growth"]
    + Metric.all.filter { $0.definition.better != .neither }.map(\.name).sorted()

  private let chosen: Set<String>

  /// Chooses by ``words``; other words choose nothing.
  public init(_ words: [String]) {
    var chosen = Set(words)
    if chosen.remove("default") != nil {
      chosen.formUnion(Metric.all.filter { $0.gate != nil }.map(\.name) + ["growth"])
    }
    self.chosen = chosen
  }

  /// Whether a metric decides, by itself or as a figure such as `timeToReadyMs.p95`.
  public func contains(_ figure: String) -> Bool {
    chosen.contains("all") || chosen.contains(figure) || chosen.contains(Metric.name(of: figure))
  }
}
