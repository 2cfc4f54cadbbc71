import GalleryKit
import Testing

@testable import ScrollSim

struct VariationTests {
  private func runner(iterations: Int = 1) throws -> ModelRunner {
    var scenario = try ScenarioFile.parse(Array(SmallSearch.text.utf8), path: "small.json")
    scenario.compare.strategies = ["none", "screens", "keep-all"].map { StrategySpec(name: $0) }
    scenario.iterations = iterations
    var runner = try scenario.modelRunner()
    runner.varies = true
    return runner
  }

  @Test func `speed, decode time and columns vary on all axes at once, and the same each time`() throws {
    let variations = try #require(try runner().run().variations)
    #expect(variations.count == 27)
    #expect(Set(variations.map { [$0.speed, $0.decodeTime, Double($0.columns)] }).count == 27)
    #expect(Set(variations.map(\.seed)).count == 27)
    #expect(Set(variations.map(\.columns)) == [2, 3, 4])
    #expect(try runner(iterations: 2).run().variations == variations)
    #expect(variations.allSatisfy { $0.recommended?.isReference == false })
  }

  @Test func `a grid that scrolls sideways varies by its rows, and says so`() throws {
    var runner = try runner()
    runner.scenario.grid.axis = .horizontal
    let result = try runner.run()
    #expect(Set(try #require(result.variations).map(\.columns)) == [2, 3, 4])
    #expect(Recommendation(result).description.contains("decode time, rows and chance"))
  }

  @Test func `a variation is what a scenario with these assumptions recommends`() throws {
    let runner = try runner()
    let variations = try #require(try runner.run().variations)
    for variation in variations where variation.speed == 1 && variation.decodeTime == 1 {
      var other = runner
      other.varies = false
      other.scenario.seed = variation.seed
      other.scenario.grid.columns = variation.columns
      let recommendation = Recommendation(try other.run())
      #expect(recommendation.combination == variation.recommended)
      #expect(recommendation.equals == variation.equals)
    }
  }

  @Test func `loads of 0.3, 1 and 2 are tried as well, as a search tries them`() throws {
    let runner = try runner()
    let result = try runner.run()
    let loads = try #require(result.loads)
    #expect(loads.map(\.load) == [0.3, 1, 2])
    #expect(loads.allSatisfy { $0.rows.map(\.combination.strategy) == ["none", "screens"] })
    #expect(try runner.run().loads == loads)
    var options = SmallSearch.options(budget: runner.scenario.device.memoryBudgetBytes, combinations: nil)
    options.loads = [0.3, 1, 2]
    let searched = try #require(try SmallSearch.search(options).run().outcome?.loads)
    #expect(loads.map(\.decodeTime) == searched.map(\.decodeTime))
    for (level, other) in zip(loads, searched) {
      for row in level.rows {
        #expect(other.rows.first { $0.combination == row.combination }?.figures == row.figures)
      }
    }
    let best = try #require(Recommendation(result).combination)
    #expect(result.atOtherLoads?.hasPrefix("At loads of 0.3, 1 and 2 \(best.strategy)") == true)
  }

  @Test func `where nothing comes on screen, no load is tried`() throws {
    var runner = try runner()
    runner.scenario.trace = .scroll(.pause(1))
    let result = try runner.run()
    #expect(result.loads == nil && result.variations?.count == 27)
  }
}
