import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The gate over replays, from outside.
@Suite(.timeLimit(.minutes(10)))
struct CheckReplayTests {
  private let folder = TemporaryFolder()
  private var check: Command {
    Command(start: "check SMALL --mode replay --output \(folder.file("results"))")
  }

  private func file(_ outcome: Program.Outcome) throws -> CheckFile {
    try JSONDecoder().decode(CheckFile.self, from: Data(outcome.output.utf8))
  }

  @Test func `a replay's baseline belongs to this kind of machine and pools what it is given`() async throws {
    let scenario = try SmallScenario.short(in: folder)
    let baselines = "--baseline \(folder.file("baselines"))"
    try await check(baselines, of: scenario, code: 5)
    for reason in ["one", "two"] {
      try await check("\(baselines) --update --reason \(reason)", of: scenario, code: 0)
    }
    let name = try #require(try folder.names(in: "baselines").first { $0.hasSuffix(".baseline.json") })
    #expect(name.hasPrefix("small.replay."))
    let baseline = try #require(try BaselineFile.readIfPresent(path: folder.file("baselines/\(name)")))
    #expect(baseline.samples.count == 2)
    #expect(baseline.machine != nil)
    #expect(
      baseline.samples.allSatisfy { $0.runs.values.allSatisfy { $0.values["leftoverImageBytes"] == 0 } })
    let again = try await check("\(baselines) --format json", of: scenario)
    let file = try file(again)
    #expect(file.scenarios[0].against?.samples == 2)
    #expect(file.scenarios[0].judged["peakImageBytes"] ?? 0 > 1)
    #expect(again.code == Int32(file.exitCode))
  }

  /// The base is a program that leaves a result made beforehand, in which memory was short.
  @Test func `base and head run in turn, and a head that takes more memory is told apart`() async throws {
    let scenario = try SmallScenario.short(in: folder)
    var canned = try await SmallScenario.replay(of: scenario).result()
    for index in canned.runs.indices { canned.runs[index].metrics["peakResidentBytes"] = 1e6 }
    let outcome = try await check(
      "--base \(try base(giving: canned)) --rounds 10 --format json", of: scenario, code: 0)
    let judged = try file(outcome).scenarios[0]
    #expect(
      judged.findings.contains {
        $0.metric == "peakResidentBytes" && $0.rule == .statistical && $0.verdict == .regression
          && $0.isAdvisory
      })
    #expect(judged.judged["decodeMs.p50"] == 1)
    #expect(judged.notes.contains { $0.contains("times the base's processor time to decode the same image") })
    #expect(try folder.text("calls").split(separator: "\n").count == 10)
    #expect(try folder.names(in: "results/pairs").count == 20)
  }

  @Test func `pairs end with the first if the base replays something else, strategy by strategy`()
    async throws
  {
    var canned = try await SmallScenario.replayed.result()
    canned.scenario.sha256 = "other"
    let scenario = try SmallScenario.variant(
      [("[\"none\", \"apple-sample\", ", "[\"none\", "), (", \"keep-all\"]", "]")], in: folder)
    try await check(
      "--base \(try base(giving: canned))", of: scenario, code: 5,
      showing: ["Ended after 1 of at most 20 pairs: base and head did not replay the same."])
    let calls = try folder.text("calls").split(separator: "\n")
    #expect(calls.map { $0.split(separator: " ").last } == ["none", "screens:leading=2,trailing=1"])
    #expect(try folder.names(in: "results/pairs/0-head") == ["1-none", "2-screens"])
  }

  /// A program that notes its command line and leaves a result made beforehand.
  private func base(giving result: ResultFile) throws -> String {
    try result.write(to: folder.file("canned.json"))
    let script = """
      #!/bin/sh
      echo "$@" >> '\(folder.file("calls"))'
      while [ "$1" != --output ]; do shift; done
      cp '\(folder.file("canned.json"))' "$2/small.replay.json"
      """
    try folder.writeProgram(script, as: "base")
    return folder.file("base")
  }

  @Test func `a base that does not replay is named`() async throws {
    for (program, words) in [("/bin/false", "ended with"), ("/nowhere/scrollsim", "cannot be started")] {
      let outcome = try await check("--base \(program)", code: 64, saying: "\(program): ")
      #expect(outcome.error.contains(words))
    }
  }
}

/// The gate's own test, from outside.
@Suite(.timeLimit(.minutes(15)))
struct SelftestCommandTests {
  // `scripts/gate` has the optimised program do the same in `make check`.
  @Test(.long) func `every planted fault is caught by the rule that is meant for it, as a machine reads it`()
    async throws
  {
    let outcome = try await Program.run("check --selftest --format json", code: 0)
    let report = try JSONDecoder().decode(Selftest.Report.self, from: Data(outcome.output.utf8))
    #expect(report.holds && report.clean.isEmpty && report.faults.count >= 6)
    for fault in report.faults { #expect(fault.found?.rule == fault.rule, "\(fault.name)") }
  }

  @Test func `the gate holds, and every fault says by which rule it was caught`() async throws {
    let text = try await Program.run("check --selftest", code: 0)
    #expect(text.output.contains("caught by rule growth"))
    #expect(text.output.hasSuffix("The gate holds.\n"))
  }

  @Test func `a scenario without laps, several, or a format for CI are wrong usage`() async throws {
    for words in ["SMALL", "--format junit", "nowhere", "growth fling"] {
      try await Program.run("check --selftest \(words)", code: 64)
    }
    try await Program.run("check --selftest fling", code: 64, saying: "at least 14 laps, found 0")
  }
}
