internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import ScrollSim

/// `scrollsim advise`: says how far ahead to load, in what order and with how much memory.
struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise", abstract: "Says how far ahead to load, in what order and with how much memory.",
    discussion: """
      Compares every strategy in every order on a grid, in model mode, and names what to take, why, and the lines of Swift \
      that do it. The grid and how it is scrolled are those of a scenario, by default the shipped session, which scrolls as \
      people do at large; options say what is different on yours. Leaves <output>/<scenario>.advice.json and a page. Ends \
      with 2 if nothing keeps to the memory budget, and with 3 if nothing could be measured.

      Example: scrollsim advise --columns 4 --decode-time 25ms --memory-budget 120MB --trace my-scroll.csv
      """)

  @Argument(help: "A scenario file, or the name of a shipped one.", transform: Choice.path)
  var scenario = "session"

  @Option(
    help: "The screen in points, with the pixels of a point, such as 390x844@3.", transform: Self.screen)
  var screen: Scenario.Screen?

  @Option(help: "Decoders that work at a time.")
  var workers: Int?

  @Option(
    help: "The time in which half of the photos are decoded at the size of a cell, such as 25ms.",
    transform: Self.decodeSeconds)
  var decodeTime: Double?

  @OptionGroup var grid: GridOptions

  @Option(help: "How many times as fast the grid is scrolled, such as 0.5 or 1.5.")
  var speed = 1.0

  @OptionGroup var output: OutputOption

  @Option(of: .table, .json, .markdown) var format = Format.table

  @OptionGroup var progress: ProgressOption

  func validate() throws {
    func check(_ option: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
      guard let value, !range.contains(value) else { return }
      let ends = [range.lowerBound, range.upperBound, value].map(Figure.plain)
      throw ValidationError("\(option): expected \(ends[0]) to \(ends[1]), found \(ends[2])")
    }
    try check("--workers", workers.map(Double.init), 1...64)
    try check("--speed", speed, 0.1...10)
  }

  func run() async throws {
    let scenario = try readScenario()
    let choice = try grid.costs.choice(for: scenario)
    let provenance = await ScrollSimCommand.provenance
    let line = progress.line
    try OutputFiles.makeFolder(output.folder)
    let place = OutputPlace<ResultFile>(folder: output.folder, name: "\(scenario.name).advice")
    try Exit.onFailure { try place.check() }
    let (result, advice) = try Exit.onFailure {
      defer { line.clear() }
      let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: line.show)
      let runner = ModelRunner(scenario, over: library, costs: choice, provenance: provenance)
      return try runner.advise(decodeSeconds: decodeTime, onProgress: line.show)
    }
    let document = Document(advice, from: result)
    let written = try OutputFiles.show(Result { try place.write(result) }) {
      try Terminal.write(format.render(document, [.json: result.json]))
    }
    try Exit.onFailure { try written.write(page: document.html()) }
    Terminal.writeError("result: \(written.path)\npage:   \(written.page)")
    if !result.runs.contains(where: { $0.status == .completed }) { throw Exit.notMeasured }
    if Recommendation(result).combination == nil { throw Exit.limitBroken }
  }

  /// The scenario with the changes of the options.
  private func readScenario() throws -> Scenario {
    var scenario = try ScenarioFiles.read(self.scenario, library: grid.library)
    if let screen { scenario.screen = screen }
    if let workers { scenario.device.decodeWorkers = workers }
    try grid.change(&scenario)
    scenario.speed = speed
    scenario.iterations = 1
    return scenario
  }

  /// Longer times than ten seconds are mistakes, usually of units.
  private static func decodeSeconds(_ argument: String) throws -> Double {
    try Choice.seconds(
      argument, bare: .milliseconds, in: 1e-5...10,
      "a time from 0.01 ms to 10 s such as 25ms (us, ms, s), or milliseconds")
  }

  private static func screen(_ argument: String) throws -> Scenario.Screen {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count <= 2, sides.count == 2, let width = sides[0], let height = sides[1],
      let scale = parts.count == 2 ? Double(parts[1]) : 1,
      (50...10_000).contains(width), (50...10_000).contains(height), (0.5...8).contains(scale)
    else { throw ValidationError("expected a screen such as 390x844@3, found '\(argument)'") }
    return Scenario.Screen(width: width, height: height, scale: scale, refreshRate: 60)
  }
}
