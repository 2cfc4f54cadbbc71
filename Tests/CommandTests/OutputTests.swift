import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// The places of results and messages, and failures to write to them.
@Suite(.timeLimit(.minutes(15)))
struct OutputTests {
  private let folder = TemporaryFolder()

  @Test func `nothing off a terminal has escape codes, whatever NO_COLOR says`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    for setting in ["", "1"] {
      let replay = try await Program.run("compare \(path) \(path) --all", environment: ["NO_COLOR": setting])
      #expect(!replay.output.contains("\u{1B}"))
    }
    let outcome = try await SmallScenario.replayed.outcome
    #expect(!(outcome.output + outcome.error).contains("\u{1B}"))
  }

  @Test func `a place that cannot be written is named before anything is measured`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    let file = folder.file("a.jpg")
    for line in [
      "run SMALL --output \(file)/results", "calibrate --output \(file)/table.json",
      "library generate --output \(file)/photos --photos 1 --distinct 1 --megapixels 0.05",
      "trace plot SMALL --output \(file)/trace.svg",
      "library thumbnail \(file) --size 9x9 --output \(file)/thumbnails",
    ] {
      let outcome = try await Program.run(line, code: 74)
      #expect(outcome.output == "")
      #expect(outcome.complaints.count == 1)
      #expect(outcome.error.hasPrefix(file))
      #expect(!outcome.error.contains("NSCocoaErrorDomain"))
    }
  }

  @Test func `a folder in the place of the result is named`() async throws {
    let place = try folder.makeFolder("small.replay.json")
    let outcome = try await Program.run("run SMALL --output \(folder.path)", code: 74)
    #expect(outcome.complaints.count == 1)
    #expect(outcome.error.hasPrefix("\(place): "))
  }

  /// Moves the results' folder away, and puts a file in its place.
  private func moveResults() throws {
    try FileManager.default.moveItem(atPath: folder.file("results"), toPath: folder.file("moved"))
    try folder.write([], as: "results")
  }

  @Test func `a result that cannot be written any more is still shown`() async throws {
    let (outcome, _) = try await Program.run(
      "run SMALL --rounds 3 --strategy none --output \(folder.file("results"))"
    ) { _ in
      try await Program.wait { try folder.completedRuns(of: "small.replay", in: "results") > 0 }
      try moveResults()
    }
    #expect(outcome.code == 74)
    #expect(outcome.complaints.count == 1)
    let moved = try #require(folder.partial(of: "small.replay", in: "moved"))
    #expect(
      outcome.error.hasPrefix(
        "\(moved.replacing("/moved/", with: "/results/")): expected to write a result file here"))
    #expect(outcome.output.contains("│ none ") || outcome.output.contains("│ ▸ none "))
    #expect(outcome.output.contains("median of up to 3 iterations"))
    #expect(try ResultFile.read(path: moved).runs.count == 3)
  }

  @Test func `a search that cannot be written any more is still shown`() async throws {
    let (outcome, _) = try await Program.run(
      "advise SMALL --costs epyc-2core --combinations 20000 --output \(folder.file("results"))"
    ) { program in
      try await Program.wait { folder.partial(of: "small.advice", in: "results") != nil }
      try moveResults()
      kill(program, SIGINT)
    }
    #expect(outcome.code == 74)
    #expect(outcome.output.contains("Recommended so far: "))
    let moved = try #require(folder.partial(of: "small.advice", in: "moved"))
    let partial = moved.replacing("/moved/", with: "/results/")
    #expect(
      outcome.error.hasPrefix("\(partial): expected to write a file that 'scrollsim advise' wrote here"))
    let kept = try AdviceFile.read(path: moved)
    #expect(!kept.candidates.isEmpty)
  }

  @Test func `a cache that cannot be made is named`() async throws {
    let folder = try await Photos.folder(named: ["a.jpg"])
    try await Program.run(
      "library index \(folder.path)", environment: ["SCROLLSIM_CACHE": folder.file("a.jpg")], code: 74,
      saying: folder.file("a.jpg"))
  }

  @Test func `a reader that goes away ends the program without a word`() async throws {
    let ending = try await Program.shell("'\(Program.path)' list strategies | true")
    #expect(ending.output == "" && ending.error == "")
  }

  @Test(.enabled("expected python3") { try await Program.has("python3") })
  func `a slow reader gets all of a stream that a program before told not to wait`() async throws {
    let path = try await SmallScenario.replayed.resultPath
    let report = "'\(Program.path)' report '\(path)' --format html"
    let whole = try await Program.shell("\(report) | wc -c")
    let before = "python3 -c 'import os; os.set_blocking(1, False)'"
    let ending = try await Program.shell("{ \(before); \(report); } | { sleep 0.3; wc -c; }")
    #expect(ending.error == "" && ending.output == whole.output)
  }

  @Test(arguments: [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
  func `closed streams are no reason to crash`(redirection: String) async throws {
    let ending = try await Program.shell(
      "'\(Program.path)' list strategies >/dev/null \(redirection); echo $?")
    #expect(ending.output == "0\n" && ending.error == "")
  }

  #if os(Linux)
    @Test(.enabled("expected script") { try await Program.has("script") }, arguments: ["xterm", "dumb"])
    func `a dumb terminal gets no escape codes, of colours or of progress`(terminal: String) async throws {
      let options = "--mode model --no-variations --costs epyc-2core --output '\(folder.path)'"
      let run = "'\(Program.path)' run '\(SmallScenario.path)' \(options)"
      let shown = try await Program.shell(
        "NO_COLOR= TERM=\(terminal) script -qec \"\(run)\" /dev/null", code: 0)
      #expect(shown.output.contains("┌──"))
      #expect(shown.output.contains("\u{1B}") == (terminal != "dumb"))
    }

    @Test func `output that cannot be written is not ignored`() async throws {
      let shown = try await Program.shell("'\(Program.path)' list strategies >/dev/full", code: 74)
      #expect(shown.error == "standard output: No space left on device\n")
      // A check that holds, apart from that.
      let check = "check '\(SmallScenario.path)' --output '\(folder.path)'"
      try await Program.shell("'\(Program.path)' \(check) >/dev/full", code: 74, saying: "standard output")
      #expect(folder.has("check.json") && folder.has("check.md"))
      let silent = try await Program.shell("'\(Program.path)' run /nowhere.json 2>/dev/full", code: 74)
      #expect(silent.output == "" && silent.error == "")
    }
  #endif
}
