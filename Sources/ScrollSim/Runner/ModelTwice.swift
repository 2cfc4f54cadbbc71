package import BenchReport

/// A scenario's own matrix in model mode, twice: for a gate, which wants both to be equal.
package struct ModelTwice: Sendable {
  package let scenario: Scenario
  package let costs: CostChoice

  /// Chooses the cost table, which is the same on every machine.
  ///
  /// - Parameter name: the table that the user asks for; `nil` takes the scenario's.
  /// - Throws: ``CostTableError`` if there is no such table.
  package init(_ scenario: Scenario, costs name: String?) throws(CostTableError) {
    costs = try CostChoice(for: scenario, named: name, isShared: true)
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
      scenario: scenario, assets: library.assets, record: library.record, costs: costs.table,
      provenance: provenance)
    runner.costsNote = costs.note
    runner.explains = false
    return (try runner.run(), try runner.run())
  }
}
