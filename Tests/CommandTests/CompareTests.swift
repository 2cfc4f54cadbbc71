import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Two results side by side.
@Suite(.timeLimit(.minutes(15)))
struct CompareTests {
  @Test func `a result is like itself`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run(["compare", path, path])
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.contains("small · replay"))
    let all = try await Program.run(["compare", path, path, "--all"])
    for strategy in ["none", "apple-sample", "screens", "keep-all"] {
      #expect(all.output.contains(strategy))
    }
    #expect(all.output.contains("blankAreaRatio"))
  }

  @Test func `what differs is shown, in every format`() async throws {
    let folder = try TemporaryFolder()
    let replay = try await SmallScenario.replayed
    var changed = try replay.result()
    changed.runs[0].metrics["decodes"] = 123_456
    try changed.write(to: folder.file("changed.json"))
    for (format, words) in [("table", "123"), ("markdown", "| "), ("json", "\"decodes\"")] {
      let outcome = try await Program.run(
        ["compare", replay.resultPath, folder.file("changed.json"), "--format", format])
      #expect(outcome.code == 0)
      #expect(outcome.output.contains(words), "\(format)")
    }
  }

  @Test func `a result is compared with itself by a choice`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    let table = try await Program.run(["compare", path, "--by", "strategy"])
    #expect(table.code == 0)
    #expect(table.output.contains("screens against none: "))
    let json = try await Program.run(["compare", path, "--by", "strategy", "--format", "json"])
    #expect(json.output.contains("\"peakImageBytes\""))
    let alike = try await Program.run(["compare", path, "--by", "resizeMode"])
    #expect(alike.code == 5)
    #expect(alike.error.contains("expected completed runs that differ in resizeMode alone"))
    let unknown = try await Program.run(["compare", path, "--by", "resizeModes"])
    #expect(unknown.code == 64)
    #expect(unknown.error.contains("did you mean \"resizeMode\"?"))
  }

  @Test func `results of different scenarios cannot be compared`() async throws {
    let folder = try TemporaryFolder()
    let replay = try await SmallScenario.replayed
    var other = try replay.result()
    other.scenario.sha256 = String(repeating: "0", count: 64)
    try other.write(to: folder.file("other.json"))
    let outcome = try await Program.run(["compare", replay.resultPath, folder.file("other.json")])
    #expect(outcome.code == 5)
    #expect(outcome.output.contains("The scenario files differ."))
  }

  @Test(arguments: ["", "{}", "garbage", "{\"schema\": \"scrollsim.result/99\"}"])
  func `what is no result is named`(text: String) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), as: "garbage.json")
    let outcome = try await Program.run(["compare", path, try await SmallScenario.replayed.resultPath])
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.hasPrefix("\(path): "))
  }

  @Test func `a file that is not there is named`() async throws {
    let outcome = try await Program.run(["compare", "/nowhere/a.json", "/nowhere/b.json"])
    #expect(outcome.code == 74)
    #expect(outcome.error.hasPrefix("/nowhere/a.json: expected a result file, but there is none"))
  }
}
