internal import ScrollSim

/// A result in Go's benchmark format: one line for each run, which benchstat compares between two files.
///
/// Iterations of a combination are repeated lines with one name. Units state the better direction, and whether a number is exact,
/// as all of a model's are, so that benchstat does not test constants. Written after golang.org/design/14313-benchmark-format and
/// the unit metadata of golang.org/x/perf/benchfmt.
struct GoBenchmarkReport {
  /// A metric, or a figure of a distribution as in `decodeMs.p95`; its number is in the definition's unit.
  private typealias Measurement = (name: String, definition: MetricDefinition, value: Double)

  let result: ResultFile

  func render() -> String {
    let runs = result.runs.map { (run: $0, measurements: measurements(of: $0)) }
      .filter { !$0.measurements.isEmpty }
    // Configuration splits tables that differ in it: it holds only the keys that make results incomparable.
    let keys = [
      "mode: \(result.mode.rawValue)", "scenario-sha256: \(result.scenario.sha256)",
      "library-sha256: \(result.library.sha256)",
    ]
    let cpu = String(result.provenance.cpu.map { $0.isNewline ? " " : $0 })
    let measured = runs.flatMap(\.measurements).uniqued { $0.name }
    let units = measured.compactMap { name, definition, _ -> String? in
      let isExact = result.mode == .model || definition.class == .invariant
      let properties =
        (definition.better == .neither ? [] : [" better=\(definition.better.rawValue)"])
        + (isExact ? [" assume=exact"] : [])
      return properties.isEmpty ? nil : "Unit \(name)\(properties.joined())"
    }
    let lines = runs.map { run, measurements in
      ([name(of: run), "1"] + measurements.map { "\(Figure.plain($0.value)) \($0.name)" })
        .joined(separator: "\t")
    }
    let head = keys + (result.mode == .replay ? ["cpu: \(cpu)"] : [])
    return (head + [""] + units + [""] + lines + [""]).joined(separator: "\n")
  }

  /// A name without spaces, with its options as sub-names that benchstat can sort by.
  ///
  /// The last ends in a letter, since a hyphen and a number at the end would be the count of processors.
  private func name(of run: RunRecord) -> String {
    let combination = run.combination
    let parts =
      ["strategy=\(combination.name)"] + combination.parameters.words
      + [combination.visit.map { "visit=\($0)" }].compactMap(\.self)
      + Axis.allCases.compactMap { axis in combination[axis].map { "\(axis.title)=\($0)" } }
    let scenario = result.scenario.name
    let text = ([scenario.prefix(1).uppercased() + scenario.dropFirst()] + parts).joined(separator: "/")
    return "Benchmark" + String(text.map { $0.isWhitespace ? "_" : $0 })
  }

  /// Absent values and values that are not finite are left out: other tools' formats cannot express them.
  private func measurements(of run: RunRecord) -> [Measurement] {
    guard run.status == .completed else { return [] }
    return result.figures(of: [run]).compactMap { name, definition -> Measurement? in
      guard Metric.named(name) != nil, result.metricDefinitions[Metric.name(of: name)] != nil,
        let value = run.figure(name), value.isFinite
      else { return nil }
      return (name, definition, value)
    }
  }
}
