import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The causes of blank cells, from the built program.
@Suite(.timeLimit(.minutes(15)))
struct ExplainTests {
  @Test func `a run is explained, and its causes add up`() async throws {
    let replay = try await SmallScenario.replayed
    let run = try #require(try replay.result().runs.first { $0.combination.strategy == "screens" })
    let explanation = try #require(run.explanation)
    #expect(explanation.causes.reduce(0) { $0 + $1.cells } == explanation.blankAppearances)
    let outcome = try await Program.run(["explain", replay.resultPath, "--run", "screens"])
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix("\(run.id) · replay\n"))
    #expect(outcome.output.contains("first screen"))
    #expect(!outcome.output.contains("no strategy"), "of a replay nothing is proved")
  }

  @Test func `a result of several runs is listed, in every format`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    for (format, words) in [
      ("text", "small · replay: blank cells by cause"), ("markdown", "| --- |"), ("json", "\"runs\""),
    ] {
      let outcome = try await Program.run(["explain", path, "--format", format])
      #expect(outcome.code == 0)
      for strategy in ["none", "apple-sample", "screens", "keep-all"] {
        #expect(outcome.output.contains(strategy), "\(format)")
      }
      #expect(outcome.output.contains(words), "\(format)")
    }
  }

  @Test func `a model explains itself the same way twice`() async throws {
    let folder = try TemporaryFolder()
    let model = [
      "run", SmallScenario.path, "--mode", "model", "--no-variations", "--costs", "epyc-2core", "--output",
      folder.path,
    ]
    let explain = ["explain", folder.file("small.model.json"), "--run", "apple", "--format", "json"]
    _ = try await Program.run(model)
    let first = try await Program.run(explain)
    _ = try await Program.run(model)
    let second = try await Program.run(explain)
    #expect(first.code == 0)
    #expect(first.output.contains("\"conclusion\""))
    #expect(first.output == second.output)
  }

  @Test(arguments: [
    ("released", "--run: expected one run, found 4 that 'released' names:"),
    ("tiles", "--run: expected a run or a part of its name, found 'tiles'; there are:"),
  ])
  func `a name that is not one run's is answered with what there is`(name: String, words: String) async throws
  {
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run(["explain", path, "--run", name])
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.complaints.first == words)
    #expect(outcome.complaints.count == 5)
  }

  @Test func `a result without explanations says so, and what to do`() async throws {
    let folder = try TemporaryFolder()
    var older = try await SmallScenario.replayed.result()
    for index in older.runs.indices { older.runs[index].explanation = nil }
    try older.write(to: folder.file("older.json"))
    for arguments in [[], ["--run", "screens"]] {
      let outcome = try await Program.run(["explain", folder.file("older.json")] + arguments)
      #expect(outcome.code == 3)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("the result has none; run the scenario again"))
    }
  }

  @Test(arguments: ["", "{}", "garbage"])
  func `what is no result is named`(text: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), as: "garbage.json")
    let outcome = try await Program.run(["explain", path])
    #expect(outcome.code == 64)
    #expect(outcome.error.hasPrefix("\(path): "))
  }
}
