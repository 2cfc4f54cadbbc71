package import BenchReport
internal import GalleryKit
internal import Threading

/// Every strategy that an app can ship, in every order, and the oracle, in many situations, in model mode.
package struct Survey: Sendable {
  /// The name under which the survey is filed.
  package var name: String
  /// The kinds of physics that move the grid.
  package var physics: [String]
  /// Numbers of cells in a row.
  package var columns: [Int]
  /// The loads; see ``ModelRunner/sweep(over:onProgress:)``.
  package var loads: [Double]
  /// The share of the situations to model; `nil` for all.
  package var shard: TuneShard?

  package init(
    name: String, physics: [String], columns: [Int], loads: [Double], shard: TuneShard? = nil
  ) {
    self.name = name
    self.physics = physics
    self.columns = columns
    self.loads = loads
    self.shard = shard
  }

  /// A scenario under one physics and in one grid, which is swept over loads.
  private struct Place {
    let runner: ModelRunner
    let physics: String

    var hasRoom: Bool { runner.scenario.hasRoom(forColumns: runner.scenario.grid.columns) }

    func sweep(over loads: [Double]) throws -> SweepFile { try runner.sweep(over: loads) }
  }

  /// The strategies of a survey: no caching to compare with, the named ones or all shippable ones, and the oracle.
  package static func strategies(_ named: [StrategySpec]) -> [StrategySpec] {
    let all = ComparedStrategies.all.map { $0.descriptor }
    let plain = StrategySpec(name: NoCachingStrategy.descriptor.name)
    let shippable = named.isEmpty ? all.filter { !$0.isReference }.map { StrategySpec(name: $0.name) } : named
    return [plain] + shippable.filter { $0 != plain } + [StrategySpec(name: OracleStrategy.descriptor.name)]
  }

  /// The number of grids to sweep for some scenarios, each under each physics and with each number of columns.
  package func placeCount(of scenarios: Int) -> Int {
    let count = scenarios * physics.count * columns.count
    return shard.map { $0.places(in: count).count } ?? count
  }

  /// Models all situations, or the shard's share.
  ///
  /// - Parameter onProgress: called after each scenario under one physics and in one grid.
  /// - Throws: the errors of ``ModelRunner/sweep(over:onProgress:)``.
  package func run(
    _ settings: [TuneSetting], onProgress: @escaping @Sendable () -> Void = {}
  ) throws -> SurveyFile {
    let all = settings.flatMap { setting in
      physics.flatMap { name in
        columns.map { Place(runner: setting.surveyed(physics: name, columns: $0), physics: name) }
      }
    }
    if let place = all.first(where: { !$0.hasRoom }) {
      let scenario = place.runner.scenario
      throw TuneError(
        .usage,
        "\(scenario.path): --survey-columns: expected room for cells between spacings of \(scenario.grid.spacing) points, found "
          + "none for \(scenario.grid.columns) \(scenario.grid.key)")
    }
    let places = shard.map { $0.places(in: all.count).map { all[$0] } } ?? all
    let sweeps = try places.concurrentMap { place in
      defer { onProgress() }
      return try place.sweep(over: loads)
    }
    let combinations = sweeps.first?.levels.first?.rows.map(\.combination) ?? []
    let plain = combinations.firstIndex {
      $0.strategy == NoCachingStrategy.descriptor.name && $0[.order] == RequestOrder.fifo.name
    }
    let situations = zip(places, sweeps).flatMap { place, sweep in
      sweep.levels.map {
        SurveyFile.Situation(
          $0, of: sweep.scenario.name, physics: place.physics, columns: sweep.scenario.columns,
          plain: plain ?? 0)
      }
    }
    guard let provenance = sweeps.first?.provenance else {
      throw TuneError(.usage, "expected situations to survey, found none")
    }
    return SurveyFile(
      provenance: provenance, name: name, scenarios: settings.map(\.record), shard: shard,
      combinations: combinations, situations: situations)
  }
}

extension TuneSetting {
  /// The scenario under another physics, in another grid and in every order, without its other comparisons.
  fileprivate func surveyed(physics: String, columns: Int) -> ModelRunner {
    var runner = runner
    runner.scenario.trace = runner.scenario.trace.under(physics)
    runner.scenario.grid.columns = columns
    runner.scenario.compare.libraries = []
    runner.scenario.compare.axes = .standard
    runner.scenario.compare.axes[.order] = RequestOrder.all.map(\.name)
    runner.scenario.iterations = 1
    runner.scenario.visits = 1
    return runner
  }
}
