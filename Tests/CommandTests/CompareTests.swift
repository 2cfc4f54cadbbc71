import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Two results side by side.
@Suite(.timeLimit(.minutes(15)))
struct CompareTests {
  private let folder = TemporaryFolder()

  @Test func `a result is like itself`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run("compare \(path) \(path)", code: 0)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("small · replay"))
    try await Program.run(
      "compare \(path) \(path) --all",
      showing: ["none", "apple-sample", "screens", "keep-all", "blankAreaRatio"])
  }

  @Test func `what differs is shown, in every format`() async throws {
    let replay = try await SmallScenario.replayed
    var changed = try replay.result()
    changed.runs[0].metrics["decodes"] = 123_456
    try changed.write(to: folder.file("changed.json"))
    for (format, words) in [("table", "123"), ("markdown", "| "), ("json", "\"decodes\"")] {
      try await folder.scrollsim(
        "compare \(replay.resultPath) changed.json --format \(format)", code: 0, showing: [words])
    }
  }

  @Test func `a result is compared with itself by a choice`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    try await Program.run("compare \(path) --by strategy", code: 0, showing: ["screens against none: "])
    try await Program.run("compare \(path) --by strategy --format json", showing: ["\"peakImageBytes\""])
    try await Program.run(
      "compare \(path) --by resizeMode",
      code: 5, saying: "expected completed runs that differ in resizeMode alone")
    try await Program.run(
      "compare \(path) --by resizeModes", code: 64, saying: "did you mean \"resizeMode\"?")
  }

  @Test func `results of different scenarios cannot be compared`() async throws {
    let replay = try await SmallScenario.replayed
    var other = try replay.result()
    other.scenario.sha256 = String(repeating: "0", count: 64)
    try other.write(to: folder.file("other.json"))
    try await folder.scrollsim(
      "compare \(replay.resultPath) other.json", code: 5, showing: ["The scenario files differ."])
  }
}

/// The causes of blank cells, from the built program.
@Suite(.timeLimit(.minutes(15)))
struct ExplainTests {
  @Test func `a run is explained, and its causes add up`() async throws {
    let replay = try await SmallScenario.replayed
    let run = try #require(try replay.result().runs.first { $0.combination.strategy == "screens" })
    let explanation = try #require(run.explanation)
    #expect(explanation.causes.reduce(0) { $0 + $1.cells } == explanation.blankAppearances)
    let outcome = try await Program.run("explain \(replay.resultPath) --run screens", code: 0)
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
      try await Program.run(
        "explain \(path) --format \(format)", code: 0,
        showing: ["none", "apple-sample", "screens", "keep-all", words])
    }
  }

  @Test func `a model explains itself the same way twice`() async throws {
    let folder = TemporaryFolder()
    let explain = "explain small.model.json --run apple --format json"
    try await SmallScenario.model(in: folder)
    let first = try await folder.scrollsim(explain, code: 0, showing: ["\"conclusion\""])
    try await SmallScenario.model(in: folder)
    let second = try await folder.scrollsim(explain)
    #expect(first.output == second.output)
  }

  @Test(arguments: [
    ("released", "--run: expected one run, found 4 that match 'released':"),
    ("tiles", "--run: expected a run or a part of its name, found 'tiles'; there are:"),
  ])
  func `a name that does not fit one run is answered with those that do`(name: String, words: String)
    async throws
  {
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run("explain \(path) --run \(name)", code: 64)
    #expect(outcome.complaints.first == words)
    #expect(outcome.complaints.count == 5)
  }

  @Test func `a result without explanations says so, and what to do`() async throws {
    let folder = TemporaryFolder()
    var older = try await SmallScenario.replayed.result()
    for index in older.runs.indices { older.runs[index].explanation = nil }
    try older.write(to: folder.file("older.json"))
    for options in ["", "--run screens"] {
      let outcome = try await folder.scrollsim(
        "explain older.json \(options)", code: 3, saying: "the result has none; run the scenario again")
      #expect(outcome.output == "")
    }
  }
}
