package import BenchReport
package import GalleryKit

/// What a search may choose from: strategies with free parameters, and options that hold for all of them.
package struct SearchSpace: Sendable {
  /// A strategy, and the parameters that keep to a given value.
  package struct Entry: Sendable {
    package let descriptor: StrategyDescriptor
    package let fixed: [String: Double]

    package init(descriptor: StrategyDescriptor, fixed: [String: Double] = [:]) {
      self.descriptor = descriptor
      self.fixed = fixed
    }

    /// The parameters to search.
    var free: [StrategyParameter] { descriptor.parameters.filter { fixed[$0.name] == nil } }
  }

  package let entries: [Entry]
  package let cells: [CellLifecycle]
  package let resizeModes: [ResizeMode]
  package let deliveryModes: [DeliveryMode]
  package let eviction: [String]

  package init(
    entries: [Entry], cells: [CellLifecycle] = [.released], resizeModes: [ResizeMode] = [.fast],
    deliveryModes: [DeliveryMode] = [.opportunistic], eviction: [String] = ["lru"]
  ) {
    self.entries = entries
    self.cells = cells
    self.resizeModes = resizeModes
    self.deliveryModes = deliveryModes
    self.eviction = eviction
  }

  /// The space that options describe.
  ///
  /// - Throws: ``TuneError`` if this program lacks something that they name.
  package init(_ options: TuneOptions) throws(TuneError) {
    var entries: [Entry] = []
    for strategy in options.strategies {
      guard let descriptor = CachingStrategies.named(strategy.name)?.descriptor,
        strategy.fixed.allSatisfy({ fixed in
          descriptor.parameters.contains { $0.name == fixed.key && $0.range.contains(fixed.value) }
        })
      else { throw .unknown("strategies", strategy.name) }
      entries.append(Entry(descriptor: descriptor, fixed: strategy.fixed))
    }
    if let name = options.eviction.first(where: { EvictionPolicies.named($0) == nil }) {
      throw .unknown("eviction", name)
    }
    self.init(
      entries: entries,
      cells: try Self.cases(of: options.cells, "cells"),
      resizeModes: try Self.cases(of: options.resizeModes, "resizeModes"),
      deliveryModes: try Self.cases(of: options.deliveryModes, "deliveryModes"),
      eviction: options.eviction)
  }

  private static func cases<Value: RawRepresentable>(
    of words: [String], _ key: String
  ) throws(TuneError) -> [Value] where Value.RawValue == String {
    var values: [Value] = []
    for word in words {
      guard let value = Value(rawValue: word) else { throw .unknown(key, word) }
      values.append(value)
    }
    return values
  }

  /// The strategies with one set of parameters under every option.
  private func combinations(_ strategy: String, _ parameters: [String: Double]) -> [RunCombination] {
    cells.flatMap { cells in
      resizeModes.flatMap { resizeMode in
        deliveryModes.flatMap { deliveryMode in
          eviction.map { eviction in
            RunCombination(
              strategy: strategy, parameters: parameters, cells: cells, resizeMode: resizeMode,
              deliveryMode: deliveryMode, eviction: eviction, iteration: 0)
          }
        }
      }
    }
  }

  /// Every combination that a search starts with, each once: every strategy's defaults, and a grid around them.
  ///
  /// - Parameter count: about how many combinations are wanted.
  package func grid(count: Int) -> [RunCombination] {
    let options = max(1, cells.count * resizeModes.count * deliveryModes.count * eviction.count)
    let counts = GridShares(parameters: entries.map(\.free.count), points: count / options).levels
    var seen: Set<RunCombination> = []
    var grid: [RunCombination] = []
    for (entry, counts) in zip(entries, counts) {
      var points = [StrategyParameters(entry.fixed, for: entry.descriptor).values]
      for (parameter, count) in zip(entry.free, counts) {
        let levels = ParameterLevels.grid(of: parameter, count: count)
        points = points.flatMap { point in
          levels.map { level in point.merging([parameter.name: level]) { $1 } }
        }
      }
      for point in points {
        grid += combinations(entry.descriptor.name, point).filter { seen.insert($0).inserted }
      }
    }
    return grid
  }

  /// The parameters that may be moved away from a combination of this space.
  func freeParameters(of combination: RunCombination) -> [StrategyParameter] {
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
