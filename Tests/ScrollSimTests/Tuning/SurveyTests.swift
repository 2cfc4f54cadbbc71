import BenchReport
import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `A survey` {
  private func setting() throws -> TuneSetting {
    var scenario = try ScenarioFile.parse(Array(Tuning.text.utf8), path: "small.json")
    scenario.compare.strategies = Survey.strategies([StrategySpec(name: "screens")])
    return try TuneSetting.prepare(scenario, provenance: Tuning.provenance) { _ in }
  }

  private func survey(_ shard: TuneShard? = nil) -> Survey {
    Survey(
      name: "small", physics: ["uiscrollview", "overscroller"], columns: [3, 5], loads: [0.5, 1],
      shard: shard)
  }

  @Test func `has a situation for each load, physics and number of columns`() throws {
    let file = try survey().run([try setting()])
    #expect(file.situations.count == 8)
    #expect(Set(file.situations.map { "\($0.physics) \($0.columns) \($0.load)" }).count == 8)
    let strategies = file.combinations.map { "\($0.strategy) \($0[.order] ?? "")" }
    let compared = ["none", "screens"].flatMap { name in RequestOrder.all.map { "\(name) \($0.name)" } }
    #expect(strategies == compared + ["oracle oracle"])
  }

  @Test func `says of a situation what a sweep of it says`() throws {
    let setting = try setting()
    let file = try survey().run([setting])
    let situation = try #require(
      file.situations.first { $0.physics == "overscroller" && $0.columns == 5 && $0.load == 1 })
    var runner = setting.runner
    runner.scenario.trace = runner.scenario.trace.under("overscroller")
    runner.scenario.grid.columns = 5
    runner.scenario.compare.axes[.order] = RequestOrder.all.map(\.name)
    let level = try #require(try runner.sweep(over: [1]).levels.first)
    #expect(situation.bound == level.bound)
    #expect(situation.decodeTime == level.decodeTime)
    #expect(situation.plain == level.rows.first?.figures?.scrollNotSharpRatio)
    #expect(situation.figures["wasteRatio"] == level.rows.map { $0.figures?.wasteRatio })
  }

  @Test func `names no strategy twice, and compares with none and what can be reached`() {
    let names = Survey.strategies([StrategySpec(name: "none"), StrategySpec(name: "rows")]).map(\.name)
    #expect(names == ["none", "rows", "oracle"])
    #expect(Survey.strategies([]).allSatisfy { $0.name != "keep-all" })
  }
}
