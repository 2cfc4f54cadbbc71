import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Invariants of every strategy on a shipped trace, in model runs.
struct ExplanationInvariantTests {
  @Test(arguments: TestedStrategies.names)
  func `causes partition the blank appearances in cells and time, worst first, and the same every time`(
    strategy: String
  ) throws {
    let records = try records(of: strategy)
    #expect(!records.isEmpty)
    let most = LongTests.areWanted ? Int.max : 1
    #expect(try self.records(of: strategy, most: most) == Array(records.prefix(most)))
    for record in records {
      let explanation = try #require(record.explanation)
      func figure(_ metric: String) throws -> Double { try #require(record.figure(metric)) }
      let blank = try figure("appearances") * (1 - figure("cacheHitRate") - figure("degradedRate"))
      #expect(Double(explanation.blankAppearances) == blank.rounded(), "\(record.id)")
      #expect(explanation.causes.reduce(0) { $0 + $1.cells } == explanation.blankAppearances, "\(record.id)")
      let blankMs = explanation.causes.reduce(0) { $0 + $1.blankMs }
      // Each cell's milliseconds are rounded separately.
      let rounding = 0.0005 * Double(explanation.blankAppearances + 1)
      let measuredMs = try figure("blankCellMs")
      #expect(abs(blankMs - measuredMs) <= rounding, "\(record.id)")
      let lost = explanation.causes.first { $0.cause == .evictedEarly }?.cells ?? 0
      #expect(explanation.losses.reduce(0) { $0 + $1.count } == lost)
      let cells = record.knownBlankCells
      #expect(cells.count == explanation.blankAppearances, "every one is kept, with its reason")
      for cause in explanation.causes { #expect(cells.count { $0.cause == cause.cause } == cause.cells) }
      let causes = explanation.causes.map(\.cause)
      #expect(causes == BlankCause.allCases.filter(causes.contains), "each once, and in one order")
      #expect(explanation.causes.allSatisfy { $0.cells > 0 })

      #expect(explanation.worst.count == min(RunExplanation.worstLimit, explanation.blankAppearances))
      #expect(explanation.worst.map(\.blankMs) == explanation.worst.map(\.blankMs).sorted(by: >))
      #expect(explanation.redecoded.count <= RunExplanation.redecodedLimit)
      let redecodes = try figure("redecodes")
      #expect(explanation.redecoded.isEmpty == (redecodes == 0))
      #expect(explanation.redecoded.allSatisfy { $0.losses.reduce(0) { $0 + $1.count } == $0.redecodes })
    }
  }

  /// The fling's start and its way back.
  private static let shorter = TraceSource.scroll(
    .fling(velocity: 4000), .pause(0.7), .fling(velocity: 8000), .pause(0.5), .touch(0.1),
    .fling(velocity: -6000), .pause(0.6), .touch(0.1), settle: 1)

  /// One strategy under every lifecycle, over a few photos that fit no budget.
  private func records(of strategy: String, most: Int = .max) throws -> [RunRecord] {
    var scenario = try Scenario.model("fling", strategy)
    if !LongTests.areWanted { scenario.trace = Self.shorter }
    scenario.compare.axes[.cells] = Axis.cells.words
    scenario.compare.axes[.deliveryMode] = ["opportunistic", "highQualityFormat"]
    scenario.device.memoryBudgetBytes = 30_000_000
    let photos = try scenario.modelLibrary().assets
    let costs = TableCosts(try CostTables.named("epyc-2core"), seed: 7)
    return try scenario.runs.prefix(most).map {
      try StageRun(scenario: scenario.over(photos), run: $0, assets: photos).model(costs: costs, baseBytes: 0)
    }
  }
}
