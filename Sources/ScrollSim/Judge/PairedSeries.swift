/// One metric of one run over pairs of replays, base and head in turn.
struct PairedSeries {
  /// The run's `id` without the iteration.
  let run: String
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  let metric: String
  let definition: MetricDefinition
  /// The values of the pairs in which both sides have one.
  let pairs: [(base: Double, head: Double)]

  /// The change of the medians, which counts past the threshold of its unit; `nil` without values.
  var change: MetricChange? {
    guard let base = pairs.map(\.base).median, let head = pairs.map(\.head).median else { return nil }
    return MetricChange(
      run: run, metric: metric, definition: definition, base: base, head: head,
      evidence: .single(.standard(unit: definition.unit)))
  }

  /// Every series of the pairs that has a value anywhere, in order of runs and metrics.
  static func gather(_ pairs: [(base: BaselineFile.Sample, head: BaselineFile.Sample)]) -> [PairedSeries] {
    var series: [PairedSeries] = []
    for run in runs(of: pairs) {
      let sides = pairs.compactMap { pair in
        pair.base.runs[run].flatMap { base in pair.head.runs[run].map { (base: base, head: $0) } }
      }
      for metric in Set(sides.flatMap { [$0.base, $0.head] }.flatMap(\.values.keys)).sorted() {
        let values = sides.map { ($0.base.values[metric] ?? nil, $0.head.values[metric] ?? nil) }
        guard let definition = comparable(metric), values.contains(where: { $0 != nil || $1 != nil }) else {
          continue
        }
        series.append(
          PairedSeries(
            run: run, metric: metric, definition: definition,
            pairs: values.compactMap { base, head in base.flatMap { base in head.map { (base, $0) } } }))
      }
    }
    return series
  }

  static func runs(of pairs: [(base: BaselineFile.Sample, head: BaselineFile.Sample)]) -> [String] {
    Set(pairs.flatMap { [$0.base, $0.head] }.flatMap(\.runs.keys)).sorted()
  }

  /// The definition of a metric that has a better direction and is not judged elsewhere; `nil` for any other.
  ///
  /// Distributions are compared by their median and their 95th percentile; the rarer a value, the less ten runs say about it.
  static func comparable(_ metric: String) -> MetricDefinition? {
    let quantile = metric.split(separator: ".").dropFirst().first
    guard quantile == nil || quantile == "p50" || quantile == "p95",
      let definition = Metric.named(metric)?.definition,
      definition.better != .neither, definition.class != .invariant
    else { return nil }
    return definition
  }
}
