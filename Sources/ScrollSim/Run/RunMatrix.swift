internal import GalleryKit

/// A run that a scenario asks for: one combination of its matrix, repeated once.
package struct PlannedRun: Hashable, Sendable, Codable {
  package var combination: Combination
  /// Counts repetitions from 0.
  package var iteration: Int

  package init(_ combination: Combination, iteration: Int = 0) {
    self.combination = combination
    self.iteration = iteration
  }

  /// The run's identifier; it names only parameters that are not the strategy's defaults.
  ///
  /// For example `fling/screens(leading=3)/released/fast/opportunistic/lru/urgency/0`, or with stores and visits
  /// `visits/screens/released/fast/opportunistic/lru/urgency/persistent/visit-2/0`.
  package func id(scenario: String) -> String {
    let visit = combination.visit.map { "visit-\($0)" }
    let choices = Axis.allCases.map { combination[$0] } + [visit, "\(iteration)"]
    return ([scenario, combination.label] + choices.compactMap(\.self)).joined(separator: "/")
  }

  /// A record of the run without any measurement.
  package func record(scenario: String, status: RunRecord.Status, failure: String? = nil) -> RunRecord {
    RunRecord(
      id: id(scenario: scenario), combination: combination, iteration: iteration, status: status,
      failure: failure)
  }
}

extension Scenario {
  /// Every run that the scenario asks for, in its order; the visits of one combination come one after the other.
  package var runs: [PlannedRun] { series.flatMap(\.self) }

  package var runIDs: [String] { runs.map { $0.id(scenario: name) } }

  /// The runs grouped by the state that they share: all visits of one combination in one iteration, in their order.
  package var series: [[PlannedRun]] {
    let choices = compare.axes.combined
    let matrix =
      compare.strategies.map { strategy in choices.map { Combination(strategy, choices: $0) } }
      + compare.libraries.compactMap(LibraryModels.named).map { library in
        choices.flatMap { choices in
          ([nil] + compare.libraryOrders).map { Combination(library, order: $0, choices: choices) }
        }
      }
    let combinations = compare.combinations.isEmpty ? matrix : [compare.combinations]
    // A strategy with its own order is the same under all orders, and so is a library, except for the orders to try it in.
    return combinations.flatMap(\.uniqued).flatMap { combination in
      (0..<iterations).map { iteration in
        (1...visits).map { visit in
          var combination = combination
          combination.visit = visits > 1 ? visit : nil
          return PlannedRun(combination, iteration: iteration)
        }
      }
    }
  }

  /// The runs of each combination in a number of rounds: all visits of the first round, then of the second.
  func series(rounds: Int) -> [[[PlannedRun]]] {
    var scenario = self
    scenario.iterations = rounds
    let series = scenario.series
    return stride(from: 0, to: series.count, by: max(1, rounds)).map { Array(series[$0..<$0 + rounds]) }
  }

  /// The scenario with every reference that it does not name, for use where references cost nothing.
  package var withReferences: Scenario {
    var scenario = self
    let named = Set(compare.strategies.map(\.name))
    scenario.compare.strategies += ComparedStrategies.all.map { $0.descriptor }
      .filter { $0.isReference && !named.contains($0.name) }.map { StrategySpec(name: $0.name) }
    return scenario
  }
}

extension Scenario.Comparison {
  /// Removes choices that none of these combinations needs; the rest may allow more combinations than these.
  package mutating func keep(_ combinations: [Combination]) {
    strategies = strategies.filter { strategy in
      combinations.contains {
        $0.library == nil && $0.parameters == Combination(strategy, choices: [:]).parameters
          && $0.strategy == strategy.name
      }
    }
    libraries = libraries.filter { library in combinations.contains { $0.library == library } }
    for (axis, words) in axes {
      // A choice that a strategy or a library makes itself is not one of the axis's words.
      let needed = words.filter { word in combinations.contains { $0[axis] == word } }
      if !needed.isEmpty { axes[axis] = needed }
    }
  }
}

extension Combination {
  /// A strategy under some choices: parameters that are not given have their defaults, and one with foresight has its own order.
  package init(_ strategy: StrategySpec, choices: [Axis: String]) {
    let type = ComparedStrategies.named(strategy.name)
    let descriptor = type?.descriptor
    var choices = choices
    if type is OracleStrategy.Type { choices[.order] = strategy.name }
    self.init(
      strategy: strategy.name,
      parameters: descriptor.map { StrategyParameters(strategy.parameters, for: $0).values }
        ?? strategy.parameters,
      choices: choices, isReference: descriptor?.isReference ?? false)
  }

  /// The library, or the strategy with the parameters that are not its defaults.
  package var label: String { library ?? strategy + parameters.settings(of: changedParameters) }

  /// The parameters that are not the strategy's defaults, in its order.
  var changedParameters: [String] {
    declaredParameters
      .filter { parameter in parameters[parameter.name].map { $0 != parameter.defaultValue } ?? false }
      .map(\.name)
  }

  var declaredParameters: [StrategyDescriptor.Parameter] {
    ComparedStrategies.named(strategy)?.descriptor.parameters ?? []
  }
}
