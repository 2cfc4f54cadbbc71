import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The gate in model mode, from outside: every exit code, with the JSON saying the same.
@Suite(.timeLimit(.minutes(15)))
struct CheckTests {
  /// A folder in which the small scenario has a baseline that it equals.
  private func folder() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try await check(["--update", "--reason", "the first"], in: folder, code: 0)
    return folder
  }

  @discardableResult
  private func check(
    _ arguments: [String], of scenario: String = SmallScenario.path, in folder: TemporaryFolder,
    code: Int32? = nil, saying words: String? = nil, at place: SourceLocation = #_sourceLocation
  ) async throws -> Program.Outcome {
    try await Program.run(
      ["check", scenario, "--baseline", folder.file("baselines"), "--output", folder.file("results")]
        + arguments, code: code, saying: words, at: place)
  }

  private func baselinePath(in folder: TemporaryFolder) -> String {
    folder.file("baselines/small.model.baseline.json")
  }

  /// Changes one metric of every run of the baseline.
  private func change(_ metric: String, by delta: Double, in folder: TemporaryFolder) throws {
    let path = baselinePath(in: folder)
    var baseline = try #require(try BaselineFile.readIfPresent(path: path))
    for id in baseline.samples[0].runs.keys {
      let value = baseline.samples[0].runs[id]?.values[metric] ?? nil
      baseline.samples[0].runs[id]?.values[metric] = (value ?? 0) + delta
    }
    try baseline.write(to: path)
  }

  /// Standard output as JSON, which must agree with the code and with the file beside the results.
  private func file(_ outcome: Program.Outcome, in folder: TemporaryFolder) throws -> CheckFile {
    let file = try JSONDecoder().decode(CheckFile.self, from: Data(outcome.output.utf8))
    #expect(file.schema == "scrollsim.check/1")
    #expect(outcome.code == Int32(file.exitCode))
    let kept = try folder.data("results/check.json")
    #expect(try JSONDecoder().decode(CheckFile.self, from: kept) == file)
    return file
  }

  @Test func `an unchanged program passes, and says which costs it took`() async throws {
    let folder = try await folder()
    let outcome = try await check(["--format", "json"], in: folder)
    let file = try file(outcome, in: folder)
    #expect(outcome.code == 0)
    #expect(file.verdict == .pass)
    let scenario = try #require(file.scenarios.first)
    #expect(scenario.findings.isEmpty)
    #expect(scenario.against?.reason == "the first")
    #expect(scenario.judged["peakImageBytes"] ?? 0 > 2)
    #expect(scenario.costs?.name == "epyc-2core")
    #expect(scenario.notes.contains { $0.contains("epyc-2core") && $0.contains("this-machine") })
  }

  @Test func `a regression ends with 2, or with 0 where it is advisory`() async throws {
    let folder = try await folder()
    try change("decodes", by: -1, in: folder)
    let outcome = try await check(["--format", "json"], in: folder)
    let file = try file(outcome, in: folder)
    #expect(outcome.code == 2)
    #expect(file.verdict == .regression)
    #expect(Set(file.scenarios[0].findings.map(\.metric)) == ["decodes"])
    let advisory = try await check(["--advisory", "--format", "json"], in: folder, code: 0)
    #expect(try self.file(advisory, in: folder).verdict == .regression)
    let text = try await check([], in: folder, code: 2)
    #expect(text.output.contains("small/none/released/fast/opportunistic/lru/urgency/0"))
    #expect(text.output.contains("--update --reason TEXT"))
    let annotated = try await check(["--format", "github"], in: folder)
    #expect(annotated.output.hasPrefix("::error file="))
  }

  @Test func `a broken limit ends with 2 whatever the baseline says`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    let outcome = try await check(["--format", "json"], of: scenario, in: folder, code: 2)
    #expect(try file(outcome, in: folder).scenarios[0].findings.contains { $0.rule == .limit })
    let refused = try await check(["--update", "--reason", "never mind"], of: scenario, in: folder, code: 2)
    #expect(refused.output.contains("was not updated, because the run itself fails"))
    #expect(!folder.has("baselines"))
  }

  @Test func `what was not measured ends with 3, even as an advisory`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"memoryBudget\": \"20 MB\"", "\"memoryBudget\": \"20 MB\", \"memoryLimit\": \"1 MB\"")], in: folder)
    for options in [[], ["--advisory"], ["--update", "--reason", "killed"]] {
      let outcome = try await check(options + ["--format", "json"], of: scenario, in: folder, code: 3)
      let file = try file(outcome, in: folder)
      #expect(file.verdict == .notMeasured)
      #expect(
        file.scenarios[0].findings.contains { $0.rule == .measured && $0.text.contains("out of memory") })
    }
    #expect(!folder.has("baselines"))
  }

  @Test func `an improvement ends with 4 only if that was asked for`() async throws {
    let folder = try await folder()
    try change("decodes", by: 1, in: folder)
    let outcome = try await check(["--format", "json"], in: folder, code: 0)
    #expect(try file(outcome, in: folder).verdict == .improvement)
    let strict = try await check(["--fail-on-improvement", "--format", "json"], in: folder, code: 4)
    #expect(try file(strict, in: folder).verdict == .improvement)
  }

  @Test func `no baseline ends with 5, and so does one of another scenario or table`() async throws {
    let empty = try TemporaryFolder()
    let missing = try await check(["--format", "json"], in: empty, code: 5)
    #expect(try file(missing, in: empty).scenarios[0].findings.map(\.rule) == [.baseline])

    let folder = try await folder()
    let scenario = try SmallScenario.variant([("\"seed\": 7", "\"seed\": 8")], in: folder)
    let other = try await check(["--format", "json"], of: scenario, in: folder, code: 5)
    let texts = try file(other, in: folder).scenarios[0].findings.map(\.text)
    #expect(texts.contains { $0.contains("scenario file has changed") })
  }

  @Test func `laps of another program grow, stay, are too few or are no laps`() async throws {
    let folder = try TemporaryFolder()
    func outcome(_ csv: String, leak: String? = nil) async throws -> Program.Outcome {
      try folder.write(csv, as: "laps.csv")
      return try await Program.run(
        ["check", "--process", "laps.csv"] + (leak.map { ["--leak", $0] } ?? []), in: folder.path)
    }
    func laps(_ count: Int, gain: Int) -> String {
      "lap,footprint_bytes\n" + (1...count).map { "\($0),\(200_000_000 + $0 * gain)\n" }.joined()
    }
    let growing = try await outcome(laps(20, gain: 4_000_000))
    #expect(growing.code == 2)
    #expect(growing.output.contains("footprint_bytes grows: +4.0 MB a lap"), "\(growing.output)")
    #expect(try CheckFile.read(path: folder.file("results/local/check.json")).verdict == .regression)
    #expect(try await outcome(laps(20, gain: 1000)).code == 0)
    #expect(try await outcome(laps(5, gain: 1)).code == 3)
    // The longest series costs the square of its number of laps.
    #expect(try await outcome(laps(LapSeries.mostLaps, gain: 4_000_000), leak: "1MB").code == 2)
    let wrong = try await outcome("lap,memory\n1,2\n")
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("laps.csv: line 1: expected a header of resident_bytes"), "\(wrong.error)")
    let update = ["check", "--process", "laps.csv", "--update", "--reason", "why"]
    try await Program.run(
      update, in: folder.path, code: 64, saying: "--update: expected --baseline, found none")
    #expect(try await outcome(laps(20, gain: 0)).code == 64, "a probe that measures nothing")
  }

  @Test func `a leak that so few laps need not show ends with 3, and a level above the baseline's with 2`()
    async throws
  {
    let folder = try TemporaryFolder()
    func check(level: Int, _ more: [String], code: Int32? = nil) async throws -> Program.Outcome {
      let rows = (0..<20).map { "\(level + [0, 7, 3, 9, 1, 8, 2, 6, 4, 5][$0 * 7 % 10] * 300)\n" }
      try folder.write("resident_kb\n" + rows.joined(), as: "laps.csv")
      return try await Program.run(["check", "--process", "laps.csv"] + more, in: folder.path, code: code)
    }
    #expect(try await check(level: 200_000, []).code == 0)
    let asked = try await check(level: 200_000, ["--leak", "50kB"], code: 3)
    #expect(asked.output.contains("A leak of 50 kB a lap could hide in resident_bytes"), "\(asked.output)")
    let baseline = ["--baseline", "b"]
    #expect(try await check(level: 200_000, baseline).code == 5)
    #expect(try await check(level: 200_000, baseline + ["--update", "--reason", "the first"]).code == 0)
    #expect(try await check(level: 201_000, baseline).code == 0)
    let larger = try await check(level: 250_000, baseline, code: 2)
    #expect(larger.output.contains("resident_bytes is 25"), "\(larger.output)")
  }

  @Test func `what gates is chosen, by default what hurts`() async throws {
    let folder = try await folder()
    try change("redecodes", by: -1, in: folder)
    #expect(try await check([], in: folder).code == 0)
    #expect(try await check(["--gate", "default", "--gate", "redecodes"], in: folder).code == 2)
    #expect(try await check(["--gate", "redecodes", "--tolerance", "all=100"], in: folder).code == 0)
    try await check(["--gate", "redecode"], in: folder, code: 64, saying: "redecodes")
    try await check(
      ["--mode", "replay", "--tolerance", "decodes=2%"], in: folder, code: 64,
      saying: "--tolerance: expected --mode model, found replay")
  }

  @Test func `a change that updates its baselines is held beside those of the branch`() async throws {
    let folder = try await folder()
    try await Program.shell("cp -r '\(folder.file("baselines"))' '\(folder.file("branch"))'")
    try change("decodes", by: -1, in: folder)
    try await check(["--update", "--reason", "wider window"], in: folder, code: 0)
    // The branch has fewer decodes.
    let path = folder.file("branch/small.model.baseline.json")
    var branch = try #require(try BaselineFile.readIfPresent(path: path))
    for id in branch.samples[0].runs.keys {
      if let value = branch.samples[0].runs[id]?.values["decodes"] ?? nil {
        branch.samples[0].runs[id]?.values["decodes"] = value / 2
      }
    }
    try branch.write(to: path)
    let new = try await check(["--before", folder.file("nowhere")], in: folder)
    #expect(new.code == 0 && new.output.contains("The branch has no baseline of it: all of it is new."))
    let outcome = try await check(["--before", folder.file("branch")], in: folder, code: 0)
    #expect(
      outcome.output.contains("Pass, accepts: decodes +100 % (small). Reason: wider window"),
      "\(outcome.output)")
  }

  @Test func `a scenario with limits needs no baseline`() async throws {
    let folder = try TemporaryFolder()
    func check(_ scenario: String, code: Int32) async throws -> Program.Outcome {
      try await Program.run(["check", scenario, "--output", folder.file("results")], code: code)
    }
    let held = try await check(SmallScenario.path, code: 0)
    #expect(held.output.contains("Held to the scenario's limits; there is no baseline."))
    let broken = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    _ = try await check(broken, code: 2)
  }

  @Test func `a damaged baseline ends with 64, is named, and is not written over`() async throws {
    let folder = try await folder()
    let path = baselinePath(in: folder)
    let damaged = Data("{ \"schema\": \"scrollsim.baseline/1\", ".utf8)
    try damaged.write(to: URL(fileURLWithPath: path))
    for options in [[], ["--update", "--reason", "again"]] {
      let outcome = try await check(options, in: folder, code: 64)
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix("\(path): "))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == damaged)
    }
  }

  @Test func `standard output that cannot be written ends with 74`() async throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
    let folder = try await folder()
    try await Program.shell(
      "exec '\(Program.path)' check '\(SmallScenario.path)' --baseline '\(folder.file("baselines"))' "
        + "--output '\(folder.file("results"))' > /dev/full", code: 74, saying: "standard output")
  }

  @Test func `an update keeps the reasons, the tolerances, and leaves equals alone`() async throws {
    let folder = try await folder()
    let path = baselinePath(in: folder)
    let same = try await check(["--update", "--reason", "nothing new"], in: folder)
    #expect(same.output.contains("was left as it is"))
    #expect(try BaselineFile.readIfPresent(path: path)?.history.map(\.reason) == ["the first"])
    try await check(
      ["--update", "--reason", "decodes vary", "--tolerance", "decodes=10%"], in: folder, code: 0)
    #expect(
      try BaselineFile.readIfPresent(path: path)?.history.map(\.reason) == ["the first", "decodes vary"])
    try change("decodes", by: -1, in: folder)
    #expect(try await check([], in: folder).code == 0)
    try change("peakImageBytes", by: -1, in: folder)
    #expect(try await check([], in: folder).code == 2)
    let accepted = try await check(["--update", "--reason", "meant so"], in: folder, code: 0)
    #expect(accepted.output.contains("values differed"))
    #expect(try BaselineFile.readIfPresent(path: path)?.tolerances["decodes"] == Tolerance("10%"))
    #expect(try await check([], in: folder).code == 0)
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
  func `wrong usage ends with 64 before anything is measured`(line: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(SmallScenario.words("check SMALL \(line)"), in: folder.path, code: 64)
    #expect(outcome.output == "")
    #expect(outcome.error != "")
    #expect(try folder.names().isEmpty)
  }
}
