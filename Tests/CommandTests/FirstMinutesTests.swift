import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A newcomer's first steps: a shipped scenario by its name, one for their own app, and a dry run.
@Suite(.timeLimit(.minutes(15)))
struct FirstMinutesTests {
  private let folder = TemporaryFolder()
  private var scrollsim: Command { Command(start: "", folder: folder.path, code: 0) }

  @Test func `a shipped scenario runs by its name, anywhere`() async throws {
    try await scrollsim(
      "run resize-modes --mode model --costs epyc-2core --no-variations --strategy apple-sample",
      showing: ["The resize mode is exact: exact images need "])
    try await scrollsim("run resize-mode", code: 64, saying: "did you mean \"resize-modes\"?")
  }

  @Test func `a dry run says what would be measured, and measures nothing`() async throws {
    let run = "run fling --dry-run --strategy none --strategy screens"
    let outcome = try await scrollsim(
      "\(run) --costs iphone-6",
      showing: [
        "  asks       A thumb flings", "  photos     5,000, synthetic, over 48 files",
        "  grid       3 columns of 386 pixels",
        "  compares   2 strategies (none, screens)", "a round of 2 runs",
      ])
    #expect(outcome.output.contains(#/load +\d+\.\d\d at the costs of iphone-6: decoders /#))
    try await scrollsim(
      "run fling --dry-run --strategy none --columns 1 --costs iphone-6",
      showing: ["  grid       1 column of ", "  compares   1 strategy (none)", "a round of 1 run\n"])
    for (option, words) in [("", ", and variations of them,"), ("--no-variations", "")] {
      try await scrollsim("\(run) --mode model \(option)", showing: ["  takes      2 model runs\(words) in "])
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `init writes a scenario that runs, and overwrites nothing`() async throws {
    let line = "init mine.json --device tablet --columns 5 --photos 800 --memory-budget 90MB"
    let made = try await scrollsim(line)
    #expect(made.complaints.first == "scenario: mine.json")
    #expect(folder.has("scenario.schema.json"))
    let run = try await scrollsim(
      "run mine.json --dry-run",
      showing: ["asks       5 columns of 800 photos on a tablet, 90 MB for images: which strategy"])
    #expect(run.output.hasPrefix("mine\n"))
    try await scrollsim(line, code: 64)
    try await scrollsim("init strip.json --rows 2")
    try await scrollsim("run strip.json --dry-run", showing: ["2 rows"])
    try await scrollsim("init both.json --rows 2 --columns 3", code: 64)
    try await scrollsim("init other.json --library /no/where", code: 64, saying: "there is no folder")
    #expect(!folder.has("other.json"))
  }

  @Test func `init writes a package with a strategy, and overwrites nothing`() async throws {
    let made = try await scrollsim("init strategy keep-far")
    #expect(made.complaints.first == "package: keep-far")
    let program = try folder.text("keep-far/Sources/main.swift")
    #expect(program.contains("struct KeepFar: CachingStrategy"))
    #expect(program.contains("name: \"keep-far\""))
    #expect(try folder.text("keep-far/Package.swift").contains(", path: \"/"))
    try await scrollsim("init strategy keep-far", code: 64, saying: "expected no such folder yet")
    try await scrollsim("init strategy other --package https://example.org/scroll/\"sim\".git")
    let remote = try folder.text("other/Package.swift")
    #expect(remote.contains(#".package(url: "https://example.org/scroll/\"sim\".git", branch: "main")"#))
    #expect(remote.contains(#"package: "\"sim\"""#))
    try await scrollsim(
      "init strategy third --package sim", code: 64,
      saying: "expected a folder with scrollsim's Package.swift, found none in \(folder.file("sim"))")
    #expect(!folder.has("third"))
  }

  @Test func `make installs below the user's home, even if a shell leaves the ~ as it is`() async throws {
    let install = "HOME=/home/some make -C '\(Repository.path)' -n install PREFIX='~/.local'"
    let lines = try await Program.shell(install, code: 0).output
    #expect(lines.contains("scripts/install .build/release/scrollsim \"/home/some/.local\""), "\(lines)")
  }

  @Test func `if nobody can install ffmpeg, it builds without`() async throws {
    for name in ["swift", "pkg-config"] {
      try folder.writeProgram("#!/bin/sh\nexit ${LACKS:-0}\n", as: name)
    }
    let line = "PATH='\(folder.path)' /bin/bash '\(Repository.path)/scripts/install-dependencies'"
    try await Program.shell(line, code: 0, saying: "continuing without ffmpeg")
    try await Program.shell("LACKS=1 \(line)", code: 1, saying: "expected apt-get or brew; install")
  }

  @Test func `the rules of the house hold in a downloaded archive, too`() async throws {
    try folder.writeProgram("#!/bin/sh\n", as: "bin/swift")
    let long = "Sources/GalleryKit/Long.swift"
    try folder.write("public struct Long {}\n" + String(repeating: "\n", count: 400), as: long)
    let folders = "mkdir Tests Fuzzing Benchmarks Examples && ln -s '\(Repository.path)/scripts' scripts"
    let said = try await Program.shell(
      "cd '\(folder.path)' && touch Package.swift && \(folders) && PATH=\"$PWD/bin:$PATH\" scripts/lint",
      code: 1, saying: "files over 400 lines: ")
    #expect(said.error.contains(" 401 \(long)"))
  }

  @Test(arguments: ["screens", "Far", "9far", "a b", ""])
  func `a strategy's name is new, and a name`(name: String) async throws {
    try await scrollsim("init strategy '\(name)'", code: 64, saying: "found '\(name)'")
    #expect(try folder.names() == [])
  }
}
