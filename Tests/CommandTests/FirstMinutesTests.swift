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
      ], in: folder.path, code: 0)
    #expect(outcome.output.contains("The resize mode is exact: exact images need "))
    try await Program.run(
      ["run", "resize-mode"], in: folder.path, code: 64, saying: "did you mean \"resize-modes\"?")
  }

  @Test func `a dry run says what would be measured, and measures nothing`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      ["run", "fling", "--dry-run", "--costs", "iphone-6", "--strategy", "none", "--strategy", "screens"],
      in: folder.path, code: 0)
    for line in [
      "  asks       A thumb flings", "  photos     5,000, synthetic, over 48 files",
      "  grid       3 columns of 386 pixels",
      "  compares   2 strategies (none, screens)", "a round of 2 runs",
    ] {
      #expect(outcome.output.contains(line), "\(line)")
    }
    #expect(outcome.output.contains(#/load +\d+\.\d\d at the costs of iphone-6: decoders /#))
    for (option, words) in [([], ", and variations of them,"), (["--no-variations"], "")] {
      let model = try await Program.run(
        ["run", "fling", "--mode", "model", "--dry-run", "--strategy", "none", "--strategy", "screens"]
          + option,
        in: folder.path, code: 0)
      #expect(model.output.contains("  takes      2 model runs\(words) in "))
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `init writes a scenario that runs, and nothing over what is there`() async throws {
    let folder = try TemporaryFolder()
    let arguments = [
      "init", "mine.json", "--device", "tablet", "--columns", "5", "--photos", "800", "--memory-budget",
      "90MB",
    ]
    let made = try await Program.run(arguments, in: folder.path, code: 0)
    #expect(made.complaints.first == "scenario: mine.json")
    #expect(folder.has("scenario.schema.json"))
    let run = try await Program.run(["run", "mine.json", "--dry-run"], in: folder.path, code: 0)
    #expect(run.output.hasPrefix("mine\n"))
    #expect(run.output.contains("5 columns") && run.output.contains("90 MB for images"))
    #expect(
      run.output.contains("asks       5 columns of 800 photos on a tablet, 90 MB for images: which strategy"))
    try await Program.run(arguments, in: folder.path, code: 64)
    try await Program.run(["init", "strip.json", "--rows", "2"], in: folder.path, code: 0)
    let sideways = try await Program.run(["run", "strip.json", "--dry-run"], in: folder.path)
    #expect(sideways.output.contains("2 rows"), "\(sideways.output)")
    try await Program.run(["init", "both.json", "--rows", "2", "--columns", "3"], in: folder.path, code: 64)
    try await Program.run(
      ["init", "other.json", "--library", "/no/where"], in: folder.path,
      code: 64, saying: "there is no folder")
    #expect(!folder.has("other.json"))
  }

  @Test func `init writes a package with a strategy, and nothing over what is there`() async throws {
    let folder = try TemporaryFolder()
    let made = try await Program.run(["init", "strategy", "keep-far"], in: folder.path, code: 0)
    #expect(made.complaints.first == "package: keep-far")
    let program = try folder.text("keep-far/Sources/main.swift")
    #expect(program.contains("struct KeepFar: CachingStrategy"))
    #expect(program.contains("name: \"keep-far\""))
    let manifest = try folder.text("keep-far/Package.swift")
    #expect(manifest.contains(", path: \"/"))
    try await Program.run(
      ["init", "strategy", "keep-far"], in: folder.path, code: 64, saying: "expected no such folder yet")
    let url = "https://example.org/scroll/\"sim\".git"
    try await Program.run(["init", "strategy", "other", "--package", url], in: folder.path, code: 0)
    let remote = try folder.text("other/Package.swift")
    #expect(remote.contains(#".package(url: "https://example.org/scroll/\"sim\".git", branch: "main")"#))
    #expect(remote.contains(#"package: "\"sim\"""#))
    try await Program.run(
      ["init", "strategy", "third", "--package", "sim"], in: folder.path, code: 64,
      saying: "expected a folder with scrollsim's Package.swift, found none in \(folder.file("sim"))")
    #expect(!folder.has("third"))
  }

  @Test(arguments: ["screens", "Far", "9far", "a b", ""])
  func `a strategy's name is new, and a name`(name: String) async throws {
    let folder = try TemporaryFolder()
    try await Program.run(["init", "strategy", name], in: folder.path, code: 64, saying: "found '\(name)'")
    #expect(try folder.names() == [])
  }
}
