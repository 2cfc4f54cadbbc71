package import BenchReport
internal import GalleryKit

extension TuneOutcome.Advice {
  /// Advises to take a candidate.
  init(_ candidate: TuneCandidate, at place: Int) {
    self.init(
      candidate: place, scenarioJSON: candidate.combination.scenarioJSON,
      swift: candidate.combination.swift)
  }
}

extension Combination {
  /// The strategy as a scenario's list names it: `"none"`, or `{ "screens": { "leading": 1.5, "trailing": 0.5 } }`.
  package var scenarioJSON: String {
    let settings = settings.map { "\"\($0.name)\": \($0.value)" }
    return settings.isEmpty
      ? "\"\(strategy)\"" : "{ \"\(strategy)\": { \(settings.joined(separator: ", ")) } }"
  }

  /// The line of Swift that makes the strategy in an app that imports GalleryKit.
  package var swift: String {
    guard let type = CachingStrategies.named(strategy) else { return "" }
    let settings = settings.map { "\"\($0.name)\": \($0.value)" }
    let values = settings.isEmpty ? "" : "[\(settings.joined(separator: ", "))], "
    return "let strategy = \(type)(StrategyParameters(\(values)for: \(type).descriptor))"
  }

  /// All parameters in the descriptor's order, numbers as JSON and Swift both write them.
  private var settings: [(name: String, value: String)] {
    let parameters = CachingStrategies.named(strategy)?.descriptor.parameters ?? []
    return parameters.map { parameter in
      let value = self.parameters[parameter.name] ?? parameter.defaultValue
      return (parameter.name, Figure.plain(value))
    }
  }
}
