internal import ArgumentParser
internal import ScrollSim

/// The options that describe a grid and how it is scrolled, alike in all commands: each stands in for what a scenario says.
struct GridOptions: ParsableArguments {
  @Option(help: "Photos of this folder instead of the scenario's.", transform: Choice.path)
  var library: String?

  @Option(help: "Cells in a row.", transform: Choice.cellCount)
  var columns: Int?

  @Option(help: "Memory for images, such as 150MB.", transform: Choice.memoryBudget)
  var memoryBudget: Int?

  @OptionGroup var costs: CostsOption

  @Option(help: "A recording of how the grid is scrolled.", transform: Choice.path)
  var trace: String?

  @Flag(help: "Turns the recording's direction round.")
  var invert = false

  @Option(
    help:
      "How the grid goes on when a finger of the recording lets go: \(Self.allPhysics); the first by default."
  )
  var physics: String?

  private static let allPhysics = ScrollPhysicsModels.all.map(\.name).joined(separator: ", ")

  func validate() throws {
    if invert, trace == nil {
      throw ValidationError("--invert: expected '--trace FILE.csv', whose direction it turns round")
    }
    guard let physics else { return }
    let names = ScrollPhysicsModels.all.map(\.name)
    guard names.contains(physics) else {
      throw ValidationError("--physics: \(Choice.refusal(of: physics, among: names))")
    }
    if trace == nil {
      throw ValidationError("--physics: expected '--trace FILE.csv', whose finger it follows")
    }
  }

  /// How the grid goes on after a recording's finger.
  var chosenPhysics: String { physics ?? ScrollPhysicsModels.all[0].name }

  /// The recording; `nil` for the scenario's trace.
  var recording: RecordingSource? {
    trace.map { RecordingSource(path: $0, physics: chosenPhysics, isInverted: invert) }
  }

  /// Whether another grid is described than a file can tell who reads it again.
  var isGiven: Bool { library != nil || columns != nil || trace != nil }

  /// Puts what is given in place of what the scenario says, but for the library, which it was read with.
  func change(_ scenario: inout Scenario) throws {
    if let memoryBudget { scenario.device.memoryBudgetBytes = memoryBudget }
    if let name = costs.name { scenario.device.costs = name }
    try Exit.onFailure { try scenario.ask(GridQuestion(columns: columns, recording: recording)) }
  }
}
