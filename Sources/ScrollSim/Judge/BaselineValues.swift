extension BaselineFile.Sample {
  /// The values of a result's completed runs: a model's by run, a replay's pooled by combination.
  package init(of result: ResultFile) {
    self.init(runs: [:])
    switch result.mode {
    case .model:
      for run in result.runs where run.status == .completed {
        runs[run.id] = BaselineFile.Run(values: run.comparedValues, growth: run.growth?.verdict)
      }
    case .replay, .watch:
      for pool in PooledRuns.gather(result.runs) {
        guard let first = pool.completed.first else { continue }
        let names = Set(pool.completed.flatMap(\.comparedValues.keys))
        let values = names.map { name in (name, pool.median(name)) }
        runs[first.family] = BaselineFile.Run(
          values: Dictionary(uniqueKeysWithValues: values), growth: pool.growth)
      }
    }
  }
}

extension BaselineFile {
  /// Pools the samples: the median of each value, and of the verdicts on growth.
  package var pooled: Sample {
    guard samples.count > 1 else { return samples.first ?? Sample(runs: [:]) }
    var pooled = Sample(runs: [:])
    for id in Set(samples.flatMap(\.runs.keys)) {
      let runs = samples.compactMap { $0.runs[id] }
      var values: [String: Double?] = [:]
      for name in Set(runs.flatMap(\.values.keys)) {
        values[name] = .some(runs.compactMap { $0.values[name] ?? nil }.median)
      }
      pooled.runs[id] = Run(values: values, growth: runs.compactMap(\.growth).median)
    }
    return pooled
  }

  /// Adds a new result to a baseline: a model's replaces the old one, a replay's becomes the last of five.
  ///
  /// Samples of another mode, scenario, library, cost table or machine are dropped. Tolerances and the history stay.
  package init(
    updating old: BaselineFile?, with result: ResultFile, on machine: MachineFingerprint, reason: String
  ) {
    let sample = Sample(of: result)
    mode = result.mode
    scenario = result.scenario.name
    scenarioSHA256 = result.scenario.sha256
    librarySHA256 = result.library.sha256
    costs = result.costs
    self.machine = result.mode == .replay ? machine : nil
    tolerances = old?.tolerances ?? [:]
    history = old?.history ?? []
    samples = [sample]
    if mode == .replay, let old, old.differences(to: result, on: machine).isEmpty {
      samples = (old.samples + [sample]).suffix(Self.mostSamples)
    }
    let values = sample.runs.mapValues { run in
      run.values.compactMapValues(\.self)
        .filter { result.mode == .replay || MetricHistory.decisive.contains($0.key) }
    }
    record(values, from: result.provenance, reason: reason)
  }

  mutating func record(
    _ values: [String: [String: Double]], from provenance: Provenance, reason: String
  ) {
    history.append(
      Update(
        date: provenance.startedAt, reason: reason, git: provenance.git, values: values, subject: subject))
    forgetOldValues()
  }

  /// The obstacles to comparing a result, a sentence each; empty if there are none.
  package func differences(to result: ResultFile, on machine: MachineFingerprint) -> [String] {
    let own = self.machine ?? machine
    let differences: [String?] = [
      mode != result.mode
        ? "The baseline is of \(mode.rawValue) mode, the result of \(result.mode.rawValue)." : nil,
      scenarioSHA256 != result.scenario.sha256
        ? "The scenario file has changed since the baseline was made, or the recording that it names; "
          + "the program is not at fault."
        : nil,
      librarySHA256 != result.library.sha256
        ? "The library holds other photos than the baseline's; the program is not at fault." : nil,
      costs?.sha256 != result.costs?.sha256
        ? "The cost table is \(result.costs.label), the baseline's was \(costs.label)." : nil,
      mode == .replay && own != machine
        ? "The machine is \(machine.slug), the baseline's was \(own.slug)." : nil,
    ]
    return differences.compactMap(\.self)
  }

  /// How much worse a metric may get: the tolerance of its figure, else of its metric, else of `all`; `nil`
  /// if there is none.
  func tolerance(of figure: String) -> Tolerance? {
    tolerances[figure] ?? tolerances[Metric.name(of: figure)] ?? tolerances["all"]
  }

  /// The values that updates accepted for a run's metric, the oldest first.
  func recorded(_ metric: String, of run: String) -> [Double] {
    history.compactMap { $0.values?[run]?[metric] }
  }

  /// The history of each of a result's metrics over the updates that recorded them, by run and metric; references have none.
  func histories(to head: Sample, of result: ResultFile) -> [MetricHistory] {
    let pooled = pooled.runs
    let references = Set(result.runs.filter(\.combination.isReference).flatMap { [$0.id, $0.family] })
    return head.runs.keys.sorted().filter { !references.contains($0) }.flatMap { id in
      (head.runs[id]?.values ?? [:]).sorted { $0.key < $1.key }.compactMap { metric, value in
        let unit = metric == "growth.bytesPerLap" ? "bytes" : result.definition(of: metric)?.unit
        guard let value, let unit else { return nil }
        let recorded = recorded(metric, of: id)
        let accepted = recorded.isEmpty ? [pooled[id]?.values[metric] ?? nil].compactMap(\.self) : recorded
        return MetricHistory(run: id, metric: metric, unit: unit, accepted: accepted, head: value)
      }
    }
  }
}
