import Testing

@testable import ScrollSim

/// The frames that a decoder's bytes hold, however these come.
struct RawFramesTests {
  private static func frame(_ time: Double, _ width: Int = 3, _ height: Int = 2) -> DecoderReport.Frame {
    DecoderReport.Frame(time: time, width: width, height: height)
  }

  @Test(arguments: [1, 4, 6, 7, 18])
  func `frames are the same in pieces of any length`(length: Int) throws {
    let bytes = [UInt8](0..<18)
    var announced = [5.0, 5.5, 6.25].map { Self.frame($0) }[...]
    var frames = RawFrames(path: "film.mp4")
    var whole: [LumaFrame] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      var piece = bytes[start..<min(start + length, bytes.count)]
      while !piece.isEmpty {
        if frames.isAwaitingFrame {
          let next = announced.popFirst()
          try frames.begin(#require(next))
        }
        if let frame = frames.take(from: &piece) { whole.append(frame) }
      }
    }
    #expect(whole.map(\.pixels) == [Array(0..<6), Array(6..<12), Array(12..<18)])
    #expect(whole.map(\.time) == [0, 0.5, 1.25], "times count from the first frame")
    #expect(frames.count == 3)
    #expect(frames.isAwaitingFrame)
  }

  @Test func `times are exact in videos of more than a thousand seconds`() {
    var report = DecoderReport()
    // As ffmpeg 5.1 writes it.
    let lines = [
      "config in time_base: 1/90000, frame_rate: 60/1", "config out time_base: 0/0, frame_rate: 0/0",
      "n:74072 pts:111110625 pts_time:1234.56 pos:  4096 fmt:yuv420p sar:1/1 s:390x844 i:P iskey:0 type:P",
    ]
    let frames = lines.compactMap { report.hear("[Parsed_showinfo_0 @ 0x5581] \($0)") }
    #expect(frames == [Self.frame(1234.5625, 390, 844)])
  }

  @Test func `a frame without a time is refused, not skipped`() throws {
    var report = DecoderReport()
    // As ffmpeg writes it where a file says times of some frames only.
    let line = "n:  41 pts:  NOPTS pts_time:NOPTS   pos:  4096 fmt:yuv420p sar:1/1 s:3x2 i:P iskey:0 type:P"
    let heard = report.hear("[Parsed_showinfo_0 @ 0x5581] config in time_base: 1/90000, frame_rate: 60/1")
    let announced = report.hear("[Parsed_showinfo_0 @ 0x5581] \(line)")
    let frame = try #require(announced)
    var frames = RawFrames(path: "film.avi")
    let error = #expect(throws: VideoError.self) { try frames.begin(frame) }
    let words =
      "expected frames that say when each was shown, found number 1 without a time; record an MP4 or Matroska file"
    #expect(heard == nil && error?.reason == words)
  }

  @Test(arguments: [("h264", true), ("mjpeg", true), ("matroska,webm", false), ("mov,mp4,m4a", false)])
  func `formats without times are told apart from those with some`(format: String, isTimeless: Bool) {
    var report = DecoderReport()
    _ = report.hear("Input #0, \(format), from 'file:Input #0, hevc, b.mp4':")
    #expect(report.timelessFormat == (isTimeless ? format : nil))
  }

  @Test func `a frame of another size says when, and what to do`() throws {
    var frames = RawFrames(path: "film.mp4")
    try frames.begin(Self.frame(1))
    let error = #expect(throws: VideoError.self) { try frames.begin(Self.frame(3.5, 2, 3)) }
    #expect(error?.path == "film.mp4")
    #expect(
      error?.reason
        == "expected frames of one size, found 3×2 and, 3.5 s in, 2×3; cut the video there, or keep the phone upright"
    )
  }

  @Test(arguments: [(4.75, "4.75"), (4.998, "4.998"), (90_000, "90000")])
  func `a frame that goes back in time, or to another day, is refused`(time: Double, words: String) throws {
    var frames = RawFrames(path: "film.mp4")
    try frames.begin(Self.frame(5))
    let error = #expect(throws: VideoError.self) { try frames.begin(Self.frame(time)) }
    #expect(
      error?.reason
        == "expected frames in the order of their times, within a day, found one \(words) s in after one 5 s in; cut the video there"
    )
  }

  @Test func `a frame whose time a muxer moved by a unit has the time before`() throws {
    var frames = RawFrames(path: "film.mp4")
    let times = try [0, 6.200017, 6.2, 6.24].map { time in
      try frames.begin(Self.frame(time, 1, 1))
      var piece: ArraySlice<UInt8> = [0]
      return frames.take(from: &piece)?.time
    }
    #expect(times == [0, 6.200017, 6.200017, 6.24])
  }

  @Test func `a frame beyond 8K is refused before its bytes are read`() {
    var frames = RawFrames(path: "film.mp4")
    let error = #expect(throws: VideoError.self) { try frames.begin(Self.frame(0, 8192, 4320)) }
    #expect(error?.reason == "expected frames of at most 7680×4320, found 8192×4320")
    #expect(frames.isAwaitingFrame)
  }

  @Test func `a video of more than half an hour at 60 Hz is refused`() throws {
    var frames = RawFrames(path: "film.mp4")
    for number in 0..<108_000 {
      try frames.begin(Self.frame(Double(number) / 60, 1, 1))
      var piece: ArraySlice<UInt8> = [0]
      _ = frames.take(from: &piece)
    }
    let error = #expect(throws: VideoError.self) { try frames.begin(Self.frame(1800, 1, 1)) }
    #expect(error?.reason == "expected at most 108,000 frames, found more; cut the video into parts")
  }
}
