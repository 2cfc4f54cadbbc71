import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The gate over replays, from outside.
@Suite(.timeLimit(.minutes(10)))
struct CheckReplayTests {
  @Test func `a replay's baseline belongs to this kind of machine and pools what it is given`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.short(in: folder)
    let arguments = [
      "check", scenario, "--mode", "replay", "--baseline", folder.file("baselines"), "--output",
      folder.file("results"),
    ]
    #expect(try await Program.run(arguments).code == 5)
    for reason in ["one", "two"] {
      try await Program.run(arguments + ["--update", "--reason", reason], code: 0)
    }
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("baselines")).first {
        $0.hasSuffix(".baseline.json")
      })
    #expect(name.hasPrefix("small.replay."))
    let baseline = try #require(try BaselineFile.readIfPresent(path: folder.file("baselines/\(name)")))
    #expect(baseline.samples.count == 2)
    #expect(baseline.machine != nil)
    #expect(
      baseline.samples.allSatisfy { $0.runs.values.allSatisfy { $0.values["leftoverImageBytes"] == 0 } })
    let again = try await Program.run(arguments + ["--format", "json"])
    let file = try JSONDecoder().decode(CheckFile.self, from: Data(again.output.utf8))
    #expect(file.scenarios[0].against?.samples == 2)
    #expect(file.scenarios[0].judged["peakImageBytes"] ?? 0 > 1)
    #expect(again.code == Int32(file.exitCode))
  }

  /// The base is a program that leaves a result made beforehand, in which memory was short.
  @Test func `base and head run in turn, and a head that takes more memory is told from it`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.short(in: folder)
    var canned = try await SmallScenario.replay(of: scenario).result()
    for index in canned.runs.indices { canned.runs[index].metrics["peakResidentBytes"] = 1e6 }
    try canned.write(to: folder.file("canned.json"))
    let arguments = [
      "check", scenario, "--mode", "replay", "--base", try Self.base(giving: "canned.json", in: folder),
      "--rounds", "10", "--output", folder.file("results"), "--format", "json",
    ]
    let outcome = try await Program.run(arguments, code: 0)
    let file = try JSONDecoder().decode(CheckFile.self, from: Data(outcome.output.utf8))
    #expect(
      file.scenarios[0].findings.contains {
        $0.metric == "peakResidentBytes" && $0.rule == .statistical && $0.verdict == .regression
          && $0.isAdvisory
      })
    #expect(file.scenarios[0].judged["decodeMs.p50"] == 1)
    #expect(
      file.scenarios[0].notes.contains {
        $0.contains("times the base's processor time to decode the same image")
      })
    let calls = try folder.text("calls").split(separator: "\n")
    #expect(calls.count == 10)
    #expect(try folder.names(in: "results/pairs").count == 20)
  }

  @Test func `pairs end with the first if the base replays something else, strategy by strategy`()
    async throws
  {
    let folder = try TemporaryFolder()
    var canned = try await SmallScenario.replayed.result()
    canned.scenario.sha256 = "other"
    try canned.write(to: folder.file("canned.json"))
    let scenario = try SmallScenario.variant(
      [("[\"none\", \"apple-sample\", ", "[\"none\", "), (", \"keep-all\"]", "]")], in: folder)
    let outcome = try await Program.run(
      [
        "check", scenario, "--mode", "replay", "--base", try Self.base(giving: "canned.json", in: folder),
        "--output", folder.file("results"),
      ], code: 5)
    #expect(
      outcome.output.contains("Ended after 1 of at most 20 pairs: base and head did not replay the same."))
    let calls = try folder.text("calls").split(separator: "\n")
    #expect(calls.map { $0.split(separator: " ").last } == ["none", "screens:leading=2,trailing=1"])
    #expect(try folder.names(in: "results/pairs/0-head") == ["1-none", "2-screens"])
  }

  /// A program that notes its command line and leaves a result made beforehand.
  private static func base(giving result: String, in folder: TemporaryFolder) throws -> String {
    let base = folder.file("base")
    try Data(
      """
      #!/bin/sh
      echo "$@" >> '\(folder.file("calls"))'
      while [ "$1" != --output ]; do shift; done
      cp '\(folder.file(result))' "$2/small.replay.json"
      """.utf8
    ).write(to: URL(fileURLWithPath: base))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: base)
    return base
  }

  @Test func `a base that does not replay is named`() async throws {
    let folder = try TemporaryFolder()
    for (program, words) in [("/bin/false", "ended with"), ("/nowhere/scrollsim", "cannot be started")] {
      let outcome = try await Program.run(
        [
          "check", SmallScenario.path, "--mode", "replay", "--base", program, "--output",
          folder.file("results"),
        ], code: 64, saying: "\(program): ")
      #expect(outcome.error.contains(words))
    }
  }
}

/// The gate's own test, from outside.
@Suite(.timeLimit(.minutes(15)))
struct SelftestCommandTests {
  private struct Report: Decodable {
    struct Fault: Decodable { let found: Finding? }
    let clean: [Finding]
    let faults: [Fault]
  }

  @Test(.enabled(if: LongTests.areWanted, Comment(rawValue: LongTests.skipReason)))
  func `the gate holds as a machine reads it`() async throws {
    let outcome = try await Program.run(["check", "--selftest", "--format", "json"], code: 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.clean.isEmpty)
    #expect(report.faults.count >= 6 && report.faults.allSatisfy { $0.found != nil })
  }

  @Test func `the gate holds, and every fault says by which rule it was caught`() async throws {
    let text = try await Program.run(["check", "--selftest"], code: 0)
    #expect(text.output.contains("caught by rule growth"))
    #expect(text.output.hasSuffix("The gate holds.\n"))
  }

  @Test func `a scenario without laps, several, or a format for CI are wrong usage`() async throws {
    for arguments in [[SmallScenario.path], ["--format", "junit"], ["nowhere"], ["growth", "fling"]] {
      let outcome = try await Program.run(["check", "--selftest"] + arguments, code: 64)
      #expect(outcome.output == "")
    }
  }
}
