import BenchReport
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// The options that describe a grid mean the same in every command.
@Suite(.timeLimit(.minutes(15)))
struct GridOptionsTests {
  private let folder: TemporaryFolder
  private let trace: String
  private var grid: [String] {
    ["--columns", "4", "--memory-budget", "33MB", "--costs", "iphone-6", "--trace", trace]
  }

  init() throws {
    folder = try TemporaryFolder()
    let moves = (0...40).map { "\(Double($0) / 20),\($0 * 60)" }.joined(separator: "\n")
    trace = try folder.write(Array("time_s,offset_pt\n\(moves)\n".utf8), as: "scroll.csv")
  }

  private func scrollsim(_ arguments: String...) async throws -> Program.Outcome {
    let outcome = try await Program.run(
      arguments + grid + ["--output", folder.file("results")], in: folder.path)
    #expect(outcome.code == 0, "\(arguments): \(outcome.error)")
    return outcome
  }

  @Test func `one grid is asked about by run and advise`() async throws {
    let path = SmallScenario.path
    _ = try await scrollsim("run", path, "--mode", "model", "--no-variations")
    _ = try await scrollsim("advise", path, "--strategy", "screens", "--no-variations")
    let result = try ResultFile.read(path: folder.file("results/small.model.json"))
    let advice = try AdviceFile.read(path: folder.file("results/small.advice.json"))
    let scenarios = [result.scenario] + advice.scenarios.map(\.scenario)
    #expect(scenarios.map(\.columns) == [4, 4])
    #expect(scenarios.map(\.memoryBudgetBytes) == [33_000_000, 33_000_000])
    #expect(Set(scenarios.map(\.durationSeconds)).count == 1)
    // The file alone is another question.
    #expect(Set(scenarios.map(\.sha256)).count == 1)
    let file = SHA256.hex(of: Array(try Data(contentsOf: URL(fileURLWithPath: path))))
    #expect(!scenarios.map(\.sha256).contains(file))
    #expect([result.costs?.name] + advice.scenarios.map(\.costs.name) == ["iphone-6", "iphone-6"])
  }

  @Test func `a replay scrolls that grid, at the device's decode times`() async throws {
    let outcome = try await scrollsim(
      "run", SmallScenario.path, "--rounds", "1", "--no-variations", "--strategy", "none")
    let result = try ResultFile.read(path: folder.file("results/small.replay.json"))
    #expect(result.scenario.columns == 4 && result.scenario.memoryBudgetBytes == 33_000_000)
    #expect(result.runs.map(\.status) == [.completed])
    #expect(result.scenario.devicePace?.device == "iphone-6")
    #expect(outcome.output.contains("small · replay · iphone-6"))
    #expect(outcome.output.contains(result.scenario.devicePace?.sentence ?? "nothing"))
    let here = try await Program.run(
      [
        "run", SmallScenario.path, "--rounds", "1", "--no-variations", "--strategy", "none", "--costs",
        "this-machine", "--output", folder.file("here"),
      ])
    #expect(here.code == 0, "\(here.error)")
    #expect(try ResultFile.read(path: folder.file("here/small.replay.json")).scenario.devicePace == nil)
  }

  @Test func `init writes that grid, and repeats a folder's photos as far as it is scrolled`() async throws {
    let photos = folder.file("photos")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    let made = try await Program.run(["init", "mine.json", "--library", photos] + grid, in: folder.path)
    #expect(made.code == 0, "\(made.error)")
    let text = try String(contentsOfFile: folder.file("mine.json"), encoding: .utf8)
    for part in [
      "\"columns\": 4", "\"memoryBudget\": \"33 MB\"", "\"costs\": \"iphone-6\"",
      "\"recording\": \"\(trace)\"",
      "scrolled as recorded: which strategy keeps up",
    ] { #expect(text.contains(part), "\(part)") }
    // 2,400 points and a screenful of 844, in rows of four cells of 96 points and their spacing of 2.
    let rows = Int((3244.0 / ((390.0 - 6) / 4 + 2)).rounded(.up))
    #expect(text.contains("\"photos\": \(rows * 4)"), "\(text)")
    let laps = try await Program.run(
      ["init", "laps.json", "--worry", "memory", "--trace", trace], in: folder.path)
    #expect(laps.code == 64 && laps.error.contains("--worry"))
  }
}
