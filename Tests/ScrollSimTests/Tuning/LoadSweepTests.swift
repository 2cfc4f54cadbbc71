import BenchReport
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `A sweep over loads` {
  private func sweep(_ scenario: Scenario, over loads: [Double]) throws -> SweepFile {
    try scenario.modelRunner().sweep(over: loads)
  }

  private func orders() throws -> Scenario {
    var scenario = try Scenario.model("orders")
    scenario.compare.strategies = ["none", "screens"].map { StrategySpec(name: $0) }
    scenario.compare.axes[.order] = ["fifo", "urgency"]
    return scenario
  }

  @Test func `makes decoding so slow that as much arrives as is asked for, loads in their order`() throws {
    let sweep = try sweep(try orders(), over: [1, 0.3])
    #expect(sweep.levels.map(\.load) == [0.3, 1])
    for level in sweep.levels {
      var slowed = try orders()
      slowed.compare.strategies = [StrategySpec(name: "none")]
      var runner = try slowed.modelRunner()
      runner.costs = runner.costs.slowed(by: level.decodeTime)
      let load = try #require(try runner.run().runs.first?.figure("load"))
      #expect(abs(load - level.load) < 0.05 * level.load, "\(load)")
    }
  }

  @Test func `says what a run with such costs says, and who wins from where to where`() throws {
    let scenario = try orders()
    let sweep = try sweep(scenario, over: [0.05, 0.1, 2])
    let level = try #require(sweep.levels.last)
    var runner = try scenario.modelRunner()
    runner.costs = runner.costs.slowed(by: level.decodeTime)
    runner.findsBounds = true
    let result = try runner.run()
    #expect(level.rows.map(\.combination) == result.runs.map(\.combination))
    #expect(
      level.rows.map { $0.figures?.scrollNotSharpRatio }
        == result.runs.map { $0.figure("scrollNotSharpRatio") })
    #expect(level.rows.map(\.shareOfPossible) == result.runs.map { $0.figure("shareOfPossible") })
    #expect(level.bound == result.runs.first?.bounds?["scrollNotSharpRatio"])
    #expect(level.recommended == Recommendation(result).combination)

    let text = Document(sweep).markdown()
    #expect(text.contains("At loads from 0.05 to 0.1 screens/fifo is recommended."))
    #expect(text.contains("At a load of 2 screens/urgency is recommended."))
    #expect(Document(sweep).html().contains("<svg"))
  }

  @Test func `is refused where nothing arrives`() throws {
    var scenario = try orders()
    scenario.trace = .gestures(
      GestureScript(gestures: [.pause(1)], settle: 0), physics: ScrollPhysicsModels.all[0].name)
    #expect(throws: TuneError.self) { try sweep(scenario, over: [1]) }
  }

  @Test func `is read as it was written`() throws {
    let sweep = try sweep(try orders(), over: [1])
    let folder = try TemporaryFolder()
    let path = folder.file("orders.sweep.json")
    try sweep.write(to: path)
    #expect(try SweepFile.read(path: path) == sweep)
  }
}
