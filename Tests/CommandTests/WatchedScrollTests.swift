import Films
import Foundation
import GalleryKit
import ScrollSim
import TestSupport
import Testing

/// `scrollsim watch` and `scrollsim validate --video`, from outside, with a film that the test draws.
@Suite(
  .enabled(if: TagReader.isAvailable && FilmVideo.isPossible, "expected the package trait Watch, and ffmpeg"),
  .timeLimit(.minutes(15)))
struct WatchedScrollTests {
  /// A film of three columns, which shows sharpness.
  private static let film = Film(seed: 29)

  private let folder = TemporaryFolder()

  private func video() throws -> String {
    try FilmVideo(Self.film, .usual, to: folder.file("film.mp4")).path
  }

  @Test func `a recording leaves a result, a page with frames, its scroll and a frame log`() async throws {
    let outcome = try await folder.scrollsim(
      "watch \(try video()) --output out --trace - --frame-log frames.csv", code: 0)
    #expect(!folder.has("-"))
    // Standard output is the scroll alone.
    try folder.write(outcome.output, as: "scroll.csv")
    let result = try folder.result("out/film.watch")
    #expect(result.mode == .watch && result.runs.count == 1 && result.runs[0].warnings == [])
    #expect(result.scenario.columns == Self.film.columns && result.provenance.allocator.isEmpty)
    let page = try folder.text("out/film.watch.html")
    #expect(page.components(separatedBy: "<image ").count == 25)
    // Three pixels of the film are lost at most, where it is flung.
    let log = try PaintedFrames.read(path: folder.file("frames.csv"))
    let most = Self.film.frames.map(\.offset).max() ?? 0
    #expect(abs((log.offsets.max() ?? 0) - most) < 3, "\(log.offsets.max() ?? 0) of \(most)")
    try await folder.scrollsim(
      "trace info scroll.csv", code: 0, showing: ["  offsets    0 pt to ", " pt from where it begins\n"])
  }

  @Test(arguments: ["--trace", "--frame-log"])
  func `what keeps a recording from being read whole is reported beside what goes to standard output`(
    option: String
  ) async throws {
    // Its stripes are lost (`FilmTests/unreadable`).
    let video = try FilmVideo(Film(seed: 108), .usual, to: folder.file("film.mp4")).path
    let outcome = try await folder.scrollsim(
      "watch \(video) --output out \(option) -", code: 0, saying: "sharpness is not measurable in this video")
    #expect(outcome.output.hasPrefix("time_s,offset_pt"))
  }

  @Test func `the scroll of a recording is modelled, and compared with what it shows`() async throws {
    // A third of what is recorded is before the app opens and after it closes.
    let video = folder.file("recording.mp4")
    let padded = try await Program.shell(
      "ffmpeg -v error -i '\(try self.video())' -vf tpad=start_duration=1.5:stop_duration=1 '\(video)'")
    try #require(padded.code == 0, "\(padded.error)")
    let film = Self.film
    let height = Int(Double(film.height) - film.topBar - film.bottomBar)
    let scenario = try SmallScenario.variant(
      [("\"width\": 390, \"height\": 844", "\"width\": \(film.width), \"height\": \(height)")], in: folder)
    // An invented film agrees with no model.
    try await folder.scrollsim(
      "validate \(scenario) --strategy none --video \(video) --map film.mp4 --no-replay --costs epyc-2core "
        + "--output out --no-progress", code: 2)
    let file = try AppFidelityFile.read(path: folder.file("out/small.app.json"))
    let run = try #require(file.runs.first)
    let (shown, travel) = (try #require(run.logs.first?.figures), try #require(run.travel))
    #expect(run.obstacle == nil && run.logs[0].path == video)
    #expect(
      abs(shown.travel.distance - travel.distance) < 0.02 * travel.distance, "\(shown.travel) of \(travel)")
    #expect(run.metrics.first { $0.metric == "scrollBlankRatio" }?.holds != nil)
  }

  @Test func `an interruption ends the decoder, and says that nothing is written`() async throws {
    try folder.write("a video", as: "film.mp4")
    try folder.writeProgram("#!/bin/sh\necho $$ >pid.part && mv pid.part pid\nexec sleep 600\n", as: "ffmpeg")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let (outcome, decoder) = try await Program.run(
      "watch film.mp4 --output out", environment: ["PATH": "\(folder.path):\(path)"], in: folder.path
    ) { program in
      try await Program.wait { folder.has("pid") }
      kill(program, SIGINT)
      return try folder.text("pid")
    }
    #expect(outcome.code == 3 && outcome.complaints == ["interrupted: no result is written"])
    #expect(try folder.names(in: "out") == [])
    let process = try #require(pid_t(decoder.trimmingCharacters(in: .newlines)))
    try await Program.wait { !ProcessTable.isRunning(process) }
  }

  @Test func `a map that is missing is an error, as is one without a video`() async throws {
    let validate = "validate \(SmallScenario.path) --strategy none --no-replay --output out --map slow.mp4"
    try await folder.scrollsim("\(validate) --video \(try video())", code: 74, saying: "slow.mp4: ")
    try await folder.scrollsim(validate, code: 64, saying: "--map: expected --video")
  }

  @Test func `a video of another grid is refused with code 64`() async throws {
    let other = try SmallScenario.variant([("\"columns\": 3", "\"columns\": 4")], in: folder)
    try await folder.scrollsim(
      "validate \(other) --strategy none --video \(try video()) --no-replay --output out", code: 64,
      saying: "expected 4 columns as in small, found 3")
    #expect(!folder.has("out/small.scroll.csv"))
  }
}
