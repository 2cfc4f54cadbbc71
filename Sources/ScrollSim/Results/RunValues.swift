extension RunRecord {
  /// Every metric, every figure of a distribution, and `growth.bytesPerLap` if the trace has laps.
  var comparedValues: [String: Double?] {
    var values = metrics
    for (name, distribution) in distributions {
      for figure in distribution.figures { values["\(name).\(figure.name)"] = figure.value }
    }
    if let growth { values["growth.bytesPerLap"] = growth.bytesPerLap }
    return values
  }

  /// A metric, a figure of a distribution as in `decodeMs.p95`, or `growth.bytesPerLap`.
  package func figure(_ name: String) -> Double? {
    if let value = metrics[name] { return value }
    if name == "growth.bytesPerLap" { return growth?.bytesPerLap }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return distributions[parts[0]]?.figures.first { $0.name == parts[1] }?.value
  }

  /// How the run ended and why, as in `crashed: signal 11`.
  package var ending: String { [status.words, failure].compactMap(\.self).joined(separator: ": ") }
}

extension RunRecord.Status {
  package var words: String {
    switch self {
    case .completed: "completed"
    case .crashed: "crashed"
    case .timedOut: "timed out"
    case .outOfMemory: "out of memory"
    case .notRun: "not run"
    }
  }
}

extension GrowthRecord.Verdict {
  private var rule: (badness: Int, words: String) {
    switch self {
    case .flat: (0, "stays the same lap after lap")
    case .saturating: (1, "rises less and less")
    case .inconclusive: (2, "neither stays the same nor clearly grows")
    case .growing: (3, "grows with every lap")
    }
  }

  /// The severity, from 0.
  package var badness: Int { rule.badness }
  /// What memory does, as the end of a sentence.
  package var words: String { rule.words }
}

extension [GrowthRecord.Verdict] {
  /// The middle one, and the better of two in the middle, as a single measurement may seem to grow by chance.
  var median: GrowthRecord.Verdict? { isEmpty ? nil : sorted { $0.badness < $1.badness }[(count - 1) / 2] }
}
