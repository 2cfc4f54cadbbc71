import Foundation
import TestSupport
import Testing

/// Every fault of a scenario is reported before anything runs.
@Suite(.timeLimit(.minutes(15)))
struct ScenarioFaultTests {
  /// A text of the small scenario, its replacement, and the error.
  struct Fault: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let keyPath: String
    let words: [String]

    init(_ old: String, _ new: String, _ keyPath: String, _ words: String...) {
      (self.old, self.new, self.keyPath, self.words) = (old, new, keyPath, words)
    }

    var testDescription: String { new }
  }

  @Test(arguments: [
    Fault("\"columns\": 3", "\"colums\": 3, \"columns\": 3", "grid.colums", "unknown key", "columns"),
    Fault("\"20 MB\"", "\"20 MX\"", "device.memoryBudget", "expected memory", "found \"20 MX\""),
    Fault("\"20 MB\"", "-1", "device.memoryBudget", "expected memory", "found -1"),
    Fault("\"refreshRate\": 60", "\"refreshRate\": 0", "screen.refreshRate", "expected", "found 0"),
    Fault("\"distinct\": 6", "\"distinct\": 301", "library.synthetic.distinct", "1 to 300", "found 301"),
    Fault("\"fling\": 4000", "\"fling\": 1e99", "trace.gestures[0].fling", "50000", "found 1e99"),
    Fault("\"fling\": 4000", "\"flng\": 4000", "trace.gestures[0]", "expected one gesture", "flng"),
    Fault(
      "\"none\"", "\"none\", \"nobody\"", "compare.strategies[1]", "expected one of \"none\"",
      "found \"nobody\""),
    Fault(
      "\"leading\": 2", "\"leading\": 21", "compare.strategies[2].screens.leading", "0 to 20", "found 21"),
    Fault("\"duplicateDecodes\": 0", "\"zest\": 0", "limits.zest", "unknown key", "duplicateDecodes"),
    Fault(
      "\"synthetic\": {", "\"path\": \"no such folder\", \"synthetic\": {", "library.path", "no such folder"),
    Fault(
      "\"laps\": 1,", "\"recording\": \"no-such.csv\",", "trace.recording", "no-such.csv", "no such file"),
  ])
  func `a fault is told by file, key, what was expected and what was found`(fault: Fault) async throws {
    let folder = try TemporaryFolder()
    let path = try SmallScenario.variant([(fault.old, fault.new)], in: folder)
    let outcome = try await Program.run(["run", path, "--output", folder.file("results")])
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    let line = try #require(outcome.complaints.first { $0.contains(" \(fault.keyPath): ") })
    #expect(line.contains(#/variant\.json:\d+:\d+: /#))
    for word in fault.words { #expect(line.contains(word)) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("results")))
  }

  @Test func `all faults are told at once, a line each`() async throws {
    let folder = try TemporaryFolder()
    let path = try SmallScenario.variant(
      [("\"20 MB\"", "\"20 MX\""), ("\"columns\": 3", "\"columns\": 0"), ("\"none\"", "\"nobody\"")],
      in: folder)
    let outcome = try await Program.run(["run", path, "--output", folder.path])
    #expect(outcome.code == 64)
    #expect(outcome.complaints.count == 3)
    #expect(outcome.complaints.allSatisfy { $0.hasPrefix(path) })
  }

  @Test(arguments: ["", "{", "not JSON", "{\"name\": \"a\",}", "\u{0}", "[]"])
  func `what is no scenario at all is told in one line or a few`(text: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), as: "broken.json")
    let outcome = try await Program.run(["run", path, "--output", folder.path])
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(!outcome.complaints.isEmpty)
    #expect(outcome.complaints.allSatisfy { $0.hasPrefix("\(path):") && $0.contains("expected") })
  }

  @Test func `a file that is not there, and a folder, are named`() async throws {
    let folder = try TemporaryFolder()
    for path in [folder.file("missing.json"), folder.path] {
      let outcome = try await Program.run(["run", path, "--output", folder.path])
      #expect(outcome.code == 74)
      #expect(outcome.complaints.count == 1)
      #expect(outcome.error.hasPrefix("\(path): cannot be read: "))
    }
  }

  @Test func `one faulty scenario among several keeps all from running`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["run", SmallScenario.path, folder.file("missing.json"), "--output", folder.file("results")])
    #expect(outcome.code == 74)
    #expect(!FileManager.default.fileExists(atPath: folder.file("results")))
  }

  @Test func `two scenarios of one name are refused, because their results would be one file`() async throws {
    let outcome = try await Program.run(["run", SmallScenario.path, SmallScenario.path])
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("'small'"))
  }
}
