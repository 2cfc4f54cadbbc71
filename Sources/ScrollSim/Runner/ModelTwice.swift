package import BenchReport

/// A scenario's own matrix in model mode, twice: for a gate, which wants both to be equal.
package struct ModelTwice: Sendable {
  /// The table that stands in for `this-machine`, which gives every machine a result of its own.
  package static let sharedCosts = "epyc-2core"

  package let scenario: Scenario
  package let costs: CostTable
  /// What a reader should know of the cost table; `nil` if it is the one that was asked for.
  package let note: String?

  /// Chooses the cost table: the one that is named, or the scenario's, or ``sharedCosts`` if that is `this-machine`.
  ///
  /// - Throws: ``CostTableError`` if there is no such table.
  package init(_ scenario: Scenario, costs name: String?) throws(CostTableError) {
    let isShared = name == nil && scenario.device.costs == CostTables.thisMachine
    costs = try CostTables.named(name ?? (isShared ? Self.sharedCosts : scenario.device.costs))
    note =
      isShared
      ? "Costs are \(Self.sharedCosts)'s: the scenario says \(CostTables.thisMachine), which differs between machines."
      : nil
    var scenario = scenario
    // What the result is filed under is the table that was used.
    scenario.device.costs = costs.name
    self.scenario = scenario
  }

  /// Runs the matrix twice.
  ///
  /// - Parameter note: told what takes long.
  /// - Throws: what the library or the trace is at fault with.
  package func run(
    provenance: Provenance, note: @escaping @Sendable (String) -> Void
  ) throws -> (first: ResultFile, again: ResultFile) {
    let library = try ModelLibrary.prepare(scenario.library, seed: scenario.seed, note: note)
    var runner = ModelRunner(
      scenario: scenario, assets: library.assets, record: library.record, costs: costs, provenance: provenance
    )
    runner.explains = false
    return (try runner.run(), try runner.run())
  }
}
