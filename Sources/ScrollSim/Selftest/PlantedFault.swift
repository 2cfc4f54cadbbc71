package import BenchReport

/// What can be done to the program on purpose, to see whether the gate notices.
package enum PlantedFault: String, CaseIterable, Sendable {
  case leakedImage = "leaked-image"
  case leakOutsideLedger = "leak-outside-ledger"
  case unboundedCache = "unbounded-cache"
  case windowNeverStopped = "window-never-stopped"
  case prefetchingOff = "prefetching-off"
  case slowerDecoding = "slower-decoding"
  case slowerReplays = "slower-replays"
  case droppedMetric = "dropped-metric"
  case emptyRun = "empty-run"

  /// What is done, in a sentence.
  package var about: String {
    switch self {
    case .leakedImage: "Somebody keeps one more image of 256 KiB with each lap."
    case .leakOutsideLedger: "The process keeps 256 KiB more with each lap, of which no image knows."
    case .unboundedCache: "The cache never lets anything go."
    case .windowNeverStopped: "Caching is started for what comes near, and never stopped."
    case .prefetchingOff: "The strategy wants nothing cached."
    case .slowerDecoding: "Decoding takes 30 % longer."
    case .slowerReplays:
      "Ten pairs of runs, each with costs of its own; the head's decoding takes 30 % longer."
    case .droppedMetric: "A metric is no longer measured."
    case .emptyRun: "Nothing is counted: every count is 0."
    }
  }

  /// The rule that is meant for it.
  package var rule: Finding.Rule {
    switch self {
    case .leakedImage, .leakOutsideLedger: .growth
    case .unboundedCache: .invariant
    case .windowNeverStopped, .prefetchingOff, .slowerDecoding: .exact
    case .slowerReplays: .statistical
    case .droppedMetric, .emptyRun: .measured
    }
  }

  /// The metric by which that rule must notice it, as a person would expect.
  package var metric: String {
    switch self {
    case .leakedImage, .leakOutsideLedger: "growth"
    case .unboundedCache: "cacheExcessBytes"
    case .windowNeverStopped: "peakImageBytes"
    case .prefetchingOff: "cacheHitRate"
    case .slowerDecoding, .slowerReplays: "decodeMs.p50"
    case .droppedMetric: "blankAreaRatio"
    case .emptyRun: "decodes"
    }
  }
}
