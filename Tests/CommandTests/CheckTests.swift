import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The gate in model mode, from outside: every exit code, with the JSON saying the same.
@Suite(.timeLimit(.minutes(15)))
struct CheckTests {
  private let folder = TemporaryFolder()
  private var baselinePath: String { folder.file("baselines/small.model.baseline.json") }
  private var check: Command {
    Command(start: "check SMALL --baseline \(folder.file("baselines")) --output \(folder.file("results"))")
  }

  /// Checks as JSON, which must agree with the code and with the file beside the results.
  private func file(
    _ options: String = "", of scenario: String = "SMALL", code: Int32,
    at place: SourceLocation = #_sourceLocation
  ) async throws -> CheckFile {
    let outcome = try await check("\(options) --format json", of: scenario, code: code, at: place)
    let file = try JSONDecoder().decode(CheckFile.self, from: Data(outcome.output.utf8))
    #expect(file.schema == "scrollsim.check/1")
    #expect(outcome.code == Int32(file.exitCode))
    let kept = try folder.data("results/check.json")
    #expect(try JSONDecoder().decode(CheckFile.self, from: kept) == file)
    return file
  }

  /// Gives the small scenario a baseline that it equals.
  private func makeBaseline() async throws { try await check("--update --reason 'the first'", code: 0) }

  private func baseline() throws -> BaselineFile {
    try #require(try BaselineFile.readIfPresent(path: baselinePath))
  }

  /// Changes one metric of every run of a baseline.
  private func change(_ metric: String, in path: String? = nil, by change: (Double) -> Double) throws {
    let path = path ?? baselinePath
    var baseline = try #require(try BaselineFile.readIfPresent(path: path))
    for id in baseline.samples[0].runs.keys {
      let value = baseline.samples[0].runs[id]?.values[metric] ?? nil
      baseline.samples[0].runs[id]?.values[metric] = change(value ?? 0)
    }
    try baseline.write(to: path)
  }

  @Test func `an unchanged program passes, and says which costs it took`() async throws {
    try await makeBaseline()
    let file = try await file(code: 0)
    #expect(file.verdict == .pass)
    let scenario = try #require(file.scenarios.first)
    #expect(scenario.findings.isEmpty)
    #expect(scenario.against?.reason == "the first")
    #expect(scenario.judged["peakImageBytes"] ?? 0 > 2)
    #expect(scenario.costs?.name == "epyc-2core")
    #expect(scenario.notes.contains { $0.contains("epyc-2core") && $0.contains("this-machine") })
  }

  @Test func `a regression exits with 2, or with 0 if it is advisory`() async throws {
    try await makeBaseline()
    try change("decodes") { $0 - 1 }
    let file = try await file(code: 2)
    #expect(file.verdict == .regression)
    #expect(Set(file.scenarios[0].findings.map(\.metric)) == ["decodes"])
    #expect(try await self.file("--advisory", code: 0).verdict == .regression)
    try await check(
      code: 2, showing: ["small/none/released/fast/opportunistic/lru/urgency/0", "--update --reason TEXT"])
    let annotated = try await check("--format github")
    #expect(annotated.output.hasPrefix("::error file="))
  }

  @Test func `a broken limit exits with 2 whatever the baseline says`() async throws {
    let scenario = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    let file = try await file(of: scenario, code: 2)
    #expect(file.scenarios[0].findings.contains { $0.rule == .limit })
    try await check(
      "--update --reason 'never mind'", of: scenario, code: 2,
      showing: ["was not updated, because the run itself fails"])
    #expect(!folder.has("baselines"))
  }

