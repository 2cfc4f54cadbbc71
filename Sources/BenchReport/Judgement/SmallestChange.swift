/// Finds the smallest change of a metric that the ``StatisticalRule`` can see, from the scatter of its values.
///
/// Pairs are drawn from the values with replacement, and the head's are enlarged by one of several changes. A change shows if the
/// rule sees it in nineteen of twenty draws. Where the machine drifts, adjacent replays scatter less than these values, and the
/// rule sees more.
struct SmallestChange {
  /// The tried changes, as shares.
  static let tried = [
    0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1,
  ]
  /// Draws of pairs for each change.
  static let draws = 40

  /// The number of metrics tested at once, which the correction needs.
  let tests: Int
  private let rule = StatisticalRule()

  init(tests: Int) { self.tests = tests }

  /// The smallest of ``tried`` that shows; `nil` if none does.
  ///
  /// - Complexity: O(log of ``tried`` × ``draws``) tests.
  func find(
    _ metric: String, _ definition: MetricDefinition, values: [Double],
    using generator: inout some RandomNumberGenerator
  ) -> Double? {
    guard !values.isEmpty else { return nil }
    var (low, high) = (0, Self.tried.count)
    while low < high {
      let middle = (low + high) / 2
      if shows(Self.tried[middle], metric, definition, values, &generator) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low < Self.tried.count ? Self.tried[low] : nil
  }

  private func shows(
    _ change: Double, _ metric: String, _ definition: MetricDefinition, _ values: [Double],
    _ generator: inout some RandomNumberGenerator
  ) -> Bool {
    var seen = 0
    for _ in 0..<Self.draws {
      let pairs = (0..<PairedGate.fewestPairs).map { _ in
        (base: draw(values, &generator), head: draw(values, &generator) * (1 + change))
      }
      let series = PairedSeries(run: "", metric: metric, definition: definition, pairs: pairs)
      // Holm's correction at its strictest.
      let pValue = min(1, (rule.pValues(of: [series]).first ?? 1) * Double(tests))
      if rule.judge(series, pValue: pValue) != nil { seen += 1 }
    }
    return seen * 20 >= Self.draws * 19
  }

  private func draw(_ values: [Double], _ generator: inout some RandomNumberGenerator) -> Double {
    values[Int.random(in: values.indices, using: &generator)]
  }
}

extension NoiseFile {
  /// Sums up replays of one build.
  ///
  /// - Parameters:
  ///   - result: a replay with as many iterations as there are repeats.
  ///   - generator: draws pairs; a seeded one gives the same figures each time.
  public init(_ result: ResultFile, using generator: inout some RandomNumberGenerator) {
    var values: [(run: String, metric: String, definition: MetricDefinition, values: [Double])] = []
    for pool in PooledRuns.gather(result.runs) {
      guard let run = pool.completed.first?.family else { continue }
      let all = pool.completed.map(\.comparedValues)
      for metric in Set(all.flatMap(\.keys)).sorted() {
        guard let definition = PairedSeries.comparable(metric) else { continue }
        let measured = all.compactMap { $0[metric] ?? nil }
        if !measured.isEmpty { values.append((run, metric, definition, measured)) }
      }
    }
    let smallest = SmallestChange(tests: values.count)
    var metrics: [Metric] = []
    for (run, metric, definition, values) in values {
      guard let median = values.median, let least = values.min(), let greatest = values.max() else {
        continue
      }
      metrics.append(
        Metric(
          run: run, metric: metric, unit: definition.unit, count: values.count, median: median, least: least,
          greatest: greatest, spread: median == 0 ? nil : (greatest - least) / abs(median),
          smallestChange: smallest.find(metric, definition, values: values, using: &generator)))
    }
    self.init(
      provenance: result.provenance, scenario: result.scenario.name,
      repeats: PooledRuns.gather(result.runs).map(\.runs.count).max() ?? 0, metrics: metrics)
  }
}
