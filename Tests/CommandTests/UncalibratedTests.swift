import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Model mode on a machine that was never calibrated: the shipped table stands in, and every reader is told.
@Suite(.timeLimit(.minutes(15)))
struct UncalibratedTests {
  private static let words = "Costs are epyc-2core's: this machine was not measured yet."

  private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> Program.Outcome {
    try await Program.run(
      arguments + ["--output", folder.file("results")],
      environment: ["SCROLLSIM_CACHE": folder.file("cache")])
  }

  @Test func `run takes the shipped table and says so`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await run(
      ["run", SmallScenario.path, "--mode", "model", "--no-variations"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.complaints.first?.hasPrefix("small: \(Self.words)") == true)
    #expect(outcome.output.contains(Self.words))
    let result = try ResultFile.read(path: folder.file("results/small.model.json"))
    #expect(result.costs?.name == "epyc-2core")
    #expect(result.costsNote?.hasPrefix(Self.words) == true)
    let page = try String(contentsOfFile: folder.file("results/small.model.html"), encoding: .utf8)
    #expect(page.contains("Costs are epyc-2core"))
  }

  @Test func `advise does, too, and so does the scenario that names this machine`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"decodeWorkers\": 2", "\"decodeWorkers\": 2, \"costs\": \"this-machine\"")], in: folder)
    let outcome = try await run(
      ["advise", scenario, "--combinations", "5", "--strategy", "none"], in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.complaints.first?.hasPrefix("small: \(Self.words)") == true)
    #expect(outcome.output.contains(Self.words))
    let file = try AdviceFile.read(path: folder.file("results/small.advice.json"))
    #expect(file.scenarios.map(\.costs.name) == ["epyc-2core"])
    let page = try String(contentsOfFile: folder.file("results/small.advice.html"), encoding: .utf8)
    #expect(page.contains("Costs are epyc-2core"))
  }

  @Test(arguments: ["run", "advise", "validate"])
  func `a table that is asked for and not there is an error`(command: String) async throws {
    let folder = try TemporaryFolder()
    let mode = command == "run" ? ["--mode", "model"] : []
    let asked = try await run([command, SmallScenario.path, "--costs", "this-machine"] + mode, in: folder)
    #expect(asked.code == 64)
    #expect(asked.error.contains("run 'scrollsim calibrate'"))
    guard command != "validate" else { return }
    let scenario = try SmallScenario.variant(
      [("\"decodeWorkers\": 2", "\"decodeWorkers\": 2, \"costs\": \"phone\"")], in: folder)
    let named = try await run([command, scenario] + mode, in: folder)
    #expect(named.code == 64)
    #expect(named.error.contains("found 'phone'"))
  }

  @Test(arguments: ["model", "replay"])
  func `a table of this machine that is broken is an error, not passed over`(mode: String) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("cache/costs"), withIntermediateDirectories: true)
    try folder.write(Array("{}".utf8), as: "cache/costs/this-machine.json")
    let outcome = try await run(
      ["run", SmallScenario.path, "--mode", mode, "--no-variations"], in: folder)
    #expect(outcome.code == 64)
    #expect(outcome.output == "", "nothing is measured")
    #expect(outcome.error.contains("this-machine.json: expected a cost table"))
    #expect(outcome.error.contains("measure anew with 'scrollsim calibrate'"))
  }
}
