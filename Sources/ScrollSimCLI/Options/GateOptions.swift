internal import ArgumentParser
internal import ScrollSim

/// What decides a check, and how far.
struct GateOptions: ParsableArguments {
  @Option(
    help:
      "What gates, in place of a scenario's choice: default, all, growth, or a metric. Repeat for several.",
    transform: {
      try Choice.name(
        $0, among: GatingMetrics.words,
        expected: "default, all, growth, or a metric that 'scrollsim list metrics' lists")
    })
  var gate: [String] = []

  @Option(
    help:
      "How much worse a metric may get, as decodes=2%, decodes=3 or all=1%; --update keeps it. Repeat for several.",
    transform: Self.setting)
  var tolerance: [Setting] = []

  /// A tolerance and the metric that it is for.
  struct Setting {
    let metric: String
    let tolerance: Tolerance
  }

  /// The chosen metrics; `nil` for each scenario's own choice.
  var gating: GatingMetrics? { gate.isEmpty ? nil : GatingMetrics(gate) }

  /// The tolerances by metric; the last of one metric counts.
  var tolerances: [String: Tolerance] {
    Dictionary(tolerance.map { ($0.metric, $0.tolerance) }) { $1 }
  }

  private static func setting(_ argument: String) throws -> Setting {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let tolerance = Tolerance(parts[1]) else {
      throw ValidationError("expected a setting such as decodes=2% or decodes=3, found '\(argument)'")
    }
    guard Metric.named(parts[0]) != nil || ["all", "growth"].contains(parts[0]) else {
      throw ValidationError("expected all, growth, or a metric such as decodes, found '\(parts[0])'")
    }
    return Setting(metric: parts[0], tolerance: tolerance)
  }
}
