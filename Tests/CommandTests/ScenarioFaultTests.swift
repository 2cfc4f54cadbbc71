import Foundation
import TestSupport
import Testing

/// Every fault of a scenario is reported before anything runs.
@Suite(.timeLimit(.minutes(15)))
struct ScenarioFaultTests {
  private let folder = TemporaryFolder()

  private func run(_ scenario: String, code: Int32) async throws -> Program.Outcome {
    let outcome = try await Program.run("run \(scenario) --output \(folder.file("results"))", code: code)
    #expect(outcome.output == "")
    #expect(!folder.has("results"))
    return outcome
  }

  @Test
  func `all faults are reported at once, a line each, by file, key, what was expected and what was found`()
    async throws
  {
    let path = try SmallScenario.variant(
      [("\"20 MB\"", "\"20 MX\""), ("\"columns\": 3", "\"columns\": 0"), ("\"none\"", "\"nobody\"")],
      in: folder)
    let outcome = try await run(path, code: 64)
    #expect(outcome.complaints.count == 3)
    for words in [
      "device.memoryBudget: expected memory", "found \"20 MX\"", "grid.columns: ", "found 0",
      "compare.strategies[0]: expected one of ", "found \"nobody\"",
    ] { #expect(outcome.error.contains(words), "\(outcome.error)") }
    #expect(outcome.complaints.allSatisfy { $0.hasPrefix(path) && $0.contains(#/variant\.json:\d+:\d+: /#) })
  }

  @Test func `a missing file and a folder are named, and keep others from running`() async throws {
    for path in [folder.file("missing.json"), folder.path] {
      for others in ["", "SMALL "] {
        let outcome = try await run(others + path, code: 74)
        #expect(outcome.complaints.count == 1)
        #expect(outcome.error.hasPrefix("\(path): cannot be read: "))
      }
    }
  }

  @Test func `two scenarios of one name are refused, because their results would be one file`() async throws {
    try await Program.run("run SMALL SMALL", code: 64, saying: "'small'")
  }
}
