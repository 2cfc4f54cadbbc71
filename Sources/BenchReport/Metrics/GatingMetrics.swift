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