  @Test func `what was not measured exits with 3, even as an advisory`() async throws {
    let scenario = try SmallScenario.variant(
      [("\"memoryBudget\": \"20 MB\"", "\"memoryBudget\": \"20 MB\", \"memoryLimit\": \"1 MB\"")], in: folder)
    for options in ["", "--advisory", "--update --reason killed"] {
      let file = try await file(options, of: scenario, code: 3)
      #expect(file.verdict == .notMeasured)
      #expect(
        file.scenarios[0].findings.contains { $0.rule == .measured && $0.text.contains("out of memory") })
    }
    #expect(!folder.has("baselines"))
  }

  @Test func `an improvement exits with 4 only if that was asked for`() async throws {
    try await makeBaseline()
    try change("decodes") { $0 + 1 }
    #expect(try await file(code: 0).verdict == .improvement)
    #expect(try await file("--fail-on-improvement", code: 4).verdict == .improvement)
  }

  @Test func `no baseline exits with 5, and so does one of another scenario or table`() async throws {
    #expect(try await file(code: 5).scenarios[0].findings.map(\.rule) == [.baseline])
    try await makeBaseline()
    let scenario = try SmallScenario.variant([("\"seed\": 7", "\"seed\": 8")], in: folder)
    let texts = try await file(of: scenario, code: 5).scenarios[0].findings.map(\.text)
    #expect(texts.contains { $0.contains("scenario file has changed") })
  }

  /// Checks what another program logged about its laps.
  private func judge(
    _ csv: String, _ options: String = "", code: Int32, saying words: String? = nil,
    showing shown: [String] = [], at place: SourceLocation = #_sourceLocation
  ) async throws {
    try folder.write(csv, as: "laps.csv")
    try await folder.scrollsim(
      "check --process laps.csv \(options)", code: code, saying: words, showing: shown, at: place)
  }

  @Test func `laps of another program grow, stay, are too few or are no laps`() async throws {
    func laps(_ count: Int, gain: Int) -> String {
      "lap,footprint_bytes\n" + (1...count).map { "\($0),\(200_000_000 + $0 * gain)\n" }.joined()
    }
    try await judge(laps(20, gain: 4_000_000), code: 2, showing: ["footprint_bytes grows: +4.0 MB a lap"])
    #expect(try CheckFile.read(path: folder.file("results/local/check.json")).verdict == .regression)
    try await judge(laps(20, gain: 1000), code: 0)
    try await judge(laps(5, gain: 1), code: 3)
    // The longest series costs the square of its number of laps.
    try await judge(laps(LapSeries.mostLaps, gain: 4_000_000), "--leak 1MB", code: 2)
    try await judge(
      "lap,memory\n1,2\n", code: 64, saying: "laps.csv: line 1: expected a header of resident_bytes")
    try await judge(
      laps(20, gain: 1), "--update --reason why", code: 64,
      saying: "--update: expected --baseline, found none")
    // A probe that measures nothing.
    try await judge(laps(20, gain: 0), code: 64)
  }

  @Test func `a leak that so few laps might not show exits with 3, and a level above the baseline's with 2`()
    async throws
  {
    func laps(_ level: Int) -> String {
      let rows = (0..<20).map { "\(level + [0, 7, 3, 9, 1, 8, 2, 6, 4, 5][$0 * 7 % 10] * 300)\n" }
      return "resident_kb\n" + rows.joined()
    }
    try await judge(laps(200_000), code: 0)
    try await judge(
      laps(200_000), "--leak 50kB", code: 3, showing: ["A leak of 50 kB a lap could hide in resident_bytes"])
    try await judge(laps(200_000), "--baseline b", code: 5)
    try await judge(laps(200_000), "--baseline b --update --reason first", code: 0)
    try await judge(laps(201_000), "--baseline b", code: 0)
    try await judge(laps(250_000), "--baseline b", code: 2, showing: ["resident_bytes is 25"])
  }

  @Test func `what gates is chosen, by default what hurts`() async throws {
    try await makeBaseline()
    try change("redecodes") { $0 - 1 }
    try await check(code: 0)
    try await check("--gate default --gate redecodes", code: 2)
    try await check("--gate redecodes --tolerance all=100", code: 0)
    try await check("--gate redecode", code: 64, saying: "redecodes")
    try await check(
      "--mode replay --tolerance decodes=2%", code: 64,
      saying: "--tolerance: expected --mode model, found replay")
  }

  @Test func `a change that updates its baselines is compared with those of the branch`() async throws {
    try await makeBaseline()
    try await Program.shell("cp -r '\(folder.file("baselines"))' '\(folder.file("branch"))'")
    try change("decodes") { $0 - 1 }
    try await check("--update --reason 'wider window'", code: 0)
    // The branch has fewer decodes.
    try change("decodes", in: folder.file("branch/small.model.baseline.json")) { $0 / 2 }
    try await check(
      "--before \(folder.file("nowhere"))", code: 0,
      showing: ["The branch has no baseline for it: all of it is new."])
    try await check(
      "--before \(folder.file("branch"))", code: 0,
      showing: ["Pass, accepts: decodes +100 % (small). Reason: wider window"])
  }

  @Test func `a scenario with limits needs no baseline`() async throws {
    let output = "--output \(folder.file("results"))"
    try await Program.run(
      "check SMALL \(output)", code: 0,
      showing: ["Checked against the scenario's limits only; there is no baseline."])
    let broken = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    try await Program.run("check \(broken) \(output)", code: 2)
  }

  @Test func `a damaged baseline exits with 64, is named, and is not overwritten`() async throws {
    let damaged = "{ \"schema\": \"scrollsim.baseline/1\", "
    try await makeBaseline()
    try folder.write(damaged, as: "baselines/small.model.baseline.json")
    for options in ["", "--update --reason again"] {
      let outcome = try await check(options, code: 64)
      #expect(outcome.error.hasPrefix("\(baselinePath): "))
      #expect(try folder.text("baselines/small.model.baseline.json") == damaged)
    }
  }

  @Test func `an update keeps the reasons, the tolerances, and leaves equals alone`() async throws {
    try await makeBaseline()
    try await check("--update --reason same", showing: ["was left unchanged"])
    #expect(try baseline().history.map(\.reason) == ["the first"])
    try await check("--update --reason 'decodes vary' --tolerance decodes=10%", code: 0)
    #expect(try baseline().history.map(\.reason) == ["the first", "decodes vary"])
    try change("decodes") { $0 - 1 }
    try await check(code: 0)
    try change("peakImageBytes") { $0 - 1 }
    try await check(code: 2)
    try await check("--update --reason meant", code: 0, showing: ["values differed"])
    #expect(try baseline().tolerances["decodes"] == Tolerance("10%"))
    try await check(code: 0)
  }

  @Test(arguments: [
    "--before b", "--baseline b --update", "--baseline b --update --reason \t", "--baseline b --reason why",
    "--baseline b --base x", "--tolerance decodes=2%", "--baseline b --gate zest", "--baseline b --leak 1MB",
    "--mode replay --base x --gate decodes", "--baseline b --update --reason why --tolerance zest=2%",
    "--baseline b --update --reason why --tolerance decodes=-2%", "--mode replay --base x --rounds 9",
    "--mode replay --base x --update --reason y", "--baseline b --mode replay --costs epyc-2core",
    "--baseline b --costs phone", "--baseline b --strict", "--baseline b --rounds 15",
    "--baseline ''", "--baseline b --format xml",
    "SMALL --baseline b", "--mode replay --baseline b --tolerance decodes=2%",
  ])
  func `wrong usage exits with 64 before anything is measured`(line: String) async throws {
    try await folder.scrollsim("check SMALL \(line)", code: 64)
    #expect(try folder.names().isEmpty)
  }
}
