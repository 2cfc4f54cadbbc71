/// The features that only some runs have; they decide which metrics are measured.
package struct Features: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package static let stores = Features(rawValue: 1 << 0)
  /// Originals that come over a network.
  package static let network = Features(rawValue: 1 << 1)
  /// A library that changes meanwhile.
  package static let changes = Features(rawValue: 1 << 2)
  /// Known bounds, which no strategy can beat.
  package static let bounds = Features(rawValue: 1 << 3)
  /// Frames whose work takes time; in a model it takes none.
  package static let frameTimes = Features(rawValue: 1 << 4)
  /// A machine whose other work can disturb the run.
  package static let disturbance = Features(rawValue: 1 << 5)
  /// Decoders whose speed is measured just after the run, for a model to be compared with the replay.
  package static let decodeGauge = Features(rawValue: 1 << 6)
  /// Pixels of a screen recording, which alone tell what was seen.
  package static let pixels = Features(rawValue: 1 << 7)

  /// The features of every replay, and of no model.
  package static let replay: Features = [.frameTimes, .disturbance]

  /// The runs that have these features, in words; empty if all do.
  package var runs: String {
    let words: [(Features, String)] = [
      (.stores, "with thumbnail stores to compare"), (.network, "whose originals come over a network"),
      (.changes, "whose library changes"), (.bounds, "in model mode whose bounds are known"),
      (.frameTimes, "in replay mode"), (.disturbance, "in replay mode"),
      (.decodeGauge, "that 'validate' compares with a model"), (.pixels, "read from a screen recording"),
    ]
    let found = words.filter { contains($0.0) }.map(\.1)
    return found.isEmpty ? "" : "runs \(found.joined(separator: ", "))"
  }

  package init(rawValue: Int) { self.rawValue = rawValue }
}

extension ResultFile {
  /// The features of its runs, from the metrics that it defines.
  package var features: Features {
    Metric.all.reduce(into: []) { features, metric in
      if metricDefinitions[metric.name] != nil { features.formUnion(metric.needs) }
    }
  }
}
