import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Pages, documents and tables from results.
@Suite(.timeLimit(.minutes(15)))
struct ReportTests {
  private let folder = TemporaryFolder()

  @Test func `the output's name says the format, and without one a table is shown`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    for (name, start) in [
      ("page.html", "<!DOCTYPE html>"), ("page.md", "## small · replay"), ("page.txt", "small · replay"),
      ("page.csv", "scenario,mode,id"),
    ] {
      let outcome = try await Program.run("report \(path) -o \(folder.file(name))", code: 0)
      #expect(outcome.output == "")
      #expect(outcome.error == "")
      #expect(try folder.text(name).hasPrefix(start))
    }
    try await folder.scrollsim(
      "report \(path) -o page.pdf", code: 64,
      saying: "page.pdf: expected a name that ends in one of .html, .htm, .md")
    let table = try await Program.run("report \(path)", code: 0)
    #expect(table.output.hasPrefix("small · replay\n"))
    #expect(["Recommended: ", "too busy to tell"].contains { table.output.contains($0) })
  }

  @Test func `an option that a format has no use for is refused`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    for (options, words) in [
      ("--show blank --format csv", "--show, --wide: expected a document"),
      ("--wide --format json", "--show, --wide: expected a document"),
      ("--wide --base \(path)", "--base: expected no --advice, --fidelity, --show or --wide"),
      ("--run screens --format html", "--run: expected a format of another tool"),
      (
        "--library /photos --format markdown",
        "--library: expected html, which alone shows photos, found markdown"
      ),
    ] { try await Program.run("report \(path) \(options)", code: 64, saying: words) }
    let scenario = try SmallScenario.short(in: folder)
    for options in ["--show blank --format csv", "--wide --format json"] {
      try await Program.run(
        "run \(scenario) --mode model \(options)", code: 64, saying: "--show, --wide: expected a document")
    }
  }

  @Test func `a replay and its model say how well the model predicts`() async throws {
    let replay = try await SmallScenario.replayed.resultPath
    try await SmallScenario.model(in: folder)
    try await folder.scrollsim(
      "report \(replay) small.model.json --format html", code: 0,
      showing: ["How well the model predicts", "<h2>small · model · epyc-2core</h2>"])
  }

  @Test func `all files of a folder make a report, and what is no part of it is named`() async throws {
    for line in [
      "run SMALL --mode model --no-variations", "advise SMALL --strategy none",
      "advise SMALL --strategy none --shard 1/2", "validate SMALL --rounds 1 --strategy none",
      "check SMALL --baseline \(folder.file("none"))",
    ] { try await Program.run("\(line) --costs epyc-2core --output \(folder.path)") }
    let names = try folder.names().filter { $0.hasSuffix(".json") }
    #expect(names.count == 6)
    let files = names.map(folder.file).joined(separator: " ")
    let report = try await Program.run(
      "report \(files) --format html", code: 0,
      showing: [
        // A replay names the device only where this machine is fast enough for it.
        "<h2>small · model · epyc-2core</h2>", "<h2>small · replay", "How well the model predicts",
        "Recommended: none",
      ])
    #expect(
      report.complaints == [
        "\(folder.file("check.json")): skipped: scrollsim.check/1 is no part of a report",
        "\(folder.file("small.advice.1-of-2.json")): skipped: it is a share of a search",
      ])
    try await Program.run(
      "report \(files) --format csv", code: 0,
      saying: "fidelity.json: skipped: this format holds only runs")
  }

  @Test(
    arguments: ["report", "compare"],
    ["", "{}", "garbage", "{\"name\": \"package\"}", "{\"schema\": \"scrollsim.result/99\"}"])
  func `a broken file beside a result is an error that names it`(command: String, text: String) async throws {
    let broken = try folder.write(text, as: "broken.json")
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run("\(command) \(broken) \(path)", code: 64)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.hasPrefix("\(broken): "))
  }

  @Test func `files without a result make no report, and a file of another kind alone is named`() async throws
  {
    let check = try folder.write("{\"schema\": \"scrollsim.check/1\"}", as: "check.json")
    try await Program.run(
      "report \(check) \(check)",
      code: 64, saying: "expected a whole result of 'scrollsim run' among 2 files, found none")
    let alone = try await Program.run("report \(check)", code: 64)
    #expect(alone.error.hasPrefix("\(check): schema: expected"))
    try await Program.run("report SMALL --format junit", code: 64, saying: "schema")
    try await Program.run("report a.json --format excel", code: 64, saying: "found 'excel'")
  }

  @Test func `head against base says what changed and what counts`() async throws {
    let replay = try await SmallScenario.replayed
    var changed = try replay.result()
    changed.runs[0].metrics["duplicateDecodes"] = 5
    try changed.write(to: folder.file("changed.json"))
    let report = "report changed.json --base \(replay.resultPath)"
    try await folder.scrollsim(
      report, code: 0, showing: ["Changes that count: 1 worse.", "duplicateDecodes"])
    try await folder.scrollsim("\(report) --format html", showing: ["Changes that count: 1 worse."])
    try await folder.scrollsim(
      "\(report) \(replay.resultPath)", code: 64,
      saying: "--base: expected one result to compare with it, found 2")
  }

  @Test func `a base is found by its name, as the other result is`() async throws {
    let results = try await SmallScenario.replayed.folder.path
    let outcome = try await Program.run("report small --base small.replay --results \(results)", code: 0)
    #expect(outcome.output.hasPrefix("small · replay: head against base\n"))
  }

  @Test func `results that did not measure the same are not judged`() async throws {
    let replay = try await SmallScenario.replayed
    var other = try replay.result()
    other.library.sha256 = String(repeating: "0", count: 64)
    try other.write(to: folder.file("other.json"))
    try await folder.scrollsim(
      "report other.json --base \(replay.resultPath)", code: 5, showing: ["did not measure the same"])
  }

  @Test(arguments: ["--advice", "--fidelity"])
  func `a file of another kind is named`(option: String) async throws {
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run("report \(path) \(option) \(path)", code: 64)
    #expect(outcome.error.hasPrefix("\(path): schema: expected \"scrollsim."))
  }

  // MARK: For other tools

  @Test func `a model's result is written for other tools, whole or a run of it`() async throws {
    try await SmallScenario.model(in: folder)
    let (path, result) = (folder.file("small.model.json"), try folder.result("small.model"))
    for format in ExchangeFormat.allCases {
      let whole = try await Program.run("report \(path) --format \(format.rawValue)", code: 0)
      #expect(whole.error == "")
      #expect(try whole.output == format.render(result))
    }
    let decodes = try #require(result.runs.first?.decodes)
    #expect(Double(decodes.endMs.count) >= result.runs[0].metrics["decodes"]! ?? .infinity)
    let one = try await folder.scrollsim("report \(path) --run \(result.runs[0].id) -o one.xml", code: 0)
    #expect(one.output == "")
    #expect(try folder.text("one.xml").contains("tests=\"1\""))
  }

  @Test func `a result is not replaced by a report of it`() async throws {
    let replay = try await SmallScenario.replayed
    try replay.result().write(to: folder.file("mine.json"))
    let before = try folder.data("mine.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.json"), withDestinationPath: "mine.json")
    for line in ["--run screens -o ./mine.json", "--format csv -o mine.json", "--format csv -o link.json"] {
      try await folder.scrollsim(
        "report mine.json \(line)", code: 64, saying: ".json: expected a file other than those that are read")
    }
    #expect(try folder.data("mine.json") == before)
  }
}
