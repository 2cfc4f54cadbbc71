import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The options of `run`.
@Suite(.timeLimit(.minutes(15)))
struct RunOptionTests {
  private let folder = TemporaryFolder()

  @Test(arguments: ["json", "csv", "markdown"])
  func `a format gets standard output to itself`(format: String) async throws {
    let replay = try await SmallScenario.replay("--strategy none --format \(format)", code: 0)
    let result = try replay.result()
    let expected =
      switch format {
      case "json": try result.json() + "\n"
      case "csv": CSVReport(result).render()
      default: Document([result]).markdown()
      }
    #expect(replay.outcome.output == expected)
  }

  @Test func `options narrow and repeat the matrix`() async throws {
    let photos = try await Photos.folder(named: ["a.jpg", "b.jpg", "c.jpg"])
    let replay = try await SmallScenario.replay(
      "--strategy screens:leading=3 --cells reused --cells retained --resize-mode exact --order lifo "
        + "--rounds 2 --seed 11 --library \(photos.path)", of: SmallScenario.short(in: folder), code: 0)
    let result = try replay.result()
    #expect(
      result.runs.map(\.id)
        == ["reused", "retained"].flatMap { cells in
          (0..<2).map { "small/screens(leading=3)/\(cells)/exact/opportunistic/lru/lifo/\($0)" }
        })
    #expect(result.runs.last?.combination.parameters == ["leading": 3, "trailing": 1])
    #expect(result.scenario.seed == 11)
    #expect(result.library.photos == 3)
    #expect(result.verdict == .pass)
  }

  @Test(arguments: [
    ("nobody", "expected one of none, apple-sample"), ("''", "found ''"),
    ("screens:leading", "found 'leading'"),
    ("screens:depth=3", "found 'depth'"), ("screens:leading=lots", "found 'leading=lots'"),
    ("screens:leading=21", "0.0 to 20.0 screenfuls, found 21"), ("screens:leading=nan", "found nan"),
    ("none:leading=3", "expected no parameters"),
  ])
  func `an unknown strategy is refused with the known ones`(argument: String, words: String)
    async throws
  {
    let outcome = try await Program.run(
      "run SMALL --strategy \(argument) --output \(folder.path)", code: 64, saying: words)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.hasPrefix("--strategy"))
  }

  @Test func `the same run asked for twice is refused`() async throws {
    try await Program.run(
      "run SMALL --strategy screens --strategy screens:leading=2",
      code: 64, saying: "small/screens/released/fast/opportunistic/lru/urgency/0 again")
  }

  @Test func `several scenarios leave a result each`() async throws {
    let other = try SmallScenario.variant([("\"name\": \"small\"", "\"name\": \"other\"")], in: folder)
    let outcome = try await Program.run("run SMALL \(other) --strategy none --output \(folder.path)", code: 0)
    for name in ["small", "other"] {
      #expect(outcome.output.contains("\(name) · replay"))
      #expect(try folder.result("\(name).replay").scenario.name == name)
    }
  }

  @Test(arguments: ["json", "csv"])
  func `a format of one document is refused for several scenarios, before anything runs`(format: String)
    async throws
  {
    let other = try SmallScenario.variant([("\"name\": \"small\"", "\"name\": \"other\"")], in: folder)
    let results = folder.file("results")
    try await Program.run(
      "run SMALL \(other) --strategy none --format \(format) --output \(results)", code: 64,
      saying: "--format \(format): expected one scenario for one document, found 2; run each separately")
    #expect(!folder.has("results"))
  }

  @Test func `by default results go into results/local below the working folder`() async throws {
    try await folder.scrollsim("run SMALL --strategy none", code: 0)
    #expect(try folder.result("results/local/small.replay").verdict == .pass)
  }
}
