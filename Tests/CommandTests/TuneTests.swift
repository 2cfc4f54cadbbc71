import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Searches, in one process and in several.
@Suite(.timeLimit(.minutes(15)))
struct TuneTests {
  private static func tune(_ options: String..., of scenario: String = SmallScenario.path, in folder: String)
    async throws -> Program.Outcome
  {
    try await Program.run(
      [
        "tune", scenario, "--costs", "epyc-2core", "--combinations", "30", "--output", folder,
        "--strategy", "none", "--strategy", "screens",
      ] + options)
  }

  @Test func `a search leaves a file and a page, and prints the front with a recommendation`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Self.tune(in: folder.path)
    #expect(outcome.code == 0)
    let file = try TuneFile.read(path: folder.file("small.tune.json"))
    #expect(file.options.memoryBudgetBytes == 20_000_000)
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(outcome.output.contains("Recommended: "))
    let page = try String(contentsOfFile: folder.file("small.tune.html"), encoding: .utf8)
    #expect(page == Document(file).html())
    #expect(
      outcome.complaints.first?.hasPrefix(
        "evaluated \(file.candidates.count) combinations over 1 scenario in ") == true)
    #expect(outcome.complaints.contains("search: \(folder.file("small.tune.json"))"))
  }

  @Test func `the front's best few are replayed, and the search keeps what they say`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Self.tune(
      "--costs", "iphone-6", "--confirm", "3", "--rounds", "2", "--repeats", "0", "--memory-budget",
      "12MB",
      "--seed", "11",
      in: folder.path)
    let file = try TuneFile.read(path: folder.file("small.tune.json"))
    let record = try #require(file.outcome?.confirmation, "\(outcome.error)")
    // Tests run beside others, so the replays' verdict depends on the machine.
    #expect(outcome.code == (record.verdict == .contradicts ? 2 : 0), "\(outcome.error)")
    #expect(record.rows.first?.candidate == file.outcome?.recommendation?.candidate)
    #expect((2...3).contains(record.rows.count))
    #expect(record.rows.allSatisfy { (1...2).contains($0.losses.count) || $0.failure != nil })
    #expect(record.results == ["small-confirm"])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(
      ["Replays agree", "Replays cannot tell", "Replays contradict", "Nothing is confirmed"].contains {
        outcome.output.contains($0)
      })

    let replay = try ResultFile.read(path: folder.file("small-confirm.replay.json"))
    #expect(replay.runs.count == 2 * record.rows.count)
    #expect(replay.scenario.memoryBudgetBytes == 12_000_000)
    #expect(replay.scenario.seed == 11)
    let replayed = record.rows.map { file.candidates[$0.candidate].combination }
    #expect(Set(replay.runs.map(\.combination)) == Set(replayed))
    // The engine of each worker kept to the search's budget, not to the scenario's.
    #expect(replay.runs.allSatisfy { ($0.figure("peakImageBytes") ?? 0) <= 12_000_000 })
    let page = try String(contentsOfFile: folder.file("small.tune.html"), encoding: .utf8)
    #expect(page.contains("By the clock"))
  }

  @Test func `a format gets standard output to itself`() async throws {
    let folder = try TemporaryFolder()
    for format in ["json", "csv", "markdown"] {
      let outcome = try await Self.tune("--format", format, in: folder.path)
      #expect(outcome.code == 0)
      let file = try TuneFile.read(path: folder.file("small.tune.json"))
      let expected =
        switch format {
        case "json": try file.json() + "\n"
        case "csv": CSVReport(file).render()
        default: Document(file).markdown()
        }
      #expect(outcome.output == expected)
    }
  }

  @Test func `merged shards are the whole but for provenance, whatever the jobs`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Self.tune("--jobs", "1", in: folder.file("whole")).code == 0)
    for shard in 1...3 {
      let outcome = try await Self.tune("--shard", "\(shard)/3", "--jobs", "3", in: folder.file("parts"))
      #expect(outcome.code == 0)
      #expect(outcome.output.contains("Shard \(shard)/3: "))
    }
    let parts = [3, 1, 2].map { folder.file("parts/small.tune.\($0)-of-3.json") }
    let merged = try await Program.run(["merge"] + parts + ["--output", folder.file("merged")])
    #expect(merged.code == 0)
    let whole = try TuneFile.read(path: folder.file("whole/small.tune.json"))
    var joined = try TuneFile.read(path: folder.file("merged/small.tune.json"))
    #expect(joined.provenance.command != whole.provenance.command)
    joined.provenance = whole.provenance
    #expect(try joined.json() == whole.json())
  }

  @Test func `scenarios of different budgets need one, and are filed under all names`() async throws {
    let folder = try TemporaryFolder()
    let other = try SmallScenario.variant(
      [("\"name\": \"small\"", "\"name\": \"other\""), ("20 MB", "10 MB")], in: folder)
    let refused = try await Self.tune(other, in: folder.path)
    #expect(refused.code == 64)
    #expect(refused.error.contains("found small 20 MB, other 10 MB; give '--memory-budget'"))
    let outcome = try await Self.tune(other, "--memory-budget", "20MB", in: folder.path)
    #expect(outcome.code == 0)
    let file = try TuneFile.read(path: folder.file("small+other.tune.json"))
    #expect(file.scenarios.map(\.scenario.memoryBudgetBytes) == [20_000_000, 20_000_000])
    #expect(file.candidates.allSatisfy { $0.measurements.count == 2 })
  }

  @Test func `a missing part is said with code 3`() async throws {
    let folder = try TemporaryFolder()
    for shard in [1, 3] { _ = try await Self.tune("--shard", "\(shard)/3", in: folder.path) }
    let parts = [1, 3].map { folder.file("small.tune.\($0)-of-3.json") }
    let outcome = try await Program.run(["merge"] + parts + ["--output", folder.file("merged")])
    #expect(outcome.code == 3)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("expected all 3 shards, found 2; missing: 2/3; run 'scrollsim tune'"))
  }

  @Test func `parts of different searches are said with code 5`() async throws {
    let folder = try TemporaryFolder()
    _ = try await Self.tune("--shard", "1/2", in: folder.path)
    _ = try await Self.tune("--shard", "2/2", "--memory-budget", "10MB", in: folder.path)
    let parts = [1, 2].map { folder.file("small.tune.\($0)-of-2.json") }
    let outcome = try await Program.run(["merge"] + parts + ["--output", folder.file("merged")])
    #expect(outcome.code == 5)
    #expect(outcome.error.contains("budget 20000000 bytes"))
    #expect(outcome.error.contains("found budget 10000000 bytes"))
  }

  @Test func `parts of a scenario that has changed since are said with code 5`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant([], in: folder)
    _ = try await Self.tune("--shard", "1/1", of: scenario, in: folder.path)
    _ = try SmallScenario.variant([("4000", "3000")], in: folder)
    let outcome = try await Program.run(
      ["merge", folder.file("small.tune.1-of-1.json"), "--output", folder.path])
    #expect(outcome.code == 5)
    #expect(outcome.error.hasPrefix("\(scenario): expected the scenario that the parts were made with"))
  }

  @Test func `where nothing keeps to the budget, that is said with code 2 and the search is kept`()
    async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await Self.tune("--memory-budget", "10kB", in: folder.path)
    #expect(outcome.code == 2)
    #expect(
      outcome.output.contains("No combination keeps to the budget of 10 kB; the smallest is none with "))
    #expect(try TuneFile.read(path: folder.file("small.tune.json")).outcome?.recommendation == nil)
  }

  @Test(arguments: [
    (["--shard", "0/3"], "expected a share from 1/n to n/n"), (["--shard", "4/3"], "found '4/3'"),
    (["--shard", "1"], "found '1'"), (["--shard", "1/2/3"], "found '1/2/3'"),
    (["--shard", "1/99999999999999999999"], "expected a share"),
    (["--memory-budget", "0"], "above 0, found '0'"), (["--memory-budget", "much"], "such as \"150 MB\""),
    (["--memory-budget=-5"], "found '-5'"), (["--strategy", "nobody"], "expected one of none"),
    (["--strategy", "keep-all"], "found 'keep-all', which is a bound"),
    (["--strategy", "screens:leading=99"], "0.0 to 20.0 screenfuls, found 99"),
    (["--combinations", "0"], "expected 1 to 100000, found 0"),
    (["--jobs", "0"], "expected 1 to 1024, found 0"),
    (["--confirm", "1"], "expected 2 to 20 of the front, found 1"), (["--confirm", "21"], "found 21"),
    (["--rounds", "3"], "expected '--confirm'"), (["--at-most", "10m"], "expected '--confirm'"),
    (["--repeats", "2"], "expected '--confirm'"), (["--require-quiet"], "expected '--confirm'"),
    (["--confirm", "3", "--shard", "1/2"], "'scrollsim merge' takes '--confirm'"),
    (["--costs", "nothing"], "expected one of this-machine"), (["--cells", "kept"], "found 'kept'"),
    ([SmallScenario.path], "found 'small' again"),
  ])
  func `bad input is refused with what was expected and found`(options: [String], words: String) async throws
  {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["tune", SmallScenario.path, "--output", folder.path] + options)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }

  @Test func `merge refuses what is no part`() async throws {
    let folder = try TemporaryFolder()
    #expect(try await Program.run(["merge"]).code == 64)
    let missing = try await Program.run(["merge", "/nowhere.json"])
    #expect(missing.code == 74)
    #expect(missing.error.hasPrefix("/nowhere.json: expected a file that 'scrollsim tune' wrote"))
    let garbage = try folder.write(Array("{\"schema\": \"scrollsim.result/1\"}".utf8), as: "x.json")
    #expect(try await Program.run(["merge", garbage]).code == 64)
    _ = try await Self.tune(in: folder.path)
    let whole = try await Program.run(["merge", folder.file("small.tune.json")])
    #expect(whole.code == 64)
    #expect(whole.error.contains("found a whole search"))
    _ = try await Self.tune("--shard", "1/1", in: folder.path)
    let part = folder.file("small.tune.1-of-1.json")
    let twice = try await Program.run(["merge", part, part])
    #expect(twice.code == 64)
    #expect(twice.error.contains("expected each shard once"))
  }
}
