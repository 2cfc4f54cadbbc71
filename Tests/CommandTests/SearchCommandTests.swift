import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// Searches, in one process and in several.
@Suite(.timeLimit(.minutes(15)))
struct SearchCommandTests {
  private let folder = TemporaryFolder()
  private var advise: Command { search(into: folder.path) }

  private func search(into output: String) -> Command {
    Command(
      start: "advise SMALL --costs epyc-2core --combinations 30 --output \(output) "
        + "--strategy none --strategy screens --order urgency")
  }

  /// Joins some of the `count` shares of a search.
  private func join(_ shares: [Int], of count: Int, from part: String = ".") -> Command {
    let files = shares.map { folder.file("\(part)/small.advice.\($0)-of-\(count).json") }
    return Command(start: "advise --output \(folder.file("joined")) --join \(files.joined(separator: " "))")
  }

  @Test func `a search leaves a file and a page, and prints the front with a recommendation`() async throws {
    let outcome = try await advise(code: 0)
    let file = try folder.advice()
    #expect(file.options.memoryBudgetBytes == 20_000_000)
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(outcome.output.contains("Recommended: "))
    #expect(try folder.text("small.advice.html") == Document(file).html())
    #expect(
      outcome.complaints.first?.hasPrefix(
        "evaluated \(file.candidates.count) combinations over 1 scenario in ") == true)
    #expect(outcome.complaints.contains("advice: \(folder.file("small.advice.json"))"))
  }

  @Test func `the front's best few are replayed, and the search keeps what they say`() async throws {
    let outcome = try await advise(
      "--costs iphone-6 --confirm 3 --rounds 2 --repeats 0 --memory-budget 12MB --seed 11")
    let file = try folder.advice()
    let record = try #require(file.outcome?.confirmation, "\(outcome.error)")
    // Tests run beside others, so the replays' verdict depends on the machine.
    #expect(outcome.code == (record.verdict == .contradicts ? 2 : 0), "\(outcome.error)")
    #expect(record.rows.first?.candidate == file.outcome?.recommended?.candidate)
    #expect((2...3).contains(record.rows.count))
    #expect(record.rows.allSatisfy { (1...2).contains($0.losses.count) || $0.failure != nil })
    #expect(record.results == ["small-confirm"])
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(
      ["Replays agree", "Replays cannot tell", "Replays contradict", "Nothing is confirmed"].contains {
        outcome.output.contains($0)
      })

    let replay = try folder.result("small-confirm.replay")
    #expect(replay.runs.count == 2 * record.rows.count)
    #expect(replay.scenario.memoryBudgetBytes == 12_000_000)
    #expect(replay.scenario.seed == 11)
    let replayed = record.rows.map { file.candidates[$0.candidate].combination }
    #expect(Set(replay.runs.map(\.combination)) == Set(replayed))
    // The engine of each worker kept to the search's budget, not to the scenario's.
    #expect(replay.runs.allSatisfy { ($0.figure("peakImageBytes") ?? 0) <= 12_000_000 })
    #expect(try folder.text("small.advice.html").contains("By the clock"))
  }

  @Test func `a format gets standard output to itself`() async throws {
    for format in ["json", "csv", "markdown"] {
      let outcome = try await advise("--format \(format)", code: 0)
      let file = try folder.advice()
      let expected =
        switch format {
        case "json": try file.json() + "\n"
        case "csv": CSVReport(file).render()
        default: Document(file).markdown()
        }
      #expect(outcome.output == expected)
    }
  }

  @Test(arguments: ["--variations", "--no-variations"])
  func `joined shards are the whole but for provenance, whatever the jobs`(option: String) async throws {
    try await search(into: folder.file("whole"))("--jobs 1 \(option)", code: 0)
    let advise = search(into: folder.file("parts"))
    for shard in 1...3 {
      try await advise("--shard \(shard)/3 --jobs 3 \(option)", code: 0, showing: ["Shard \(shard)/3: "])
    }
    try await join([3, 1, 2], of: 3, from: "parts")(code: 0)
    let whole = try folder.advice(in: "whole")
    var other = try folder.advice(in: "joined")
    #expect(other.provenance.command != whole.provenance.command)
    other.provenance = whole.provenance
    #expect(try other.json() == whole.json())
  }

  @Test func `joined shards are confirmed by replays of the device that they asked about`() async throws {
    try await advise("--costs iphone-6 --shard 1/1", code: 0)
    let outcome = try await join([1], of: 1)("--confirm 2 --rounds 1 --repeats 0")
    #expect(try folder.advice(in: "joined").outcome?.confirmation != nil, "\(outcome.error)")
    #expect(try folder.result("joined/small-confirm.replay").scenario.devicePace?.device == "iphone-6")
  }

  @Test func `scenarios of different budgets need one, and are filed under all names`() async throws {
    let other = try SmallScenario.variant(
      [("\"name\": \"small\"", "\"name\": \"other\""), ("20 MB", "10 MB")], in: folder)
    try await advise(other, code: 64, saying: "found small 20 MB, other 10 MB; give '--memory-budget'")
    try await advise("\(other) --memory-budget 20MB", code: 0)
    let file = try AdviceFile.read(path: folder.file("small+other.advice.json"))
    #expect(file.scenarios.map(\.scenario.memoryBudgetBytes) == [20_000_000, 20_000_000])
    #expect(file.candidates.allSatisfy { $0.measurements.count == 2 })
  }

  @Test func `a missing part exits with 3`() async throws {
    for shard in [1, 3] { try await advise("--shard \(shard)/3") }
    let outcome = try await join([1, 3], of: 3)(
      code: 3, saying: "expected all 3 shards, found 2; missing: 2/3; run 'scrollsim advise'")
    #expect(outcome.output == "")
  }

  @Test func `parts of different searches exit with 5`() async throws {
    try await advise("--shard 1/2")
    try await advise("--shard 2/2 --memory-budget 10MB")
    let outcome = try await join([1, 2], of: 2)(code: 5, saying: "budget 20000000 bytes")
    #expect(outcome.error.contains("found budget 10000000 bytes"))
  }

  @Test func `parts of a scenario that has changed since exit with 5`() async throws {
    let scenario = try SmallScenario.variant([], in: folder)
    try await advise("--shard 1/1", of: scenario)
    _ = try SmallScenario.variant([("4000", "3000")], in: folder)
    let outcome = try await join([1], of: 1)(code: 5)
    #expect(outcome.error.hasPrefix("\(scenario): expected the scenario that the shares were made with"))
  }

  @Test func `if nothing keeps to the budget, it exits with 2 and the search is kept`()
    async throws
  {
    let outcome = try await advise("--memory-budget 10kB", code: 2)
    #expect(outcome.output.contains("No strategy fits the budget of 10 kB; the smallest is none with "))
    #expect(!outcome.output.contains("Recommended:") && folder.has("small.advice.html"))
    #expect(try folder.advice().outcome?.recommended == nil)
  }

  @Test(arguments: [
    ("--shard 0/3", "expected a share from 1/n to n/n"), ("--shard 4/3", "found '4/3'"),
    ("--shard 1", "found '1'"), ("--shard 1/2/3", "found '1/2/3'"),
    ("--shard 1/99999999999999999999", "expected a share"),
    ("--memory-budget 0", "above 0, found '0'"), ("--memory-budget much", "such as \"150 MB\""),
    ("--memory-budget=-5", "found '-5'"), ("--strategy nobody", "expected one of none"),
    ("--strategy keep-all", "found 'keep-all', which is a bound"),
    ("--strategy screens:leading=99", "0.0 to 20.0 screenfuls, found 99"),
    ("--combinations 0", "expected 1 to 100000, found 0"), ("--jobs 0", "expected 1 to 1024, found 0"),
    ("--confirm 1", "expected 2 to 20 of the front, found 1"), ("--confirm 21", "found 21"),
    ("--rounds 3", "expected '--confirm'"), ("--at-most 10m", "expected '--confirm'"),
    ("--repeats 2", "expected '--confirm'"), ("--require-quiet", "expected '--confirm'"),
    ("--confirm 3 --shard 1/2", "'--join' takes '--confirm'"),
    ("--costs nothing", "expected one of this-machine"), ("--cells kept", "found 'kept'"),
    ("SMALL", "found 'small' again"),
    ("--shard 1/2 --columns 4", "--shard: expected no option that describes a grid"),
    ("--shard 1/2 --speed 2", "--shard: expected no option that describes a grid"),
    ("--confirm 3 --workers 3", "--confirm: expected no --screen, --workers"),
    ("--join a.json", "--join: expected no scenario and no option of the search"),
    ("--loads=0", "expected different loads from 0.01 to 100"), ("--loads=1,1", "found '1,1'"),
    ("--loads=x", "found 'x'"), ("--loads=1,,2", "found '1,,2'"), ("--loads=1e9", "found '1e9'"),
    ("--memory-budget 120", "write \"120 MB\""),
    ("--decode-time 25000", "a time from 0.01 ms to 10 s such as 25ms"),
    ("--decode-time '25 furlongs'", "found '25 furlongs'"), ("--workers 0", "expected 1 to 64, found 0"),
    ("--speed 0", "expected 0.1 to 10, found 0"), ("--screen 1x1", "such as 390x844@3, found '1x1'"),
    ("--screen 50x50 --columns 40", "expected room for 40 cells between spacings of 2.0 points"),
    ("--invert", "--invert: expected '--trace FILE.csv'"),
    ("--physics overscroller", "--physics: expected '--trace FILE.csv'"),
  ])
  func `bad input is refused with what was expected and found`(options: String, words: String) async throws {
    try await Program.run("advise SMALL --output \(folder.path) \(options)", code: 64, saying: words)
  }

  @Test func `what is no share is not joined`() async throws {
    let join = Command(start: "advise --output \(folder.path) --join")
    try await join(
      "/nowhere.json --no-variations", code: 64, saying: "--join: expected no scenario and no option")
    let missing = try await join("/nowhere.json", code: 74)
    #expect(missing.error.hasPrefix("/nowhere.json: expected a file that 'scrollsim advise' wrote"))
    let garbage = try folder.write("{\"schema\": \"scrollsim.result/1\"}", as: "x.json")
    try await join(garbage, code: 64)
    try await advise()
    try await join(folder.file("small.advice.json"), code: 64, saying: "found a whole search")
    try await advise("--shard 1/1")
    let part = folder.file("small.advice.1-of-1.json")
    try await join("\(part) \(part)", code: 64, saying: "expected each shard once")
  }

  @Test func `every strategy is shown at each load, and a report of the file says the same`() async throws {
    let outcome = try await Program.run(
      "advise SMALL --costs epyc-2core --every --loads 2,0.5 --order fifo --no-variations --output \(folder.path)",
      code: 0, showing: ["Recommended: ", "is recommended.", "Your load is ", "oracle (ref.)", "│ bound"])
    let file = try folder.advice()
    #expect(file.outcome?.loads?.map(\.load) == [0.5, 2])
    #expect(file.outcome?.loads?.allSatisfy { $0.bound != nil } == true)
    let compared = Set(file.candidates.map(\.combination.strategy))
    #expect(compared == Set(ComparedStrategies.all.map { $0.descriptor.name }))
    #expect(outcome.output == Document(file).terminal(colour: false, width: 10_000))
    #expect(try folder.text("small.advice.html") == Document(file).html())
    let report = try await Program.run("report \(folder.file("small.advice.json"))", code: 0)
    #expect(report.output == outcome.output, "\(report.error)")
  }
}
