import Foundation
import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `A window in words and in Swift` {
  private func combination(_ name: String, _ parameters: [String: Double] = [:]) -> Combination {
    Combination(StrategySpec(name: name, parameters: parameters), choices: [:])
  }

  @Test func `says how far it reaches, in photos too, with the unit of every parameter`() {
    func reach(_ name: String, _ parameters: [String: Double] = [:]) -> String? {
      combination(name, parameters).reach(photosPerScreenful: 36)
    }
    #expect(
      reach("screens", ["leading": 4]) == "4 screenfuls (144 photos) ahead, 1 screenful behind")
    #expect(reach("none") == nil && reach("apple-sample") == nil)
    #expect(reach("bank") == "leading 6000 points a second")
    #expect(reach("settle") == "2 screenfuls (72 photos) either way")
    #expect(reach("ladder")?.hasSuffix("2 screenfuls of degraded images ahead") == true)
  }

  @Test func `is made by lines that compile, whatever the strategy`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    for strategy in ComparedStrategies.all {
      let line = combination(strategy.descriptor.name).swift
      #expect(line.hasPrefix("let strategy = "))
      #expect(source.contains("  \(line.dropFirst("let strategy = ".count)),\n"), "\(line)")
    }
    #expect(strategies.count == ComparedStrategies.all.count)
  }

  @Test func `is read from a scenario as it is written for one, whatever the strategy`() throws {
    for strategy in ComparedStrategies.all {
      let values = StrategyParameters(for: strategy.descriptor).values
      let json = combination(strategy.descriptor.name, values).scenarioJSON
      let text = SmallSearch.text.replacing("[\"none\"]", with: "[\(json)]")
      let read = try ScenarioFile.parse(Array(text.utf8), path: "small.json").runs.first?.combination
      #expect(read?.strategy == strategy.descriptor.name && read?.parameters == values, "\(json)")
    }
  }

  @Test func `is in a result for every strategy that can be taken`() throws {
    let scenario = try Scenario.model("fling")
    let result = try scenario.modelResult()
    for run in result.runs {
      #expect((result.window(of: run.combination) == nil) == run.combination.isReference, "\(run.id)")
    }
  }
}

/// What the lines that are shown make, in the same words.
private let strategies: [any CachingStrategy] = [
  NoCachingStrategy(),
  AppleSampleStrategy(),
  ScreensStrategy(["leading": 2, "trailing": 1]),
  SettleStrategy(["screens": 2]),
  DirectionalStrategy(["leading": 1, "trailing": 0.5, "encodedLeading": 2.5, "encodedTrailing": 1.5]),
  PreheatStrategy(["leading": 1]),
  RowsStrategy(["rows": 1, "behind": 2, "least": 0, "most": 20]),
  SkewportStrategy(["seconds": 0.2, "limit": 2000, "eventually": 3000]),
  DisplayportStrategy(["size": 3.5, "fast": 3.5, "lead": 0]),
  DeferringStrategy(["reach": 250, "speed": 3]),
  DwellStrategy(["seconds": 0.08, "items": 1000]),
  ProjectedStrategy(["ahead": 350, "behind": 150, "seconds": 0.016, "shift": 0]),
  ListLookaheadStrategy(["items": 10]),
  TargetRowsStrategy(["far": 8, "extra": 3]),
  DynamicResolutionStrategy(["size": 1.5, "growth": 1]),
  BankStrategy(["leading": 6000]),
  LadderStrategy(["leading": 6000, "degradedLeading": 2]),
  KeepAllStrategy(),
  OracleStrategy(),
]
