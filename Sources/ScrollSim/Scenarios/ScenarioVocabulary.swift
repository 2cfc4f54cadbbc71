internal import BenchReport
package import GalleryKit

/// The names that scenarios may use for what can be compared and limited.
package struct ScenarioVocabulary: Sendable {
  /// Caching strategies with their parameters.
  package var strategies: [StrategyDescriptor]
  /// Metrics that can be limited by a number.
  package var metrics: [String]

  package init(strategies: [StrategyDescriptor], metrics: [String] = MetricCatalogue.limitable) {
    self.strategies = strategies
    self.metrics = metrics
  }

  /// What this version of the program knows.
  package static let current = ScenarioVocabulary(strategies: CachingStrategies.all.map { $0.descriptor })
}
