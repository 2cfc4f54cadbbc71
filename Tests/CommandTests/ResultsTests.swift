import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Results by name, and replays that continue where they were interrupted.
@Suite(.timeLimit(.minutes(10)))
struct ResultsTests {
  private let folder = TemporaryFolder()

  /// Models the small scenario under the name `mine`.
  private func model(costs: String = "epyc-2core") async throws {
    try await SmallScenario.model(
      "--costs \(costs) --strategy none --strategy screens --name mine", in: folder)
  }

  @Test func `results are listed, shown and compared by their names`() async throws {
    let there = "--results \(folder.path)"
    #expect(try await Program.run("list results \(there)").output.contains("none yet"))
    for costs in ["epyc-2core", "iphone-6"] { try await model(costs: costs) }
    let list = try await Program.run("list results \(there)")
    #expect(list.output.contains("mine.model"))
    #expect(!list.output.contains("history/"))
    try await Program.run("list results --history \(there)", showing: ["history/mine.model."])

    try await Program.run("report mine \(there)", code: 0, showing: ["screens"])

    let alone = try await Program.run("compare \(folder.file("mine.model.json"))")
    for words in ["previous mine", "mine previous", "mine", "mine.model"] {
      let named = try await Program.run("compare \(words) \(there)")
      #expect(named.code == alone.code)
      #expect(named.output == alone.output, "\(words)")
    }

    // A folder of the name, where the command runs, hides nothing.
    try folder.makeFolder("cwd/mine")
    let beside = try await Program.run("compare mine \(there)", in: folder.file("cwd"))
    #expect(beside.output == alone.output)
  }

  @Test(arguments: [
    ("report fling", "found none that is called 'fling'; there are: mine.model"),
    ("report mine fling", "found none that is called 'fling'"),
    ("explain mine.replay", "found none that is called 'mine.replay'"),
    ("compare previous", "expected the result that replaced it"),
  ])
  func `a name that no result has is answered with those that there are`(line: String, words: String)
    async throws
  {
    try await model()
    try await Program.run("\(line) --results \(folder.path)", code: 64, saying: words)
  }

  @Test(arguments: ["a/b", "..", "a b", String(repeating: "a", count: 65)])
  func `a name that cannot be part of a file's is refused`(name: String) async throws {
    try await Program.run(
      "run SMALL --mode model '--name=\(name)'", code: 64,
      saying: "expected at most 64 letters, digits and hyphens")
  }

  @Test func `a name is for one scenario`() async throws {
    try await Program.run(
      "run fling settle --mode model --name both", code: 64, saying: "--name: expected one scenario, found 2")
  }

  @Test func `interrupted replays continue with what they have, and only as the same replays`() async throws {
    let scenario = try SmallScenario.short(in: folder)
    let run = "run \(scenario) --rounds 2 --output \(folder.file("results"))"
    try await Program.run(run, code: 0)
    let (whole, partial) = (
      folder.file("results/small.replay.json"), folder.file("results/small.replay.4711.partial.json")
    )
    // As an interruption after the first run leaves it.
    let before = try ResultFile.read(path: whole)
    var interrupted = before
    interrupted.runs[1].status = .notRun
    try interrupted.write(to: partial)
    try FileManager.default.removeItem(atPath: whole)

    // Of several, the latest is meant.
    let older = folder.file("results/small.replay.12.partial.json")
    try before.write(to: older)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: older)

    try await Program.run(
      "\(run) --resume --seed 99", code: 64,
      saying: "expected the same replays, but these differ: library, seed;")
    #expect(try ResultFile.read(path: partial) == interrupted)

    let resumed = try await Program.run(
      "\(run) --resume", code: 0, saying: "\(partial) holds 1 run that ended")
    #expect(resumed.error.contains("\(older): left as it is; it is older"))
    let after = try ResultFile.read(path: whole)
    #expect(after.runs.map(\.status) == [.completed, .completed])
    #expect(after.runs[0].decodes == before.runs[0].decodes, "it was not measured again")
    #expect(after.runs[1].decodes != before.runs[1].decodes)
    #expect(!FileManager.default.fileExists(atPath: partial) && FileManager.default.fileExists(atPath: older))
  }

  @Test func `nothing to resume is reported, and replays start over; a model takes no option of replays`()
    async throws
  {
    let scenario = try SmallScenario.short(in: folder)
    try await Program.run(
      "run \(scenario) --resume --output \(folder.file("results"))",
      code: 0, saying: "there is no partial result of interrupted replays beside it; they start over")
    for option in ["--resume", "--time-limit 9s", "--at-most 9s", "--repeats 1", "--require-quiet"] {
      try await Program.run(
        "run \(scenario) --mode model \(option)", code: 64, saying: "expected replays, since a model")
    }
  }
}
