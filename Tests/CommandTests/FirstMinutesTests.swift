import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A newcomer's first steps: a shipped scenario by its name, one for their own app, and a dry run.
@Suite(.timeLimit(.minutes(15)))
struct FirstMinutesTests {
  @Test func `a shipped scenario runs by its name, anywhere`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      [
        "run", "resize-modes", "--mode", "model", "--costs", "epyc-2core", "--no-variations", "--strategy",
        "apple-sample",
      ], in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.output.contains("The resize mode is exact: exact images need "))
    let wrong = try await Program.run(["run", "resize-mode"], in: folder.path)
    #expect(wrong.code == 64)
    #expect(wrong.error.contains("did you mean \"resize-modes\"?"))
  }

  @Test func `a dry run says what would be measured, and measures nothing`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["run", "fling", "--dry-run", "--costs", "iphone-6", "--strategy", "none", "--strategy", "screens"],
      in: folder.path)
    #expect(outcome.code == 0, "\(outcome.error)")
    for line in [
      "  asks       A thumb flings", "  photos     5,000, synthetic, over 48 files",
      "  grid       3 columns of 386 pixels",
      "  compares   2 strategies (none, screens)", "a round of 2 runs",
    ] {
      #expect(outcome.output.contains(line), "\(line)")
    }
    #expect(outcome.output.contains(#/load +\d+\.\d\d at the costs of iphone-6: decoders /#))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `init writes a scenario that runs, and nothing over what is there`() async throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "init", "mine.json", "--device", "tablet", "--columns", "5", "--photos", "800", "--memory-budget",
      "90MB",
    ]
    let made = try await Program.run(arguments, in: folder.path)
    #expect(made.code == 0, "\(made.error)")
    #expect(made.complaints.first == "scenario: mine.json")
    #expect(FileManager.default.fileExists(atPath: folder.file("scenario.schema.json")))
    let run = try await Program.run(["run", "mine.json", "--dry-run"], in: folder.path)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.hasPrefix("mine\n"))
    #expect(run.output.contains("5 columns") && run.output.contains("90 MB for images"))
    #expect(
      run.output.contains("asks       5 columns of 800 photos on a tablet, 90 MB for images: which strategy"))
    let again = try await Program.run(arguments, in: folder.path)
    #expect(again.code == 64)
    let strip = try await Program.run(["init", "strip.json", "--rows", "2"], in: folder.path)
    #expect(strip.code == 0, "\(strip.error)")
    let sideways = try await Program.run(["run", "strip.json", "--dry-run"], in: folder.path)
    #expect(sideways.output.contains("2 rows"), "\(sideways.output)")
    let both = try await Program.run(["init", "both.json", "--rows", "2", "--columns", "3"], in: folder.path)
    #expect(both.code == 64)
    let nowhere = try await Program.run(["init", "other.json", "--library", "/no/where"], in: folder.path)
    #expect(nowhere.code == 64)
    #expect(nowhere.error.contains("there is no folder"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("other.json")))
  }

  @Test func `init writes a package with a strategy, and nothing over what is there`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run(["init", "strategy", "keep-far"], in: folder.path)
    #expect(made.code == 0, "\(made.error)")
    #expect(made.complaints.first == "package: keep-far")
    let program = try String(contentsOfFile: folder.file("keep-far/Sources/main.swift"), encoding: .utf8)
    #expect(program.contains("struct KeepFar: CachingStrategy"))
    #expect(program.contains("name: \"keep-far\""))
    let manifest = try String(contentsOfFile: folder.file("keep-far/Package.swift"), encoding: .utf8)
    #expect(manifest.contains(", path: \"/"))
    let again = try await Program.run(["init", "strategy", "keep-far"], in: folder.path)
    #expect(again.code == 64)
    #expect(again.error.contains("expected no such folder yet"))
    let url = "https://example.org/scroll/\"sim\".git"
    let other = try await Program.run(["init", "strategy", "other", "--package", url], in: folder.path)
    #expect(other.code == 0)
    let remote = try String(contentsOfFile: folder.file("other/Package.swift"), encoding: .utf8)
    #expect(remote.contains(#".package(url: "https://example.org/scroll/\"sim\".git", branch: "main")"#))
    #expect(remote.contains(#"package: "\"sim\"""#))
  }

  @Test(arguments: ["screens", "Far", "9far", "a b", ""])
  func `a strategy's name is new, and a name`(name: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(["init", "strategy", name], in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("found '\(name)'"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
