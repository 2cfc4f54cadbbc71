import BenchReport

@testable import ScrollSim

/// A result, its baseline, and the gate's findings on both.
enum GateSample {
  static let machine = MachineFingerprint(os: "linux", architecture: "x86_64", cpu: "Test CPU", cores: 2)
  static let runID = "fling/screens/released/fast/opportunistic/lru/urgency/0"

  /// A model's result in which everything holds; its growth is flat.
  static func model(_ change: (inout RunRecord) -> Void = { _ in }) -> ResultFile {
    var result = Sample.result(mode: .model, runs: [run(.flat, change)])
    result.costs = CostsRecord(name: "table", sha256: "cc")
    return result
  }

  /// A replay's result in which everything holds.
  static func replay(_ change: (inout RunRecord) -> Void = { _ in }) -> ResultFile {
    Sample.result(runs: [run(nil, change)])
  }

  private static func run(_ growth: GrowthRecord.Verdict?, _ change: (inout RunRecord) -> Void) -> RunRecord {
    var run = Sample.run("screens", growth: growth.map { Sample.growth($0, bytesPerLap: 0) })
    for name in ["duplicateDecodes", "budgetExcessBytes", "leftoverImageBytes"] { run.metrics[name] = 0 }
    run.metrics["decodes"] = 500
    if growth != nil {
      // In a model frames take no time.
      let known = Metric.definitions(of: [])
      run.metrics = run.metrics.filter { known[$0.key] != nil }
      run.distributions = run.distributions.filter { known[$0.key] != nil }
    }
    change(&run)
    return run
  }

  static func baseline(of result: ResultFile) -> BaselineFile {
    BaselineFile(updating: nil, with: result, on: machine, reason: "the first")
  }

  /// A baseline that was updated with each of these results.
  static func baseline(ofNights results: [ResultFile]) -> BaselineFile? {
    results.reduce(nil) { BaselineFile(updating: $0, with: $1, on: machine, reason: "night") }
  }

  static func gate(_ baseline: BaselineFile?, expected: [String] = [runID]) -> Gate {
    Gate(expectedRuns: expected, baseline: baseline, baselinePath: "b/fling.json", machine: machine)
  }

  /// The findings on a model whose head differs from its baseline by these changes.
  static func findings(
    tolerances: [String: Tolerance] = [:], base: (inout RunRecord) -> Void = { _ in },
    head: (inout RunRecord) -> Void
  ) -> [Finding] {
    var baseline = baseline(of: model(base))
    baseline.tolerances = tolerances
    return gate(baseline).check(model(head)).findings
  }
}
