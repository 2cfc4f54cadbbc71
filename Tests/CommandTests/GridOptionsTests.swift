import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// The options that describe a grid mean the same in every command.
@Suite(.timeLimit(.minutes(15)))
struct GridOptionsTests {
  private let folder = TemporaryFolder()
  private let trace: String
  private var scrollsim: Command { Command(start: "", folder: folder.path, code: 0) }
  private var grid: String { "--columns 4 --memory-budget 33MB --costs iphone-6 --trace \(trace)" }

  init() throws {
    let moves = (0...40).map { "\(Double($0) / 20),\($0 * 60)" }.joined(separator: "\n")
    trace = try folder.write("time_s,offset_pt\n\(moves)\n", as: "scroll.csv")
  }

  @Test func `one grid is asked about by run and advise`() async throws {
    try await scrollsim("run SMALL --mode model --no-variations --output results \(grid)")
    try await scrollsim("advise SMALL --strategy screens --no-variations --output results \(grid)")
    let result = try folder.result("results/small.model")
    let advice = try folder.advice(in: "results")
    let scenarios = [result.scenario] + advice.scenarios.map(\.scenario)
    #expect(scenarios.map(\.columns) == [4, 4])
    #expect(scenarios.map(\.memoryBudgetBytes) == [33_000_000, 33_000_000])
    #expect(Set(scenarios.map(\.durationSeconds)).count == 1)
    // The file alone is a different question.
    #expect(Set(scenarios.map(\.sha256)).count == 1)
    let file = SHA256.hex(of: Array(try Data(contentsOf: URL(fileURLWithPath: SmallScenario.path))))
    #expect(!scenarios.map(\.sha256).contains(file))
    #expect([result.costs?.name] + advice.scenarios.map(\.costs.name) == ["iphone-6", "iphone-6"])
  }

  @Test func `a replay scrolls that grid, at the device's decode times`() async throws {
    let run = "run SMALL --rounds 1 --no-variations --strategy none --output"
    let outcome = try await scrollsim("\(run) results \(grid)")
    let result = try folder.result("results/small.replay")
    #expect(result.scenario.columns == 4 && result.scenario.memoryBudgetBytes == 33_000_000)
    #expect(result.runs.map(\.status) == [.completed])
    // A machine that is slower than the device cannot keep to its decode times, and says so instead.
    let pace = try #require(result.scenario.devicePace)
    #expect(pace.device == "iphone-6")
    #expect(outcome.output.contains("small · replay · iphone-6") == pace.isKept)
    #expect(outcome.output.contains(pace.sentence))
    try await scrollsim("\(run) here --costs this-machine")
    #expect(try folder.result("here/small.replay").scenario.devicePace == nil)
  }

  @Test func `init writes that grid, and repeats a folder's photos as far as it is scrolled`() async throws {
    try folder.makeFolder("photos")
    try await scrollsim("init mine.json --library photos \(grid)")
    let text = try folder.text("mine.json")
    for part in [
      "\"columns\": 4", "\"memoryBudget\": \"33 MB\"", "\"costs\": \"iphone-6\"",
      "\"recording\": \"\(trace)\"", "scrolled as recorded: which strategy keeps up",
    ] { #expect(text.contains(part), "\(part)") }
    // 2,400 points and a screenful of 844, in rows of four cells of 96 points and their spacing of 2.
    let rows = Int((3244.0 / ((390.0 - 6) / 4 + 2)).rounded(.up))
    #expect(text.contains("\"photos\": \(rows * 4)"), "\(text)")
    try await scrollsim("init laps.json --worry memory --trace \(trace)", code: 64, saying: "--worry")
  }

  @Test func `init refuses a recording that a run would refuse, and says what is odd about others`()
    async throws
  {
    let upwards = try folder.write("time_s,offset_pt\n0,0\n1,-3000\n", as: "upwards.csv")
    try await scrollsim("init up.json --trace \(upwards)", code: 64, saying: "never leaves the start")
    #expect(!folder.has("up.json"))
    try await scrollsim("init few.json --photos 30 --trace \(trace)", code: 0, saying: "few: the trace goes ")
    #expect(folder.has("few.json"))
  }

  @Test func `init leaves the home in a recording's path to those who read the scenario`() async throws {
    var scrollsim = scrollsim
    scrollsim.environment = ["HOME": folder.path]
    try await scrollsim("init mine.json --trace ~/scroll.csv")
    #expect(try folder.text("mine.json").contains("\"recording\": \"~/scroll.csv\""))
    try await scrollsim("trace info mine.json", showing: ["distance   2,400 pt"])
  }

  @Test func `init takes photos from a folder whose name is a number, too`() async throws {
    let folder = try await Photos.folder(named: ["2024/photo.jpg"])
    try await folder.scrollsim("init g.json --library 2024", code: 0)
    let text = try folder.text("g.json")
    #expect(text.contains("/2024\"") && !text.contains("synthetic"), "\(text)")
  }
}

/// A scenario whose cells have their photos' shapes, from its file to its pictures.
@Suite(.timeLimit(.minutes(15)))
struct JustifiedTests {
  private let folder = TemporaryFolder(in: Program.cache)
  /// The small scenario with one strategy, in justified rows.
  private let scenario: String

  init() throws {
    let text = try String(contentsOfFile: SmallScenario.short(in: folder), encoding: .utf8)
      .replacing("\"spacing\": 2", with: "\"spacing\": 2, \"cells\": \"justified\"")
    scenario = try folder.write(text, as: "justified.json")
  }

  @Test func `a replay's process lays photos out as a model does, and both are drawn`() async throws {
    try await Program.run("run \(scenario) --output \(folder.path)", code: 0)
    try await Program.run("run \(scenario) --mode model --costs epyc-2core --output \(folder.path)", code: 0)
    let results = try ["replay", "model"].map { try folder.result("small.\($0)") }
    #expect(Set(results.map(\.scenario.aspectRatios)).count == 1)
    #expect((results[0].scenario.aspectRatios?.count ?? 0) > 1)
    let offsets = results.map { $0.runs.first?.timeline.offset }
    #expect(offsets[0] == offsets[1] && offsets[0]?.isEmpty == false)
    let appearances = results.map { $0.runs.first?.metrics["appearances"] }
    #expect(appearances[0] == appearances[1])
  }

  @Test func `a check and a search lay the rows out, too`() async throws {
    let model = "--costs epyc-2core --output \(folder.path)"
    let check = "check \(scenario) --mode model --baseline \(folder.file("baselines")) \(model)"
    try await Program.run("\(check) --update --reason test", code: 0)
    try await Program.run(check, code: 0, showing: ["Pass"])
    let search = try await Program.run(
      "advise \(scenario) --strategy screens --combinations 3 --no-variations \(model)")
    #expect([0, 2].contains(search.code) && search.output.contains("screens"), "\(search.error)")
  }

  @Test func `a dry run and a trace know the rows, which a number of photos alone does not tell`()
    async throws
  {
    try await Program.run(
      "run \(scenario) --dry-run --costs epyc-2core", code: 0,
      showing: [
        "justified rows of up to 129 pixels, the size of cells in 3 columns on 390", "for images: about ",
      ])
    let info = try await Program.run("trace info \(scenario)", code: 0)
    #expect(info.output.hasPrefix("small\n"))
    try await Program.run(
      "trace info \(scenario) --photos 3", code: 64,
      saying: "--photos: expected nothing for small, whose cells have the shapes of its photos")
  }
}
