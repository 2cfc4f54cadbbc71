internal import ArgumentParser
internal import ScrollSim

/// `scrollsim costs`: the cost tables of model mode.
struct CostsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs", abstract: "Shows the cost tables that there are, or what is in one.",
    discussion: """
      A model run takes what decoding costs from a table, which 'costs' in the scenario or --costs names. \
      'scrollsim calibrate' measures one of this machine.
      """)

  @Argument(help: "A table's name, or a .json file. Without it, what comes with the program is listed.")
  var table: String?

  func run() throws {
    guard let table else {
      let tables = CostTables.shipped
      let width = tables.map(\.name.count).max() ?? 0
      for table in tables {
        let name = table.name + String(repeating: " ", count: width - table.name.count)
        try Terminal.write("\(name)  \(table.about)\n")
      }
      return
    }
    try Terminal.write("\(CostTableDescription(Exit.onFailure { try CostTables.named(table) }))")
  }
}
