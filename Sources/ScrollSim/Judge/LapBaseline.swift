/// The levels of a process's memory from commit to commit.
extension ScenarioCheck {
  /// Compares the levels of a process's columns with a baseline: a column may not lie further above the
  /// median of the last updates than its threshold, or the fence of its own history.
  package mutating func compare(_ laps: LapSeries, with baseline: BaselineFile?, path: String) {
    defer { sort() }
    let base = baseline?.pooled.runs[BaselineFile.process]?.values
    hold(against: base == nil ? nil : baseline, at: path)
    guard let baseline, let base else { return }
    for column in LapSeries.Column.allCases {
      let (name, unit) = (column.rawValue, column.unit)
      let (before, after) = (base[name] ?? nil, laps.level(of: column))
      guard let before else {
        if after != nil {
          add(.notComparable, .baseline, metric: name, "The baseline has no \(name).", Gate.updateAdvice)
        }
        continue
      }
      guard let after else {
        add(
          .notMeasured, .measured, metric: name, "The baseline has \(name), and the laps do not.",
          "Measure it again, or accept its absence with --update --reason TEXT.")
        continue
      }
      let recorded = baseline.recorded(name, of: BaselineFile.process)
      let threshold = Threshold(fencing: recorded, unit: unit) ?? .standard(unit: unit)
      let definition = MetricDefinition(unit: unit, class: .bounded, better: .lower, about: "")
      let change = MetricChange(
        metric: name, definition: definition, base: before, head: after, evidence: .single(threshold))
      if var finding = Gate.bounded(change, threshold) {
        finding.run = nil
        findings.append(finding)
      }
    }
  }

  /// Says what it is compared with, or that there is no baseline.
  mutating func hold(against baseline: BaselineFile?, at path: String) {
    guard let baseline else {
      add(
        .notComparable, .baseline, "There is no baseline: expected \(path), found no such file.",
        Gate.updateAdvice)
      return
    }
    let last = baseline.history.last
    against = Against(
      path: path, reason: last?.reason, date: last?.date, git: last?.git, samples: baseline.samples.count)
  }
}

extension BaselineFile {
  static let process = "process"

  /// Adds a process's levels to a baseline; the last five count by their median.
  package init(
    updating old: BaselineFile?, with laps: LapSeries, on machine: MachineFingerprint,
    provenance: Provenance, reason: String
  ) {
    var values: [String: Double?] = [:]
    for column in laps.values.keys { values[column.rawValue] = .some(laps.level(of: column)) }
    let sample = Sample(runs: [Self.process: Run(values: values, growth: nil)])
    mode = .replay
    scenario = laps.name
    (scenarioSHA256, librarySHA256) = ("", "")
    self.machine = machine
    tolerances = old?.tolerances ?? [:]
    samples = ((old?.samples ?? []) + [sample]).suffix(Self.mostSamples)
    history = old?.history ?? []
    record([Self.process: values.compactMapValues(\.self)], from: provenance, reason: reason)
  }

  /// The file of a process's baseline: `laps.process.baseline.json` for `laps.csv`.
  package static func path(in folder: String, laps: LapSeries) -> String {
    "\(folder)/\(laps.name).process.baseline.json"
  }
}

extension LapSeries.Column {
  /// The unit of ``MetricDefinition``.
  var unit: String { self == .liveImages ? "count" : "bytes" }
}

extension LapSeries {
  /// The median after warm-up; `nil` without the column.
  func level(of column: Column) -> Double? {
    values[column]?.dropFirst(GrowthRule().warmUpLaps).map(Double.init).median
  }

  /// The file's name without folder and ending.
  package var name: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.hasSuffix(".csv") ? String(file.dropLast(4)) : file
  }
}
