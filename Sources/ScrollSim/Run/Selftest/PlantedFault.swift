internal import GalleryKit

/// A deliberate fault in the program, which tests whether the gate notices.
enum PlantedFault: String, CaseIterable, Sendable {
  case leakedImage = "leaked-image"
  case leakOutsideLedger = "leak-outside-ledger"
  case unboundedCache = "unbounded-cache"
  case windowNeverStopped = "window-never-stopped"
  case prefetchingOff = "prefetching-off"
  case slowerDecoding = "slower-decoding"
  case slowerReplays = "slower-replays"
  case droppedMetric = "dropped-metric"
  case emptyRun = "empty-run"

  /// The fault in a sentence, the rule meant to catch it, and the metric in which a person would expect that
  /// rule to catch it.
  var facts: (about: String, rule: Finding.Rule, metric: String) {
    switch self {
    case .leakedImage: ("One more image of 256 KiB is kept with each lap.", .growth, "growth")
    case .leakOutsideLedger:
      ("The process keeps 256 KiB more with each lap, outside all images.", .growth, "growth")
    case .unboundedCache: ("The cache never lets anything go.", .invariant, "budgetExcessBytes")
    case .windowNeverStopped:
      ("Caching is started for what comes near, and never stopped.", .exact, "peakImageBytes")
    case .prefetchingOff: ("The strategy wants nothing cached.", .exact, "cacheHitRate")
    case .slowerDecoding: ("Decoding takes 30 % longer.", .exact, "coldStartMs")
    case .slowerReplays:
      (
        "Ten pairs of runs, each with its own costs; the head's decoding takes 30 % longer.", .statistical,
        "decodeMs.p50"
      )
    case .droppedMetric: ("A metric is no longer measured.", .measured, "blankAreaRatio")
    case .emptyRun: ("Nothing is counted: every count is 0.", .measured, "decodes")
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
