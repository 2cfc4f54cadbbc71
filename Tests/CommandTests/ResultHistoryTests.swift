import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The latest whole result is in its place, and those before it in the history.
@Suite(.timeLimit(.minutes(15)))
struct ResultHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func history(in folder: TemporaryFolder) -> [String] {
    (try? folder.names(in: "history")) ?? []
  }

  @Test func `a result that another replaces is kept with its page, under its date and what differs`()
    async throws
  {
    try await SmallScenario.model(in: folder)
    var first = try ResultFile.read(path: folder.file("small.model.json"))
    first.provenance.startedAt = "2026-11-22T10:41:07Z"
    try first.write(to: folder.file("small.model.json"))
    let page = try folder.data("small.model.html")

    let outcome = try await SmallScenario.model("--strategy none --costs iphone-6", in: folder)
    let kept = folder.file("history/small.model.2026-11-22T10-41-07Z.strategies+costs")
    #expect(outcome.complaints.contains("before: \(kept).json"))
    #expect(try ResultFile.read(path: "\(kept).json") == first)
    #expect(try Data(contentsOf: URL(filePath: "\(kept).html")) == page)
    #expect(history(in: folder).count == 2)
    #expect(try folder.names() == ["history", "small.model.html", "small.model.json"])
  }

  @Test func `the same result again is not kept twice`() async throws {
    for _ in 0..<2 {
      let outcome = try await SmallScenario.model(in: folder)
      #expect(!outcome.error.contains("before:"))
    }
    #expect(history(in: folder).isEmpty)
  }

  @Test func `a result alone is compared with the one that it replaced`() async throws {
    try await SmallScenario.model(in: folder)
    let path = folder.file("small.model.json")
    let without = try await Program.run(["compare", path], code: 5)
    #expect(without.output == "")
    #expect(without.error.hasPrefix("\(path): expected a result that it replaced"))
    try await SmallScenario.model("--strategy none", in: folder)
    let kept = try #require(history(in: folder).first { $0.hasSuffix(".json") })
    let alone = try await Program.run(["compare", path], code: 0)
    #expect(alone.error == "before: \(folder.file("history/\(kept)"))\n")
    let both = try await Program.run(["compare", folder.file("history/\(kept)"), path])
    #expect(alone.output == both.output)
  }

  @Test func `a result that is dated in the future is not the one before`() async throws {
    for strategy in ["none", "settle"] {
      try await SmallScenario.model("--strategy \(strategy)", in: folder)
    }
    let kept = try #require(history(in: folder).first { $0.hasSuffix(".json") })
    let future = "small.model.2099-01-01T00-00-00Z.strategies.json"
    try FileManager.default.copyItem(
      atPath: folder.file("history/\(kept)"), toPath: folder.file("history/\(future)"))
    let compared = try await Program.run(["compare", folder.file("small.model.json")])
    #expect(compared.error == "before: \(folder.file("history/\(kept)"))\n")
    try FileManager.default.removeItem(atPath: folder.file("history/\(kept)"))
    #expect(try await Program.run(["compare", folder.file("small.model.json")]).code == 5)
  }

  @Test func `runs that crash make a whole result, and what they replace is kept`() async throws {
    let whole = try await SmallScenario.replayed.result()
    try whole.write(to: folder.file("small.replay.json"))
    try await Program.run(
      ["run", SmallScenario.path, "--strategy", "none", "--fault", "crash", "--output", folder.path], code: 3)
    #expect(try ResultFile.read(path: folder.file("small.replay.json")).runs.map(\.status) == [.crashed])
    let kept = try #require(history(in: folder).first)
    #expect(try ResultFile.read(path: folder.file("history/\(kept)")) == whole)
    #expect(folder.partial(of: "small.replay") == nil)
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
        [
          "advise", SmallScenario.path, "--costs", "epyc-2core", "--combinations", "5", "--strategy", "none",
          "--memory-budget", budget, "--output", folder.path,
        ], code: 0)
    }
    let names = history(in: folder)
    #expect(names.count == 2 && names[0].hasPrefix("small.advice.") && names[0].hasSuffix("Z.budget.html"))
    #expect(folder.partial(of: "small.advice") == nil)
  }
}
