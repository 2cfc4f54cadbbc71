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
  /// `nil` where the scenario says nothing of stores.
  package var thumbnailStore: ThumbnailStoreKind?
  /// `nil` where the library does not change.
  package var changes: ChangePolicy?
  /// Counts visits from 1; `nil` where the scenario has but one.
  package var visit: Int?
  package var iteration: Int

  /// `fling/screens(leading=3)/released/fast/opportunistic/lru/0`, or with stores and visits
  /// `visits/screens/released/fast/opportunistic/lru/persistent/visit-2/0`; parameters are named only where they are not
  /// the strategy's defaults.
  package func id(scenario: String) -> String {
    let options = [cells.rawValue, resizeMode.rawValue, deliveryMode.rawValue, eviction]
    let visits = [thumbnailStore?.rawValue, changes?.rawValue, visit.map { "visit-\($0)" }].compactMap(\.self)
    return ([scenario, label] + options + visits + ["\(iteration)"]).joined(separator: "/")
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
  /// Every combination that the scenario asks for, in its order; the visits of one come one after the other.
  package var combinations: [RunCombination] { series.flatMap(\.self) }

  /// The combinations by what they leave to each other: all visits of one, in their order.
  package var series: [[RunCombination]] {
    let stores = compare.thumbnailStores.isEmpty ? [nil] : compare.thumbnailStores.map(Optional.some)
    let policies = changes == nil ? [nil] : compare.changes.map(Optional.some)
    let choices = stores.flatMap { store in policies.map { (store: store, policy: $0) } }
    return options.flatMap { combination in
      choices.flatMap { choice in
        (0..<iterations).map { iteration in
          (1...visits).map { visit in
            var combination = combination
            combination.thumbnailStore = choice.store
            combination.changes = choice.policy
            combination.visit = visits > 1 ? visit : nil
            combination.iteration = iteration
            return combination
          }
        }
      }
    }
  }

  private var options: [RunCombination] {
    compare.strategies.flatMap { strategy in
      compare.cells.flatMap { cells in
        compare.resizeModes.flatMap { resizeMode in
          compare.deliveryModes.flatMap { deliveryMode in
            compare.eviction.map { eviction in
              RunCombination(
                strategy: strategy.name, parameters: strategy.allParameters, cells: cells,
                resizeMode: resizeMode, deliveryMode: deliveryMode, eviction: eviction, iteration: 0)
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
