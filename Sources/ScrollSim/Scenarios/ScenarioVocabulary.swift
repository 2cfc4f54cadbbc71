package import GalleryKit

/// The names that scenarios may use for what can be compared and limited.
package struct ScenarioVocabulary: Sendable {
  /// Caching strategies with their parameters.
  package var strategies: [StrategyDescriptor]
  /// Metrics that can be limited by a number.
  package var metrics: [String]
  /// How a grid keeps images of its cells.
  package var cells = ["retained", "released", "reused"]
  /// Which image goes first when memory runs short.
  package var evictions = ["lru"]

  package init(strategies: [StrategyDescriptor], metrics: [String] = Self.metricNames) {
    self.strategies = strategies
    self.metrics = metrics
  }

  /// What this version of the program knows.
  package static let current = ScenarioVocabulary(strategies: CachingStrategies.all.map { $0.descriptor })

  /// The metrics of a result that are single numbers.
  package static let metricNames = [
    "appearances", "cacheHitRate", "delayedRate", "degradedRate", "missRate", "revisitHitRate", "byteHitRate",
    "decodes", "decodedBytes", "redecodes", "duplicateDecodes", "cancelledQueued", "cancelledRunning",
    "wasteRatio", "prefetchAccuracy", "prefetchCoverage", "redundantStarts", "prematureStops",
    "wrongKeyMisses",
    "windowChurnPerSecond", "blankAreaRatio", "blurredAreaRatio", "blankCellMs", "maxBlankRunMs",
    "settleToFullMs", "cellWaitMs", "frameCount", "hitchMsPerSecond", "jankFrames", "baseResidentBytes",
    "peakResidentBytes", "settledResidentBytes", "peakImageBytes", "settledImageBytes",
    "residentOverheadRatio",
    "cpuSeconds", "bytesRead", "megapixelsDecoded",
  ]
}
