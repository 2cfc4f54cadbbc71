extension BaselineFile.Sample {
  /// What a result's completed runs gave: a model's each, a replay's pooled by combination.
  public init(of result: ResultFile) {
    self.init(runs: [:])
    switch result.mode {
    case .model:
      for run in result.runs where run.status == .completed {
        runs[run.id] = BaselineFile.Run(values: run.comparedValues, growth: run.growth?.verdict)
      }
    case .replay:
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
  /// The samples as one: the median of each value, and the worst verdict on growth.
  public var pooled: Sample {
    guard samples.count > 1 else { return samples.first ?? Sample(runs: [:]) }
    var pooled = Sample(runs: [:])
    for id in Set(samples.flatMap(\.runs.keys)) {
      let runs = samples.compactMap { $0.runs[id] }
      var values: [String: Double?] = [:]
      for name in Set(runs.flatMap(\.values.keys)) {
        values[name] = .some(runs.compactMap { $0.values[name] ?? nil }.median)
      }
      let growth = runs.compactMap(\.growth).max { $0.badness < $1.badness }
      pooled.runs[id] = Run(values: values, growth: growth)
    }
    return pooled
  }

  /// The baseline with a new result in it: a model's in place of the old one, a replay's as the last of five.
  ///
  /// Samples of another scenario, library or cost table are let go. Tolerances and the history stay.
  ///
  /// - Parameters:
  ///   - old: the baseline there was, if any.
  ///   - result: what was measured.
  ///   - machine: where; recorded of a replay.
  ///   - reason: why, in a sentence.
  public init(
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
    if let old, mode == .replay, old.differences(to: result, on: machine).isEmpty {
      samples = (old.samples + [sample]).suffix(Self.mostSamples)
    }
    history.append(
      Update(date: result.provenance.startedAt, reason: reason, git: result.provenance.git))
  }

  /// What keeps a result from being compared, a sentence each; empty if nothing does.
  public func differences(to result: ResultFile, on machine: MachineFingerprint) -> [String] {
    var differences: [String] = []
    if mode != result.mode {
      differences.append("The baseline is of \(mode.rawValue) mode, the result of \(result.mode.rawValue).")
    }
    if scenarioSHA256 != result.scenario.sha256 {
      differences.append(
        "The scenario file has changed since the baseline was made; the program is not at fault.")
    }
    if librarySHA256 != result.library.sha256 {
      differences.append("The library holds other photos than the baseline's; the program is not at fault.")
    }
    if costs?.sha256 != result.costs?.sha256 {
      let names = [costs, result.costs].map { $0.map { "\($0.name) (\($0.sha256.prefix(8)))" } ?? "none" }
      differences.append("The cost table is \(names[1]), the baseline's was \(names[0]).")
    }
    if let own = self.machine, mode == .replay, own != machine {
      differences.append("The machine is \(machine.slug), the baseline's was \(own.slug).")
    }
    return differences
  }
}
