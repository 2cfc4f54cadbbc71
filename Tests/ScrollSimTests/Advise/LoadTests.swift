import BenchReport
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

@Suite struct `Every strategy at several loads` {
  private static func setting(_ change: (inout Scenario) -> Void = { _ in }) throws -> SearchSetting {
    var scenario = try Scenario.model("orders")
    change(&scenario)
    return try SearchSetting.prepare(scenario, provenance: SmallSearch.provenance) { _ in }
  }

  private static func search() throws -> Search {
    let setting = try setting()
    var axes = [Axis: [String]].standard
    axes[.order] = ["fifo", "urgency"]
    var options = AdviceOptions(
      memoryBudgetBytes: setting.record.scenario.memoryBudgetBytes,
      strategies: ["none", "screens", "oracle"].map { StrategySpec(name: $0) }, axes: axes)
    options.loads = [0.05, 0.1, 2]
    options.comparesEvery = true
    return try Search(
      options: options, settings: [setting], provenance: SmallSearch.provenance, jobs: 2)
  }

  private static let made = Result { try search().run() }

  @Test func `makes decoding so slow that as much arrives as is asked for, loads in their order`() throws {
    let levels = try #require(try Self.made.get().outcome?.loads)
    #expect(levels.map(\.load) == [0.05, 0.1, 2])
    for level in levels {
      var runner = try Self.setting().runner.plain
      runner.costs = runner.costs.slowed(by: level.decodeTime)
      let load = try #require(try runner.run().runs.first?.figure("load"))
      #expect(abs(load - level.load) < 0.05 * level.load, "\(load)")
    }
  }

  @Test func `says what a run with such costs says, and who wins from where to where`() throws {
    let file = try Self.made.get()
    let level = try #require(file.outcome?.loads?.last)
    var runner = try Self.setting().runner
    runner.scenario.compare.strategies = file.options.strategies
    runner.scenario.compare.axes = file.options.axes
    runner.scenario.compare.libraries = []
    runner.costs = runner.costs.slowed(by: level.decodeTime)
    runner.findsBounds = true
    let result = try runner.run()
    #expect(Set(level.rows.map(\.combination)) == Set(result.runs.map(\.combination)))
    for run in result.runs {
      #expect(level.notSharp(of: run.combination) == run.figure("scrollNotSharpRatio"), "\(run.id)")
    }
    #expect(level.bound == result.runs.first?.bounds?["scrollNotSharpRatio"])
    #expect(level.recommended == Recommendation(result).combination)

    let text = Document(file).markdown()
    #expect(text.contains("At loads from 0.05 to 0.1, screens/fifo is recommended."))
    #expect(text.contains("At a load of 2, screens/urgency is recommended."))
    #expect(text.contains("oracle (ref.)") && text.contains("| bound |"))
    #expect(Document(file).html().contains("<svg"))
    #expect(file.outcome?.recommended.map { file.candidates[$0.candidate].combination.isReference } == false)
  }

  @Test func `keeps the loads that were tried until it is stopped`() throws {
    let whole = try Self.made.get()
    let count = Locked(0)
    // The grid is whole, then the first load, and the second one is begun.
    let wanted = 2 * whole.candidates.count + 3
    let search = try Search(
      options: whole.options, settings: [try Self.setting()], provenance: SmallSearch.provenance, jobs: 1,
      isStopped: { count.withLock { $0 >= wanted } },
      onProgress: { progress in if progress.done > 0 { count.withLock { $0 += 1 } } })
    let file = try search.run()
    #expect(!file.isWhole && file.candidates == whole.candidates)
    #expect(file.outcome?.loads == whole.outcome?.loads.map { Array($0.prefix(1)) })
  }

  @Test func `is refused if nothing arrives`() throws {
    #expect(throws: AdviceError.self) { try Self.setting { $0.trace = .scroll(.pause(1)) } }
  }

  @Test func `is read as it was written`() throws {
    let file = try Self.made.get()
    let folder = TemporaryFolder()
    let path = folder.file("orders.advice.json")
    try file.write(to: path)
    #expect(try AdviceFile.read(path: path) == file)
  }
}
