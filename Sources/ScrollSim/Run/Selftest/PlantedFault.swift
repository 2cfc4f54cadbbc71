internal import GalleryKit

/// A deliberate fault in the program, which tests whether the gate notices.
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

  /// The fault, in a sentence.
  package var about: String {
    switch self {
    case .leakedImage: "One more image of 256 KiB is kept with each lap."
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

  /// The rule meant to catch it.
  package var rule: Finding.Rule {
    switch self {
    case .leakedImage, .leakOutsideLedger: .growth
    case .unboundedCache: .invariant
    case .windowNeverStopped, .prefetchingOff, .slowerDecoding: .exact
    case .slowerReplays: .statistical
    case .droppedMetric, .emptyRun: .measured
    }
  }

  /// The metric by which that rule must catch it, as a person would expect.
  package var metric: String {
    switch self {
    case .leakedImage, .leakOutsideLedger: "growth"
    case .unboundedCache: "budgetExcessBytes"
    case .windowNeverStopped: "peakImageBytes"
    case .prefetchingOff: "cacheHitRate"
    case .slowerDecoding: "coldStartMs"
    case .slowerReplays: "decodeMs.p50"
    case .droppedMetric: "blankAreaRatio"
    case .emptyRun: "decodes"
    }
  }
}

/// A strategy that starts caching and never stops: everything between the first and the last item it ever wanted.
struct HoardingStrategy: CachingStrategy {
  static let descriptor = StrategyDescriptor(name: "hoarding", about: "Never stops caching.")

  let honest: any CachingStrategy

  init(_ honest: any CachingStrategy) { self.honest = honest }

  init(_ parameters: StrategyParameters) { honest = NoCachingStrategy(parameters) }

  func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let wanted = honest.window(for: state, after: last)
    let all = wanted.segments + last.segments
    guard let first = all.map(\.items.lowerBound).min(), let end = all.map(\.items.upperBound).max() else {
      return wanted
    }
    return CachingWindow(
      wanted.segments + [CachingWindow.Segment(first..<end)], anchor: wanted.anchor,
      direction: wanted.direction)
  }
}

/// Decode costs that are the table's times a factor.
struct SlowedCosts: JobCosting {
  let honest: any JobCosting
  let factor: Double

  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
    honest.cost(of: job, busyWorkers: busyWorkers).map { cost in
      var cost = cost
      cost.seconds *= factor
      return cost
    }
  }
}
