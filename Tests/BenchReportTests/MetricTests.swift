import Testing

@testable import BenchReport
@testable import ScrollSim

struct MetricTests {
  @Test func `metrics of a network or of changes are expected only in results that have them`() {
    let plain = Metric.definitions(of: .replay)
    for (feature, count, names) in [
      (.network, 7, ["downloads", "downloadMs"]), (.changes, 4, ["reloadedCells", "changeApplyMs"]),
    ] as [(Features, Int, [String])] {
      #expect(names.allSatisfy { plain[$0] == nil })
      #expect(Metric.definitions(of: [.replay, feature]).count == plain.count + count)
    }
    #expect(Metric.definitions(of: .network)["downloadMs"]?.class == .exact)
    let model = Metric.definitions(of: .changes)
    #expect(model["reloadedCells"]?.class == .exact && model["changeApplyMs"] == nil)
  }

  @Test func `units follow from names, and metrics of replays with a better direction can be limited`() {
    for metric in Metric.all {
      for (ending, unit) in [("Bytes", "bytes"), ("Ms", "ms"), ("Rate", "rate")] {
        #expect(!metric.name.hasSuffix(ending) || metric.definition.unit == unit)
      }
      #expect(metric.definition.about.hasSuffix("."))
      let isOfReplays = metric.needs != .bounds && metric.needs != .pixels
      let isNumber = !metric.isDistribution && metric.definition.better != .neither
      #expect(Metric.limitable.contains(metric.name) == (isOfReplays && isNumber), "\(metric.name)")
    }
  }

  @Test func `a result defines each metric of its features, and has these features`() {
    let features: [Features] = [
      [], .replay, .stores, .network, .changes, .bounds, [.replay, .changes, .network, .stores],
    ]
    for features in features {
      var result = Sample.result(runs: [])
      result.metricDefinitions = Metric.definitions(of: features)
      #expect(result.features == features)
      let names = Metric.all.filter { features.isSuperset(of: $0.needs) }.map(\.name)
      #expect(Metric.sorted(Set(result.metricDefinitions.keys)) == names)
    }
  }

  @Test func `a metric follows from the tally by its one declaration`() throws {
    var tally = RunTally(refreshRate: 60, workers: 2)
    tally.sight.appearances = 3
    tally.sight.ready = 2
    tally.sight.blankCellFrames = 1
    tally.work.decodeMs = [1.00049, 3]
    let metrics = tally.metrics(of: [.stores, .network, .changes, .bounds, .replay, .decodeGauge, .pixels])
    let distributions = tally.distributions(of: .replay)
    #expect(
      metrics["appearances"] == 3 && metrics["cacheHitRate"] == 0.66667 && metrics["blankCellMs"] == 16.667)
    #expect(metrics["revisitHitRate"] == .some(nil) && metrics["storeHitRate"] == .some(nil))
    #expect(distributions["decodeMs"]?.min == 1 && distributions["queueMs"] == nil)
    // Some numbers take more than one run, and the runner adds them.
    let added: Set = ["shareOfPossible", "canaryMs", "canarySlowdown", "costRatio", "decodeSlowdown"]
    #expect(Set(metrics.keys).union(added) == Set(Metric.all.filter { !$0.isDistribution }.map(\.name)))
    #expect(added.isDisjoint(with: metrics.keys))
    // A run has no metrics of features that it lacks.
    #expect(Set(tally.metrics(of: .network).keys).isSubset(of: Metric.definitions(of: .network).keys))
  }
}
