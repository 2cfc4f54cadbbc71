import Foundation
import TestSupport
import Testing

/// Every fault of a scenario is reported before anything runs.
@Suite(.timeLimit(.minutes(15)))
struct ScenarioFaultTests {
  @Test func `all faults are told at once, a line each, by file, key, what was expected and what was found`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try SmallScenario.variant(
      [("\"20 MB\"", "\"20 MX\""), ("\"columns\": 3", "\"columns\": 0"), ("\"none\"", "\"nobody\"")],
      in: folder)
    let outcome = try await Program.run(["run", path, "--output", folder.file("results")], code: 64)
    #expect(outcome.output == "")
    #expect(outcome.complaints.count == 3)
    for words in [
      "device.memoryBudget: expected memory", "found \"20 MX\"", "grid.columns: ", "found 0",
      "compare.strategies[0]: expected one of ", "found \"nobody\"",
    ] { #expect(outcome.error.contains(words), "\(outcome.error)") }
    #expect(outcome.complaints.allSatisfy { $0.hasPrefix(path) && $0.contains(#/variant\.json:\d+:\d+: /#) })
    #expect(!folder.has("results"))
  }

  @Test(arguments: ["", "{", "not JSON", "{\"name\": \"a\",}", "\u{0}", "[]"])
  func `what is no scenario at all is told in one line or a few`(text: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, as: "broken.json")
    let outcome = try await Program.run(["run", path, "--output", folder.path], code: 64)
    #expect(outcome.output == "")
    #expect(!outcome.complaints.isEmpty)
    #expect(outcome.complaints.allSatisfy { $0.hasPrefix("\(path):") && $0.contains("expected") })
  }

  @Test func `a file that is not there, and a folder, are named`() async throws {
    let folder = try TemporaryFolder()
    for path in [folder.file("missing.json"), folder.path] {
      let outcome = try await Program.run(["run", path, "--output", folder.path], code: 74)
      #expect(outcome.complaints.count == 1)
      #expect(outcome.error.hasPrefix("\(path): cannot be read: "))
    }
  }

  @Test func `one faulty scenario among several keeps all from running`() async throws {
    let folder = try TemporaryFolder()
    try await Program.run(
      ["run", SmallScenario.path, folder.file("missing.json"), "--output", folder.file("results")], code: 74)
    #expect(!folder.has("results"))
  }

  @Test func `two scenarios of one name are refused, because their results would be one file`() async throws {
    try await Program.run(["run", SmallScenario.path, SmallScenario.path], code: 64, saying: "'small'")
  }
}
