import Films
import Foundation
import TestSupport
import Testing

@testable import ScrollSim

/// Videos that are none, or that show no marked photos: a sentence each.
@Suite(.enabled(if: FilmVideo.isPossible, "install ffmpeg"))
struct VideoFramesTests {
  private let folder = TemporaryFolder()

  @Test func `a file that is not there, or is no video, is refused`() async throws {
    #expect(await failure(folder.file("missing.mp4"))?.cause == .unreadable)
    let text = try folder.write("no video", as: "text.mp4")
    #expect(
      await failure(text)?.reason.hasPrefix("expected a video, found nothing that can be decoded") == true)
  }

  @Test func `sound alone and a still picture are no videos`() async throws {
    let sound = try make("sound.m4a", of: "sine=duration=1")
    #expect(await failure(sound)?.reason.hasPrefix("expected a video, found sound alone") == true)
    let still = try make("still.png", of: "color=size=64x64:duration=1", "-frames:v", "1")
    #expect(await failure(still)?.reason.hasPrefix("expected a video, found a still picture") == true)
  }

  @Test func `a video that is cut off is refused`() async throws {
    try make("whole.mp4", of: "testsrc=size=64x64:duration=2")
    let bytes = try folder.data("whole.mp4")
    let cut = try folder.write([UInt8](bytes.prefix(bytes.count / 2)), as: "cut.mp4")
    #expect(await failure(cut) != nil)
  }

  @Test func `a video that a phone rotated comes out upright`() async throws {
    let path = try make(
      "turned.mp4", of: "color=white:size=64x48:duration=0.2,format=yuv420p", "-vf",
      "drawbox=w=64:h=24:c=black:t=fill")
    var bytes = try folder.data("turned.mp4")
    let header = try #require(bytes.range(of: Data("tkhd".utf8)))
    // The track's matrix, of fixed-point numbers: a quarter turn to the right.
    let matrix = [0, 0x1_0000, 0, 0xFFFF_0000, 0, 0, 48 << 16, 0, 0x4000_0000]
    let words = matrix.flatMap { big($0, 4) }
    bytes.replaceSubrange(header.lowerBound + 44..<header.lowerBound + 80, with: words)
    try folder.write([UInt8](bytes), as: "turned.mp4")
    var sides: Set<[Int]> = []
    var corners: [[UInt8]] = []
    try await VideoFrames(path: path).read { frame in
      sides.insert([frame.width, frame.height])
      corners += [2, 60].map { row in [2, 45].map { frame.pixels[row * frame.width + $0] } }
    }
    #expect(sides == [[48, 64]])
    #expect(corners.allSatisfy { $0[0] > 200 && $0[1] < 50 }, "\(corners)")
  }

  @Test func `frames come with their own times`() async throws {
    let path = try make(
      "uneven.mkv", of: "testsrc=size=64x48:rate=50:duration=1", "-vf", "select='not(mod(n,3))'",
      "-fps_mode", "passthrough")
    var times: [Double] = []
    try await VideoFrames(path: path).read { frame in
      times.append(frame.time)
      #expect(frame.width == 64 && frame.height == 48)
    }
    #expect(times.count == 17)
    #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.06) < 0.002 })
  }

  @Test func `a bare stream, whose frames have no times, is refused`() async throws {
    let path = try make("bare.h264", of: "testsrc=size=64x48:rate=60:duration=0.5", "-c:v", "libx264")
    let error = await failure(path)
    let words =
      "expected a video that says when each frame was shown, found a bare stream of h264, which does not; "
    #expect(error?.reason.hasPrefix(words) == true, "\(error?.reason ?? "no error")")
  }

  @Test func `a program that is missing is named`() async throws {
    let path = try make("video.mkv", of: "testsrc=size=64x48:duration=1")
    let error = await failure(path, decoder: "no-such-ffmpeg")
    #expect(error?.cause == .missing && error?.reason.contains("'no-such-ffmpeg'") == true)
  }

  @Test func `a decoder that hangs is ended`() async throws {
    let program = try program("exec sleep 600")
    // Any file will do.
    let error = await failure(program, decoder: program, patience: 0.5)
    #expect(error?.reason.contains("was ended") == true)
  }

  @Test func `a decoder waits for whoever looks at a frame for longer than it may be silent`() async throws {
    let path = try make("video.mkv", of: "testsrc=size=64x48:rate=25:duration=0.2")
    var count = 0
    try await VideoFrames(path: path, patience: 4).read { _ in
      count += 1
      if count == 5 { try await Task.sleep(for: .seconds(6)) }
    }
    #expect(count == 5)
  }

  @Test func `a decoder that is too old is named`() async throws {
    let program = try program(
      """
      echo "Unrecognized option 'fps_mode'." >&2
      echo 'Error splitting the argument list: Option not found' >&2
      exit 1
      """)
    let error = await failure(program, decoder: program)
    #expect(error?.cause == .missing && error?.reason.contains("expected ffmpeg 5.1 or later") == true)
  }

  @Test(arguments: [
    "[mov,mp4,m4a,3gp,3g2,mj2 @ 0x5581] stream 0, offset 0x30: partial file",
    "[matroska,webm @ 0x5581] File ended prematurely at pos. 2904189 (0x2c509d)",
  ])
  func `a video that lacks frames at its end is refused, though the decoder ends well`(line: String)
    async throws
  {
    let program = try program(
      """
      for n in 0 1; do
        echo "[Parsed_showinfo_0 @ 0x5581] n:$n pts:$n pts_time:$n fmt:gray sar:1/1 s:2x2 i:P" >&2
        printf aaaa
      done
      echo '\(line)' >&2
      """)
    let error = await failure(program, decoder: program)
    let words = "expected a whole video, found one that cannot be decoded after frame 2"
    #expect(error?.reason.hasPrefix(words) == true)
  }

  @Test(arguments: [
    "[vist#0:0/hevc @ 0x5581] Decoding requested, but no decoder found for: hevc",
    "Decoder (codec hevc) not found for input stream #0:0",
  ])
  func `a decoder that lacks the codec is named, and not the video`(line: String) async throws {
    let program = try program("echo '\(line)' >&2\nexit 1")
    let error = await failure(program, decoder: program)
    #expect(error?.cause == .missing && error?.path == nil)
    #expect(error?.reason.contains("expected ffmpeg with a decoder for hevc, found one without") == true)
  }

  @Test func `a video without marked photos is refused`() async throws {
    let path = try make("plain.mkv", of: "testsrc=size=96x96:duration=0.2")
    let error = await #expect(throws: VideoError.self) {
      _ = try await WatchedVideo.read(VideoFrames(path: path)) { _ in }
    }
    #expect(error?.reason.hasPrefix("expected marked photos, found no tag") == true)
  }

  /// Writes a program of the shell.
  private func program(_ lines: String) throws -> String {
    try folder.writeProgram("#!/bin/sh\n\(lines)\n", as: "program")
  }

  private func failure(_ path: String, decoder: String = "ffmpeg", patience: Double = 60) async -> VideoError?
  {
    do {
      try await VideoFrames(path: path, decoder: decoder, patience: patience).read { _ in }
      return nil
    } catch { return error as? VideoError }
  }

  /// Makes a file of one of ffmpeg's own sources.
  @discardableResult
  private func make(_ name: String, of source: String, _ options: String...) throws -> String {
    let path = folder.file(name)
    let arguments = ["-v", "error", "-y", "-f", "lavfi", "-i", source] + options + [path]
    try #require(try FilmVideo.run("ffmpeg", arguments) == 0, "ffmpeg makes no \(name)")
    return path
  }
}
