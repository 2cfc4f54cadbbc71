import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The latest whole result is in its place, and those before it in the history.
@Suite(.timeLimit(.minutes(15)))
struct ResultHistoryTests {
  private let folder = TemporaryFolder()
  private var history: [String] { (try? folder.names(in: "history")) ?? [] }
  private var kept: String {
    get throws { folder.file("history/\(try #require(history.first { $0.hasSuffix(".json") }))") }
  }

  @Test func `a result that another replaces is kept with its page, under its date and what differs`()
    async throws
  {
    try await SmallScenario.model(in: folder)
    var first = try folder.result("small.model")
    first.provenance.startedAt = "2026-11-22T10:41:07Z"
    try first.write(to: folder.file("small.model.json"))
    let page = try folder.data("small.model.html")

    let outcome = try await SmallScenario.model("--strategy none --costs iphone-6", in: folder)
    let kept = "history/small.model.2026-11-22T10-41-07Z.strategies+costs"
    #expect(outcome.complaints.contains("previous: \(folder.file(kept)).json"))
    #expect(try folder.result(kept) == first)
    #expect(try folder.data("\(kept).html") == page)
    #expect(history.count == 2)
    #expect(try folder.names() == ["history", "small.model.html", "small.model.json"])
  }

  @Test func `the same result again is not kept twice`() async throws {
    for _ in 0..<2 {
      let outcome = try await SmallScenario.model(in: folder)
      #expect(!outcome.error.contains("before:"))
    }
    #expect(history.isEmpty)
  }

  @Test func `a result alone is compared with the one that it replaced`() async throws {
    try await SmallScenario.model(in: folder)
    let path = folder.file("small.model.json")
    let without = try await Program.run("compare \(path)", code: 5)
    #expect(without.output == "")
    #expect(without.error.hasPrefix("\(path): expected a result that it replaced"))
    try await SmallScenario.model("--strategy none", in: folder)
    let alone = try await Program.run("compare \(path)", code: 0)
    let kept = try kept
    #expect(alone.error == "previous: \(kept)\n")
    let both = try await Program.run("compare \(kept) \(path)")
    #expect(alone.output == both.output)
  }

  @Test func `a result that is dated in the future is not the one before`() async throws {
    for strategy in ["none", "settle"] {
      try await SmallScenario.model("--strategy \(strategy)", in: folder)
    }
    let kept = try kept
    try FileManager.default.copyItem(
      atPath: kept, toPath: folder.file("history/small.model.2099-01-01T00-00-00Z.strategies.json"))
    let compared = try await Program.run("compare \(folder.file("small.model.json"))")
    #expect(compared.error == "previous: \(kept)\n")
    try FileManager.default.removeItem(atPath: kept)
    try await Program.run("compare \(folder.file("small.model.json"))", code: 5)
  }

  @Test func `runs that crash make a whole result, and what they replace is kept`() async throws {
    let whole = try await SmallScenario.replayed.result()
    try whole.write(to: folder.file("small.replay.json"))
    try await Program.run("run SMALL --strategy none --fault crash --output \(folder.path)", code: 3)
    #expect(try folder.result("small.replay").runs.map(\.status) == [.crashed])
    #expect(try ResultFile.read(path: kept) == whole)
    #expect(folder.partial(of: "small.replay") == nil)
    try await Program.run(
      "compare \(folder.file("small.replay.json"))", code: 3, showing: ["Nothing can be compared: "])
  }

  @Test func `what cannot be kept is not replaced, and the new result stays beside it`() async throws {
    try await SmallScenario.model(in: folder)
    let before = try folder.data("small.model.json")
    try folder.write([], as: "history")
    let outcome = try await SmallScenario.model("--strategy none", in: folder, code: 74)
    #expect(outcome.error.contains("\(folder.file("history")): expected to keep"))
    #expect(try folder.data("small.model.json") == before)
  }

  @Test func `a search before another is kept, too`() async throws {
    for budget in ["20MB", "10MB"] {
      try await Program.run(
        "advise SMALL --costs epyc-2core --combinations 5 --strategy none --memory-budget \(budget) "
          + "--output \(folder.path)", code: 0)
    }
    let names = history
    #expect(names.count == 2 && names[0].hasPrefix("small.advice.") && names[0].hasSuffix("Z.budget.html"))
    #expect(folder.partial(of: "small.advice") == nil)
  }
}
