import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// `scrollsim advise`, from outside: an answer if there is one, and otherwise the exit code.
@Suite(.timeLimit(.minutes(15)))
struct AdviseTests {
  private let folder = TemporaryFolder()
  private var advise: Command { Command(start: "advise SMALL --costs epyc-2core --output \(folder.path)") }

  private func recording(_ text: String) throws -> String {
    try folder.write("time_s,offset_pt\n\(text)\n", as: "scroll.csv")
  }

  @Test func `a recording that goes the other way is refused, and reversed on request`() async throws {
    let path = try recording("0,0\n1,-3000\n2,-6000")
    let refused = try await advise("--trace \(path)", code: 64)
    #expect(refused.complaints.count == 1 && refused.error.hasPrefix("\(path): expected a scroll"))
    #expect(refused.error.contains("'--invert'"))
    #expect(!folder.has("small.advice.json"))
    try await advise("--trace \(path) --invert --decode-time 25ms --memory-budget 120M", code: 0)
    let file = try folder.advice()
    #expect(file.options.memoryBudgetBytes == 120_000_000)
    #expect(file.scenarios.allSatisfy { $0.load > 0 && $0.scenario.decodeTime != nil })
  }

  @Test func `a recording without a load is refused`() async throws {
    try await advise("--trace \(try recording("0,0\n1,2\n2,0"))", code: 64, saying: "hardly moves")
    let scenario = try SmallScenario.variant([("\"photos\": 300", "\"photos\": 6")], in: folder)
    try await advise(
      of: scenario, code: 64,
      saying: "expected a trace that brings photos on screen, found none: the photos fill")
  }

  @Test func `another screen keeps the scenario's refreshes, and its pixels unless others are given`()
    async throws
  {
    let scenario = try SmallScenario.variant(
      [("\"scale\": 1, \"refreshRate\": 60", "\"scale\": 2, \"refreshRate\": 120")], in: folder)
    for (screen, scale) in [("300x600", 2.0), ("300x600@1", 1.0)] {
      try await advise("--strategy none --no-variations --screen \(screen)", of: scenario, code: 0)
      let asked = try #require(try folder.advice().scenarios.first).scenario
      #expect(asked.screen == [300, 600] && asked.scale == scale && asked.refreshRate == 120)
    }
  }

  @Test func `a library that changes is searched with what the scenario's grid does then`() async throws {
    let scenario = try SmallScenario.variant(
      [
        ("\"png\": 0.2 }", "\"png\": 0.2 }, \"changes\": { \"interval\": 0.25, \"edits\": 4 }"),
        ("\"resizeModes\": [\"fast\"]", "\"resizeModes\": [\"fast\"], \"changes\": [\"reload-all\"]"),
      ], in: folder)
    let outcome = try await advise("--strategy screens --no-variations --format csv", of: scenario, code: 0)
    #expect(outcome.output.contains(",order,changes,fits,"))
    let file = try folder.advice()
    #expect(file.options.choices["changes"] == ["reload-all"])
    #expect(file.candidates.contains { $0.fits })
    #expect(file.candidates.allSatisfy { $0.combination[.changes] == "reload-all" })
  }

  @Test func `a replay of a recording that leaves nothing to measure is refused`() async throws {
    let path = try recording("0,0\n1,-3000\n2,-6000")
    for mode in ["model", "replay"] {
      try await Program.run(
        "run SMALL --trace \(path) --mode \(mode) --output \(folder.file("results"))", code: 64,
        saying: "\"invert\": true in trace")
    }
  }
}
