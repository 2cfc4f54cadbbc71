import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

/// Videos and pictures of the screen, from outside.
@Suite(.timeLimit(.minutes(15)))
struct VideoTests {
  private static let hasFFmpeg: Bool =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/ffmpeg")
    }

  private func part(_ folder: TemporaryFolder, _ name: String) async throws -> [String] {
    ["report", try await SmallScenario.replayed.resultPath, "--video", folder.file(name), "--to", "0.5"]
  }

  private func picture(_ path: String) throws -> MovingPicture {
    try MovingPicture(Array(try Data(contentsOf: URL(filePath: path))))
  }

  @Test func `one command shows two strategies side by side`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(try await part(folder, "film.gif"))
    #expect(outcome.code == 0 && outcome.error == "" && outcome.output == "", "\(outcome.error)")
    let two = try picture(folder.file("film.gif"))
    #expect(two.frames.reduce(0) { $0 + $1.ticks } == 50, "half a second")
    #expect(two.frames.count == 10)
    let three = try await Program.run(
      try await part(folder, "three.gif") + [
        "--strategy", "none", "--strategy", "screens", "--strategy", "keep-all",
      ]
        + ["--fps", "10", "--speed", "0.5"])
    #expect(three.code == 0, "\(three.error)")
    let wide = try picture(folder.file("three.gif"))
    #expect(wide.size.width > two.size.width)
    #expect(wide.frames.reduce(0) { $0 + $1.ticks } == 100)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["film.gif", "three.gif"])
  }

  @Test(.enabled(if: DecodedImage.FileFormat.webp.unavailability == nil, "this build writes no WebP"))
  func `without its photos a video has their mean colours, and says so`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(
      try await part(folder, "film.webp"), environment: ["SCROLLSIM_CACHE": folder.path])
    #expect(outcome.code == 0)
    #expect(outcome.error.hasPrefix("photos are shown in their mean colours: "), "\(outcome.error)")
    #expect(try picture(folder.file("film.webp")).frames.reduce(0) { $0 + $1.ticks } == 500)
    let other = try await Program.run(try await part(folder, "other.webp") + ["--library", folder.path])
    #expect(other.code == 64 && !FileManager.default.fileExists(atPath: folder.file("other.webp")))
  }

  @Test(.enabled(if: Self.hasFFmpeg, "ffmpeg is not on the path"))
  func `MP4 is what ffmpeg makes of the same pictures`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run(try await part(folder, "film.mp4"))
    #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
    let frames = try await Program.shell(
      "ffmpeg -v error -i '\(folder.file("film.mp4"))' -f framecrc - | grep -vc '^#'")
    #expect(frames.output == "15\n", "half a second at thirty a second: \(frames.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.mp4"])
  }

  @Test func `an ffmpeg that is missing or fails leaves nothing but its last words`() async throws {
    let folder = try TemporaryFolder()
    let line = try await part(folder, "film.mp4")
    let missing = try await Program.run(line, environment: ["PATH": folder.path])
    #expect(missing.code == 64)
    #expect(missing.error.contains("ffmpeg: expected it on the path, for mp4, found none; install it"))
    let tools = try TemporaryFolder()
    let program = try tools.write(Array("#!/bin/sh\necho 'No such encoder' >&2\nexit 3\n".utf8), as: "ffmpeg")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    // The rest of the path lets the thread sanitizer find its symbolizer.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let failing = try await Program.run(line, environment: ["PATH": "\(tools.path):\(path)"])
    #expect(failing.code == 64)
    #expect(failing.error.contains("ffmpeg: ended with") && failing.error.contains("No such encoder"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `an interruption leaves no part of a video`() async throws {
    let folder = try TemporaryFolder()
    let (outcome, _) = try await Program.run(
      try await part(folder, "film.gif").dropLast(2) + ["--fps", "50", "--speed", "0.05", "--to", "1"]
    ) { program in
      try await Program.wait {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".part") }
      }
      kill(program, SIGINT)
    }
    #expect(outcome.code == 3)
    #expect(outcome.error.contains("interrupted: \(folder.file("film.gif")) is as it was"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: [
    (["--video", "film.avi"], "--video: expected a file that ends in .webp, .gif or .mp4, found 'film.avi'"),
    (["--video", "film"], "expected a file that ends in"),
    (["--filmstrip", "film.bmp"], "--filmstrip: expected a file that ends in .svg, .png, .jpg or .jpeg"),
    (["--video", "film.gif", "--fps", "60"], "--fps: expected 1 to 50 of gif, found 60"),
    (["--video", "film.webp", "--speed", "0"], "--speed: expected 0.01 to 100"),
    (["--video", "film.webp", "--from=-1"], "expected seconds such as 1.5"),
    (["--video", "film.webp", "--from", "500"], "--from, --to: expected a part of the trace, which takes"),
    (["--video", "film.webp", "--speed", "0.01", "--fps", "60"], "expected at most 3600 pictures, found"),
    (["--video", "film.webp", "--strategy", "tiles"], "--strategy: expected one of"),
    (["--video", "film.webp", "--strategy", "/"], "found '/'"),
    (["--video", "film.webp", "--strategy", "small/none"], "found 'small/none'"),
    (["--fps", "30"], "expected '--video FILE.webp', for which they are"),
  ])
  func `what cannot be shown is refused before anything is written`(options: [String], words: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = try await SmallScenario.replayed.resultPath
    let outcome = try await Program.run(["report", path] + options, in: folder.path)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a filmstrip named jpg is a JPEG`() async throws {
    let folder = try TemporaryFolder()
    let path = try await SmallScenario.replayed.resultPath
    for name in ["film.jpg", "FILM.JPEG"] {
      let outcome = try await Program.run(
        ["report", path, "--filmstrip", folder.file(name), "--strategy", "none"])
      #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
      #expect(try ImageProbe.probe(path: folder.file(name)).format == .jpegBaseline)
    }
  }
}
