import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// The one rule for what is recommended, over results of every kind.
@Suite struct `One answer` {
  private static var tables: [String] {
    LongTests.haveMany ? CostTables.shipped.map(\.name) : ["epyc-2core", "iphone-6"]
  }
  private static var scenarios: [String] {
    LongTests.haveMany ? ShippedScenarios.names : ["settle", "fling", "visits"]
  }

  /// Compares what the readers of a scenario's result see with each other.
  private func expectOneAnswer(to scenario: Scenario, _ label: String) throws {
    var runner = try scenario.modelRunner()
    runner.varies = true
    runner.explains = false
    let result = try runner.run()
    let recommendation = Recommendation(result)
    let text = Document([result]).terminal(colour: false, width: 400)
    let folder = TemporaryFolder()
    let reread = Recommendation(try ResultFile.read(path: folder.write(try result.json(), as: "result.json")))
    #expect(reread == recommendation, "\(label): a file's reader is told the same")
    #expect(text.contains(recommendation.claim), "\(label)")
    guard let chosen = recommendation.combination else {
      #expect(!text.contains("▸"), "\(label)")
      return
    }
    let names = RowNames(PooledRuns.gather(result.runs).map(\.combination))
    let cells = names.texts(for: chosen).joined(separator: " ")
    let marked = text.split(separator: "\n").filter { $0.contains("▸") }
    #expect(marked.count == 1, "\(label)")
    #expect(
      marked.first?.split(separator: " ").filter { $0 != "│" && $0 != "▸" }.joined(separator: " ").hasPrefix(
        cells)
        == true, "\(label): \(marked) beside \(cells)")
    #expect(recommendation.claim.hasPrefix("Recommended: \(names.line(for: chosen))"), "\(label)")
    let page = Document([result]).html()
    #expect(page.components(separatedBy: "<small>recommended</small>").count == 2, "\(label)")
    let pair = OpeningPair(result.runs, recommendation: recommendation)
    #expect(result.runs[pair.left].combination == chosen, "\(label)")
    // What is named as the next best is seen to be worse, and nothing that looks better goes unsaid.
    let pools = PooledRuns.gather(result.runs)
    func loss(_ combination: Combination?) -> Double? {
      combination.flatMap { wanted in pools.first { $0.combination == wanted }?.figures?.loss }
    }
    if let next = loss(recommendation.runnerUp) { #expect(next > (loss(chosen) ?? 1), "\(label)") }
    for pool in pools where pool.fit(budget: result.scenario.memoryBudgetBytes) == .fits {
      guard !pool.combination.isReference, pool.failed == nil, let other = pool.figures?.loss,
        pool.combination.visit == chosen.visit, pool.combination[.resizeMode] == chosen[.resizeMode],
        other + DecidingFigures.visibleDifference < (loss(chosen) ?? 0)
      else { continue }
      #expect(recommendation.description.contains("leaves less"), "\(label): \(pool.combination.strategy)")
    }
  }

  @Test(arguments: scenarios) func `is the same in words, table, page and file`(name: String) throws {
    for table in Self.tables {
      for budget in [20_000_000, 150_000_000] {
        var scenario = try Scenario.model(name)
        scenario.device.costs = table
        scenario.device.memoryBudgetBytes = budget
        try expectOneAnswer(to: scenario, "\(name), \(table), \(budget)")
      }
    }
  }

  @Test func `is the same for random scenarios`() throws {
    let wanted = LongTests.haveMany ? 200 : 12
    var (seed, answered) = (UInt64(0), 0)
    while answered < wanted, seed < 2 * UInt64(wanted) {
      defer { seed += 1 }
      var scenario = try RandomScenario(seed: seed).scenario
      scenario.device.costs = "iphone-6"
      scenario.compare.strategies = ["none", "screens", "settle", "bank", "apple-sample"].map {
        StrategySpec(name: $0)
      }
      do {
        try expectOneAnswer(to: scenario, "seed \(seed)")
        answered += 1
      } catch is TraceError {
        // Such a scroll brings nothing on screen, and has no answer.
      }
    }
    #expect(answered == wanted)
  }

  @Test func `is the advice's, in its headline as in its table`() throws {
    for table in Self.tables {
      var scenario = try Scenario.model("fling")
      scenario.device.costs = table
      let setting = try SearchSetting.prepare(scenario, provenance: SmallSearch.provenance) { _ in }
      var options = AdviceOptions(
        memoryBudgetBytes: scenario.device.memoryBudgetBytes,
        strategies: ["none", "screens", "bank", "apple-sample"].map { StrategySpec(name: $0) })
      options.axes[.order] = ["fifo", "urgency"]
      options.loads = [1]
      options.varies = true
      let file = try Search(
        options: options, settings: [setting], provenance: SmallSearch.provenance, jobs: 2
      ).run()
      let recommendation = Recommendation(file)
      let chosen = try #require(recommendation.combination)
      let text = Document(file).terminal(colour: false, width: 400)
      let line = text.split(separator: "\n").first { $0.contains("▸") }
      #expect(text.hasPrefix(recommendation.claim), "\(table)")
      #expect(line?.contains("▸ \(chosen.strategy)") == true, "\(table)")
      #expect(
        file.outcome?.recommended.map { file.candidates[$0.candidate].combination } == chosen, "\(table)")
      #expect(Document(file).html().contains(recommendation.claim), "\(table)")
      #expect(Document([try scenario.modelResult()], advice: file).markdown().contains(recommendation.claim))
    }
  }

  /// Random rivals, in random variations.
  private func draw(_ random: inout Shuffler) -> (rivals: [Rival], variations: [VariationRecord]) {
    let rivals = (0..<2 + random.next(6)).map { index in
      let loss = Double(random.next(40)) / 1000
      let combination = Combination(strategy: "screens", parameters: ["leading": Double(index)], choices: [:])
      return Rival(
        combination,
        DecidingFigures(
          peakImageBytes: Double(10 + random.next(140)) * 1e6, blankAreaRatio: loss, scrollBlankRatio: loss,
          scrollNotSharpRatio: loss), length: [random.next(3)])
    }
    let variations = (0..<random.next(28)).map { _ in
      var variation = VariationRecord(seed: 1, speed: 1, decodeTime: 1, columns: 3)
      let held = rivals.filter { _ in random.next(3) > 0 }.map(\.combination)
      variation.recommended = held.first
      variation.equals = Array(held.dropFirst())
      return variation
    }
    return (rivals, variations)
  }

  /// The number of situations in which a rival holds, among these.
  private func held(_ place: Int, _ rivals: [Rival], _ variations: [VariationRecord]) -> Int {
    variations.count { $0.favours(rivals[place].combination) }
      + (Choice(rivals)?.alike.contains(place) == true ? 1 : 0)
  }

  @Test func `is made no worse by more memory, or by more candidates`() throws {
    var random = Shuffler(seed: 7)
    for _ in 0..<500 {
      let (rivals, variations) = draw(&random)
      let all = try #require(Choice(rivals, in: variations))
      // Fewer count if the budget is smaller, or if fewer were asked for.
      let budget = Double(10 + random.next(140)) * 1e6
      for some in [
        rivals.indices.filter { rivals[$0].figures.peakImageBytes <= budget },
        rivals.indices.filter { _ in random.next(2) == 0 },
      ] {
        guard let fewer = Choice(some.map { rivals[$0] }, in: variations) else { continue }
        let before = some[fewer.chosen]
        #expect(held(all.chosen, rivals, variations) >= held(before, rivals, variations) - 1)
      }
    }
  }
}
