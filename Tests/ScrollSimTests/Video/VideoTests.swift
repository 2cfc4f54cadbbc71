import BenchReport
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

@Suite("A video of strategies side by side")
struct VideoTests {
  /// Two columns, twelve items, twenty frames a second for two seconds; it moves for the first half.
  private static let layout = GridLayout(viewport: .init(width: 60, height: 90), columns: 2, spacing: 2)

  private static func side(_ name: String, from frame: Int) -> SideBySide.Side {
    var changes: [CellChange] = []
    for item in 0..<12 {
      let (first, last): (CellState, CellState) = item == 3 ? (.failed, .failed) : (.degraded, .final)
      changes.append(CellChange(frame: 0, item: item, state: .blank))
      changes.append(CellChange(frame: frame + item, item: item, state: first))
      changes.append(CellChange(frame: frame + item + 2, item: item, state: last))
    }
    changes.sort { $0.frame < $1.frame }
    let offsets: [Double] = (0..<40).map { Double(min($0, 20)) * 4 }
    let blank: [Double] = (0..<40).map { $0 < frame + 5 ? 0.25 : 0 }
    let blurred: [Double] = (0..<40).map { $0 < frame + 7 ? 0.125 : 0 }
    return SideBySide.Side(name: name, changes: changes, offsets: offsets, blank: blank, blurred: blurred)
  }

  private static func film(frames: Range<Int> = 0..<40) throws -> SideBySide {
    try SideBySide(
      [side("none", from: 6), side("screens(leading=3,trailing=1)", from: 1)], layout: layout, photos: 12,
      refreshRate: 20, title: "small · model", frames: frames, screenHeight: 120)
  }

  private static func photo(_ item: Int) -> Picture? {
    Picture(plain: CellColour(red: UInt8(40 + item * 15), green: 120, blue: UInt8(200 - item * 12)))
  }

  @Test func `each picture shows the last frame at or before its moment`() throws {
    func frames(_ timing: VideoTiming, of count: Int = 60) throws -> [Int] {
      try timing.frames(of: count, refreshRate: 60)
    }
    #expect(try frames(VideoTiming(framesPerSecond: 30)) == Array(stride(from: 0, to: 60, by: 2)))
    #expect(try frames(VideoTiming(framesPerSecond: 60)) == Array(0..<60))
    #expect(try frames(VideoTiming(framesPerSecond: 25), of: 12) == [0, 2, 4, 7, 9])
    #expect(try frames(VideoTiming(from: 0.5, to: 0.6, framesPerSecond: 60)) == Array(30..<36))
    let slow = try frames(VideoTiming(to: 0.1, framesPerSecond: 30, speed: 0.25))
    #expect(slow == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
    #expect(try frames(VideoTiming(framesPerSecond: 1, speed: 100)) == [0])
    #expect(try frames(VideoTiming(to: 5, framesPerSecond: 20)).count == 20, "it ends with the trace")
  }

