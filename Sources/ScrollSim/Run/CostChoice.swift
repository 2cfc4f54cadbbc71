/// The cost table that a model uses, and a note on it for readers; all commands follow this one rule.
///
/// A scenario's `this-machine`, its default, is the current machine's table, or ``shared`` if that was never calibrated.
package struct CostChoice: Sendable {
  /// The table that stands in for `this-machine`.
  package static let shared = "epyc-2core"

  package let table: CostTable
  /// The reason why the table is not the one that the scenario names, or why it cannot be relied on; `nil` if
  /// neither is so.
  package let note: String?
}

extension CostChoice {
  /// - Parameter isShared: whether the result must not depend on the machine, so that no scenario takes `this-machine`.
  package init(
    for scenario: Scenario, named name: String? = nil, isShared: Bool = false
  ) throws(CostTableError) {
    guard name == nil, scenario.device.costs == CostTables.thisMachine else {
      table = try CostTables.named(
        name ?? scenario.device.costs, by: name == nil ? "\(scenario.path): device.costs" : nil)
      note = table.disturbanceNote
      return
    }
    let isCalibrated = CostTables.isCalibrated
    table = try CostTables.named(isCalibrated && !isShared ? CostTables.thisMachine : Self.shared)
    let reason =
      isShared
      ? "the scenario says \(CostTables.thisMachine), which differs between machines."
      : "this machine has not been measured yet. Run 'scrollsim calibrate' for its own."
    note = isCalibrated && !isShared ? table.disturbanceNote : "Costs are \(Self.shared)'s: \(reason)"
  }

  /// The costs at the speed that decoders had during replays.
  package func scaled(by ratio: Double) -> CostChoice {
    CostChoice(
      table: table.slowed(by: ratio),
      note: "During the replays, decoding took \(ratio.rounded(toPlaces: 3)) times as long as the costs of "
        + "\(table.name) say; the model's are scaled by as much.")
  }
}

extension CostTable {
  fileprivate var disturbanceNote: String? {
    source.disturbance.map {
      "The costs of \(name) are probably too high: other work disturbed their measurement "
        + "(\($0.joined(separator: ", and "))). Run 'scrollsim calibrate' again while nothing else runs."
    }
  }

  /// The costs of a scenario's decoders, with everything that the scenario adds to the table's.
  func scaled(for scenario: Scenario) -> CostTable {
    // A machine that is slower than the device cannot be made faster.
    let excess = max(1, scenario.devicePace?.ratio ?? 1)
    return slowed(by: scenario.decodeTime * excess).beside(
      mainShare: scenario.device.frameWork * Double(scenario.screen.refreshRate),
      workers: scenario.device.decodeWorkers)
  }
}
