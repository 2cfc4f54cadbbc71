import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// `scrollsim validate --app`, from outside, with logs of an app that is scrollsim itself: timelines of a model's runs.
@Suite(.timeLimit(.minutes(15)))
struct AppLogTests {
  private let folder = TemporaryFolder()
  private var validate: Command {
    Command(start: "validate SMALL --output out --no-progress --costs epyc-2core", folder: folder.path)
  }

  /// The model's result of the small scenario, made once for all tests.
  private static let model = Task {
    let folder = TemporaryFolder(in: Program.cache)
    try await SmallScenario.model(in: folder)
    return try folder.result("small.model")
  }

  /// Writes a run's frames as an app would log them.
  @discardableResult private func write(
    _ strategy: String, as name: String, moreBlank: Double = 0, share: Double = 1
  ) async throws -> RunRecord {
    let result = try await Self.model.value
    let run = try #require(result.runs.first { $0.combination.strategy == strategy })
    let (line, images) = (run.timeline, Int(try #require(run.figure("peakImageBytes"))))
    let rows = (0..<Int(Double(line.timeMs.count) * share)).map { frame in
      let blank = min(1 - line.blurredShare[frame], line.blankShare[frame] + moreBlank)
      let shares = [1 - blank - line.blurredShare[frame], line.blurredShare[frame], blank].map { max(0, $0) }
      return
        "\(7 + line.timeMs[frame] / 1000),\(line.offset[frame]),\(shares[0]),\(shares[1]),\(shares[2]),\(images)"
    }
    let header = "time_s,offset_pt,final_share,degraded_share,blank_share,peak_image_bytes"
    try folder.write(([header] + rows).joined(separator: "\n"), as: name)
    return run
  }

  private func file() throws -> AppFidelityFile {
    try AppFidelityFile.read(path: folder.file("out/small.app.json"))
  }

  @Test func `a log of a model's run has that run's figures, and holds`() async throws {
    let run = try await write("none", as: "frames.csv")
    let outcome = try await validate("--strategy none --no-replay --app frames.csv --format json", code: 0)
    let file = try file()
    #expect(try JSONDecoder().decode(AppFidelityFile.self, from: Data(outcome.output.utf8)) == file)
    #expect(file.base == .model && file.runs.count == 1)
    for metric in ["scrollBlankRatio", "scrollNotSharpRatio", "peakImageBytes"] {
      let comparison = try #require(file.runs[0].metrics.first { $0.metric == metric })
      let (app, own) = (try #require(comparison.app), try #require(run.figure(metric)))
      // The timeline is rounded to four digits.
      #expect(abs(app - own) < 1e-4 && comparison.model == own && comparison.holds == true, "\(metric)")
    }
    #expect(file.runs[0].logs[0].figures.travel == file.runs[0].travel)
    #expect(try folder.text("out/small.app.md").contains("The app agrees with models."))
  }

  @Test func `strategies rank as the model ranks them, or it exits with 2`() async throws {
    try await write("none", as: "none.csv")
    try await write("screens", as: "screens.csv")
    try await validate(
      "--no-replay --app none=none.csv --app screens/released=screens.csv --format table", code: 0,
      showing: ["Of 1 pair that models tell apart, 1 ranks the same in the app."])
    #expect(try file().runs.map(\.combination.strategy) == ["none", "screens"])
    try await validate(
      "--no-replay --app screens=none.csv --app none=screens.csv", code: 2,
      showing: ["the other way round", "falls short"])
  }

  @Test func `more blank area than the bar allows exits with 2, another scroll with 5`() async throws {
    try await write("none", as: "blank.csv", moreBlank: 0.3)
    try await validate(
      "--strategy none --no-replay --app blank.csv", code: 2, showing: ["The app differs from models."])
    try await write("none", as: "half.csv", share: 0.5)
    try await validate(
      "--strategy none --no-replay --app half.csv", code: 5,
      showing: ["half.csv is a log of another scroll"])
  }

  @Test func `replays are shown beside it, and a busy machine judges nothing`() async throws {
    try await write("none", as: "none.csv")
    let outcome = try await validate("--rounds 1 --app none=none.csv")
    #expect([0, 2, 3].contains(outcome.code), "\(outcome.error)")
    let file = try file()
    #expect(Int32(file.exitCode) == outcome.code && file.base == .replay)
    // A run without a log is not replayed.
    #expect(file.runs.count == 1 && file.runs[0].replays == 1)
    #expect(file.runs[0].metrics.allSatisfy { $0.replay != nil && $0.model != nil })
    #expect((file.verdict == .notMeasured) == file.isTooBusyToTell)
    #expect(try Set(folder.result("out/small.replay").runs.map(\.combination.strategy)) == ["none"])
  }

  @Test func `a scenario whose layout changes takes no log`() async throws {
    try await folder.scrollsim(
      "validate turn --strategy none --app frames.csv --output out", code: 64,
      saying: "--app: expected a scenario whose grid keeps its layout, found rotate or columns")
    #expect(!folder.has("out"))
  }

  @Test(arguments: [
    ("--app good.csv", "which leaves 4 of these:\n  small/none/"),
    ("--app none=1.csv", "--app none=1.csv: expected words that name one run, found none, which leaves 4"),
    ("--app fifo=good.csv", "found 'fifo', which names none of these"),
    ("--app small/none=good.csv", "found 'small/none', which names none of these"),
    ("--app none/0=good.csv", "found 'none/0', which names none of these"),
    ("--app /=good.csv", "found '/', which names none of these"),
    (
      "--app none=bad.csv", "bad.csv: line 3, column 5 (blank_share): expected a share from 0 to 1, found '2'"
    ),
    ("--app none=", "expected a path, found an empty text"),
    ("--no-replay", "--no-replay: expected --app or --video, found neither"),
    ("--video none.mp4 --loads 1", "--loads: expected no --video, which shows one load"),
    ("fling --app none=good.csv", "--app: expected one scenario, whose grid it shows, found 2"),
  ])
  func `what makes no sense exits with 64 before any run`(options: String, words: String) async throws {
    let header = "time_s,offset_pt,final_share,degraded_share,blank_share\n"
    for name in ["good.csv", "none=1.csv"] { try folder.write(header + "0,0,1,0,0\n1,5,1,0,0\n", as: name) }
    try folder.write(header + "0,0,1,0,0\n1,5,0,0,2\n", as: "bad.csv")
    try await validate(options, code: 64, saying: words)
    #expect(!folder.has("out"))
  }
}