  @Test func `no part and too many pictures are refused`() {
    for timing in [
      VideoTiming(from: 1, framesPerSecond: 30), VideoTiming(from: 0.5, to: 0.5, framesPerSecond: 30),
      VideoTiming(framesPerSecond: 60, speed: 0.01),
    ] {
      #expect(throws: VideoTiming.Unsuitable.self) { try timing.frames(of: 60, refreshRate: 60) }
    }
    #expect(throws: VideoTiming.Unsuitable.self) {
      try VideoTiming(framesPerSecond: 30).frames(of: 0, refreshRate: 60)
    }
  }

  /// `UPDATE_SNAPSHOTS=1 scripts/run-tests --filter VideoTests` writes it anew.
  @Test func `a picture is like the one that was looked at`() throws {
    let path = ((#filePath as NSString).deletingLastPathComponent) + "/Snapshots/frame.png"
    var film = try Self.film()
    let picture = film.picture(at: 10, speed: "0.5", thumbnail: Self.photo)
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
      try PNGWriter().write(try picture.buffer(ledger: MemoryLedger()), to: path)
    }
    let known = try ImageDecoder.decode(
      path: path, as: ImageSpecification(targetSize: .maximum, resizeMode: .none), ledger: MemoryLedger()
    ).pixels
    #expect(known.size == film.size)
    // Curves differ in their last bit between machines.
    #expect(MovingPicture.difference(known.pixels, picture.pixels) < 0.05)
  }

  @Test(arguments: [VideoFormat.gif, .webp])
  func `a file holds every picture for its time, and of each what changes`(format: VideoFormat) async throws {
    guard format == .gif || DecodedImage.FileFormat.webp.unavailability == nil else { return }
    let folder = try TemporaryFolder()
    let path = folder.file("film.\(format.rawValue)")
    let timing = VideoTiming(framesPerSecond: 20)
    let frames = try timing.frames(of: 40, refreshRate: 20)
    var film = try Self.film()
    try await format.write(
      VideoClip(film, frames: frames, timing: timing, thumbnail: Self.photo), to: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.\(format.rawValue)"])
    let made = try MovingPicture(Array(try Data(contentsOf: URL(filePath: path))))
    #expect(made.size == film.size)
    #expect(made.size.width.isMultiple(of: 2) && made.size.height.isMultiple(of: 2))
    // The time is written in each, so that each differs from the one before.
    #expect(made.frames.map(\.ticks) == Array(repeating: format == .gif ? 5 : 50, count: 40))
    #expect(made.frames[0].size == film.size)
    #expect(made.frames[39].size.height < film.size.height / 2, "only time goes on")
    for (place, frame) in made.frames.enumerated() {
      let picture = film.picture(at: place, speed: nil, thumbnail: Self.photo)
      #expect(MovingPicture.difference(frame.pixels, picture.pixels) < 3, "picture \(place)")
    }
  }

  @Test func `pictures that are alike are one that lasts`() async throws {
    let folder = try TemporaryFolder()
    let timing = VideoTiming(from: 1.5, to: 1.6, framesPerSecond: 30, speed: 0.1)
    let frames = try timing.frames(of: 40, refreshRate: 20)
    #expect(frames.count == 30 && Set(frames) == [30, 31])
    let clip = VideoClip(
      try Self.film(frames: 30..<32), frames: frames, timing: timing, thumbnail: Self.photo)
    try await VideoFormat.gif.write(clip, to: folder.file("film.gif"))
    let made = try MovingPicture(Array(try Data(contentsOf: URL(filePath: folder.file("film.gif")))))
    #expect(made.frames.map(\.ticks) == [50, 50])
  }

  @Test func `a clip that is given up leaves what was there`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("old".utf8), as: "film.gif")
    let task = Task {
      let film = try Self.film()
      let timing = VideoTiming(framesPerSecond: 20)
      let frames = try timing.frames(of: 40, refreshRate: 20)
      let clip = VideoClip(film, frames: frames, timing: timing, thumbnail: { _ in nil }) { count in
        if count == 5 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      try await VideoFormat.gif.write(clip, to: path)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film.gif"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test func `screens shrink until they fit, and one too narrow is refused`() throws {
    let six = try SideBySide(
      (0..<6).map { Self.side("strategy \($0)", from: $0) },
      layout: GridLayout(viewport: .init(width: 1024, height: 768), columns: 5, spacing: 2), photos: 12,
      refreshRate: 20, title: "six", frames: 0..<40, screenHeight: 560)
    #expect(six.size.width <= 1600)
    #expect(throws: Picture.TooLarge.self) {
      try SideBySide(
        [Self.side("thin", from: 0)],
        layout: GridLayout(viewport: .init(width: 1, height: 10_000), columns: 1, spacing: 0), photos: 12,
        refreshRate: 20, title: "thin", frames: 0..<40, screenHeight: 560)
    }
  }
}
