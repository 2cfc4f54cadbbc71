package import GalleryKit

/// The choices of a search: strategies with free parameters, and options that apply to all of them.
package struct SearchSpace: Sendable {
  package struct Entry: Sendable {
    package let descriptor: StrategyDescriptor
    package var fixed: [String: Double] = [:]

    var free: [StrategyDescriptor.Parameter] { descriptor.parameters.filter { fixed[$0.name] == nil } }
  }

  package let entries: [Entry]
  package let axes: [Axis: [String]]

  package init(entries: [Entry], axes: [Axis: [String]] = .standard) {
    self.entries = entries
    self.axes = axes
  }

  /// - Throws: ``AdviceError`` if this program lacks something that the options name.
  package init(_ options: AdviceOptions) throws(AdviceError) {
    var entries: [Entry] = []
    for strategy in options.strategies {
      guard let descriptor = ComparedStrategies.named(strategy.name)?.descriptor,
        descriptor.problem(with: strategy.parameters) == nil
      else { throw .unknown("strategies", strategy.name) }
      entries.append(Entry(descriptor: descriptor, fixed: strategy.parameters))
    }
    for (axis, words) in options.axes {
      if let word = words.first(where: { !axis.words.contains($0) }) { throw .unknown(axis.list, word) }
    }
    self.init(entries: entries, axes: options.axes)
  }

  /// Every combination that a search starts with, each once: about `count`, from the defaults and a grid
  /// around them.
  package func grid(count: Int) -> [Combination] {
    let choices = axes.combined
    let counts = ParameterLevels.shares(of: count / choices.count, among: entries.map(\.free.count))
    var grid: [Combination] = []
    for (entry, counts) in zip(entries, counts) {
      var points = [StrategyParameters(entry.fixed, for: entry.descriptor).values]
      for (parameter, count) in zip(entry.free, counts) {
        let levels = ParameterLevels.grid(of: parameter, count: count)
        points = points.flatMap { point in
          levels.map { level in point.merging([parameter.name: level]) { $1 } }
        }
      }
      for point in points {
        let strategy = StrategySpec(name: entry.descriptor.name, parameters: point)
        grid += choices.map { Combination(strategy, choices: $0) }
      }
    }
    return grid.uniqued
  }

  /// The parameters of a combination that this space leaves free.
  func freeParameters(of combination: Combination) -> [StrategyDescriptor.Parameter] {
    let entries = entries.filter { entry in
      entry.descriptor.name == combination.strategy
        && entry.fixed.allSatisfy { combination.parameters[$0.key] == $0.value }
    }
    guard let first = entries.first else { return [] }
    return first.descriptor.parameters.filter { parameter in
      entries.contains { $0.fixed[parameter.name] == nil }
    }
  }
}
