internal import BenchReport
package import GalleryKit

/// One combination of a scenario's matrix, repeated once.
package struct RunCombination: Hashable, Sendable, Codable {
  package var strategy: String
  /// All of the strategy's parameters, defaults included.
  package var parameters: [String: Double]
  package var cells: CellLifecycle
  package var resizeMode: ResizeMode
  package var deliveryMode: DeliveryMode
  package var eviction: String
  package var iteration: Int

  /// `fling/screens(leading=3)/released/fast/opportunistic/lru/0`; parameters are named only where they are not the
  /// strategy's defaults.
  package func id(scenario: String) -> String {
    "\(scenario)/\(label)/\(cells.rawValue)/\(resizeMode.rawValue)/\(deliveryMode.rawValue)/\(eviction)/\(iteration)"
  }

  /// The strategy with the parameters that are not its defaults.
  package var label: String {
    let defaults = CachingStrategies.named(strategy)?.descriptor.parameters ?? []
    let changed = defaults.filter { parameters[$0.name] != $0.defaultValue }
      .map { "\($0.name)=\(Self.short(parameters[$0.name] ?? $0.defaultValue))" }
    return changed.isEmpty ? strategy : "\(strategy)(\(changed.joined(separator: ",")))"
  }

  private static func short(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
  }
}

extension Scenario {
  /// Every combination that the scenario asks for, in its order.
  package var combinations: [RunCombination] {
    compare.strategies.flatMap { strategy in
      compare.cells.flatMap { cells in
        compare.resizeModes.flatMap { resizeMode in
          compare.deliveryModes.flatMap { deliveryMode in
            compare.eviction.flatMap { eviction in
              (0..<iterations).map { iteration in
                RunCombination(
                  strategy: strategy.name, parameters: strategy.allParameters, cells: cells,
                  resizeMode: resizeMode,
                  deliveryMode: deliveryMode, eviction: eviction, iteration: iteration)
              }
            }
          }
        }
      }
    }
  }
}

extension Scenario {
  /// The scenario with every bound that it does not name, where bounds cost nothing.
  package var withBounds: Scenario {
    var scenario = self
    let named = Set(compare.strategies.map(\.name))
    scenario.compare.strategies += CachingStrategies.all.map { $0.descriptor }
      .filter { $0.isBound && !named.contains($0.name) }.map { StrategySpec(name: $0.name) }
    return scenario
  }
}

extension StrategySpec {
  /// The parameters that the file gives, and the defaults of the others.
  fileprivate var allParameters: [String: Double] {
    guard let descriptor = CachingStrategies.named(name)?.descriptor else { return parameters }
    return StrategyParameters(parameters, for: descriptor).values
  }
}
