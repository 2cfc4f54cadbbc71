extension AdviceFile: StoredFile {
  package static let kind = StoredFileKind("a file that 'scrollsim advise' wrote", of: "scrollsim advise")

  /// The first impossible figure, in words.
  package var problem: String? {
    func expected(_ what: String, _ found: Any) -> String { "expected \(what), found \(found)" }
    if let shard, !(1...10_000).contains(shard.count) || !(1...shard.count).contains(shard.index) {
      return expected("shard to be one of 1 to 10000", shard)
    }
    if !(0...1_000_000).contains(gridCount) { return expected("gridCount from 0 to 1000000", gridCount) }
    if scenarios.isEmpty { return expected("scenarios", "none") }
    if scenarios.contains(where: { $0.imageSize.count != 2 }) {
      return expected("imageSize to be a width and a height", "others")
    }
    if options.memoryBudgetBytes < 1 {
      return expected("options.memoryBudgetBytes above 0", options.memoryBudgetBytes)
    }
    if let combinations = options.combinations, !(1...1_000_000).contains(combinations) {
      return expected("options.combinations from 1 to 1000000", combinations)
    }
    if shard == nil && isWhole && candidates.count < gridCount {
      return expected("at least \(gridCount) candidates", candidates.count)
    }
    let places =
      (outcome?.front ?? []) + [outcome?.knee, outcome?.recommended?.candidate].compactMap(\.self)
      + (outcome?.confirmation?.rows.map(\.candidate) ?? [])
    if let place = places.first(where: { !candidates.indices.contains($0) }) {
      return expected("outcome to name candidates by their places", place)
    }
    return nil
  }
}

extension BaselineFile: StoredFile {
  package static let kind = StoredFileKind(
    name: "a baseline", unreadable: repair, otherKind: repair, otherSchema: repair, broken: repair)

  static let repair =
    "restore it from version control, or remove it and make a new one with --update --reason TEXT"

  /// The file of a scenario's baseline: `fling.model.baseline.json`, or `fling.replay.<machine>.baseline.json`.
  package static func path(
    in folder: String, scenario: String, mode: ResultFile.Mode, machine: MachineFingerprint
  ) -> String {
    let kind = mode == .model ? "model" : "replay.\(machine.slug)"
    return "\(folder)/\(scenario).\(kind).baseline.json"
  }

  package var problem: String? {
    if samples.isEmpty || samples.contains(where: \.runs.isEmpty) {
      return "expected samples with runs, found none"
    }
    if mode == .model && samples.count > 1 { return "expected one sample of a model, found \(samples.count)" }
    if samples.count > Self.mostSamples {
      return "expected at most \(Self.mostSamples) samples, found \(samples.count)"
    }
    if mode == .replay && machine == nil { return "expected machine, found none" }
    for (metric, tolerance) in tolerances.sorted(by: { $0.key < $1.key }) {
      let parts = [tolerance.relative, tolerance.absolute].compactMap(\.self)
      if parts.isEmpty || parts.contains(where: { !($0 >= 0) }) {
        return "expected tolerances.\(metric) to be numbers from 0"
      }
    }
    return nil
  }
}
