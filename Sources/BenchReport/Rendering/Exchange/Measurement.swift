/// One number of one run, with its definition.
struct Measurement {
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  let name: String
  /// The metric's definition.
  let definition: MetricDefinition
  /// The number, in the definition's unit.
  let value: Double

  /// The numbers of a completed run in reading order; a distribution gives its median and its 95th percentile.
  ///
  /// Absent values and values that are not finite are left out: other tools' formats cannot express them.
  static func all(of run: RunRecord, in result: ResultFile) -> [Measurement] {
    guard run.status == .completed else { return [] }
    return Metric.all.map(\.name).flatMap { name -> [Measurement] in
      guard let definition = result.metricDefinitions[name] else { return [] }
      let names = run.distributions[name] == nil ? [name] : ["\(name).p50", "\(name).p95"]
      return names.compactMap { name in
        guard let value = run.figure(name), value.isFinite else { return nil }
        return Measurement(name: name, definition: definition, value: value)
      }
    }
  }

  /// The medians over all iterations of a combination, with the least and the greatest.
  static func pooled(
    _ runs: PooledRuns, in result: ResultFile
  ) -> [(median: Measurement, range: ClosedRange<Double>)] {
    let measurements = runs.completed.flatMap { all(of: $0, in: result) }
    let series = Dictionary(grouping: measurements, by: \.name)
    return measurements.map(\.name).uniqued.compactMap { name in
      guard let members = series[name], let first = members.first else { return nil }
      let values = members.map(\.value)
      guard let median = values.median, let low = values.min(), let high = values.max() else { return nil }
      return (Measurement(name: name, definition: first.definition, value: median), low...high)
    }
  }
}

extension ResultFile {
  /// Combinations with names that are distinct in any result of the scenario, as in
  /// `fling/screens(leading=2,trailing=1)/released/fast/opportunistic/lru`.
  var namedCombinations: [(name: String, runs: PooledRuns)] {
    PooledRuns.gather(runs).map { runs in
      let combination = runs.combination
      let strategy =
        combination.name + combination.parameters.settings(of: combination.parameters.keys.sorted())
      return (([scenario.name, strategy] + combination.options).joined(separator: "/"), runs)
    }
  }
}
