import Films
import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Films that the tests draw, so that they know what each frame shows.
@Suite(.serialized, .enabled(if: TagReader.isAvailable, "build with the trait Watch"))
struct FilmTests {
  /// Seeds of films, some of which look at every feature of grids: headers, bars, portraits, rounded corners.
  static let drawn: [UInt64] = LongTests.haveMany ? Array(1...200) : [1, 2, 3, 91]
  static let usual: [UInt64] = LongTests.haveMany ? Array(101...300) : [101, 165, 253, 262]
  /// Films whose stripes the codec leaves out: columns of 49 pixels that lie between two of them, and new photos of a fast scroll.
  static let unreadable: Set<UInt64> = [108, 178, 204, 267]
  /// Under the bar of 231, a photo fits by chance.
  static let poor: [UInt64] = LongTests.haveMany ? Array(201...240) : [220, 231]
  /// Films in which whole screens are blank, for long enough that photos follow.
  static let bare: [UInt64] = [22, 23, 28]

  /// At rest, and then on at 540 pixels a second.
  private static let steadyScroll = Array(repeating: 0, count: 20) + (0..<150).map { 9 * Double($0) }
  /// By a row in every sixth of a second.
  private static let wholeRows = (0..<16).flatMap { Array(repeating: 130 * Double($0), count: 10) }

  @Test(arguments: drawn) func `what a film without loss shows is read`(seed: UInt64) async throws {
    expectTruth(try await read(Film(seed: seed)).reading, seed)
  }

  @Test(arguments: bare) func `screens on which nothing is drawn are blank`(seed: UInt64) async throws {
    let (video, reading) = try await read(Film(seed: seed, isBare: true))
    #expect(video.seen.contains { $0.isEmpty }, "film \(seed)")
    #expect(reading.blank.truth > 0.1 && reading.blank.error < 0.005, "film \(seed): blank \(reading.blank)")
    #expect(reading.offsetError(share: 1) < 4, "film \(seed)")
  }

  @Test(arguments: [(2, 3), (23, 3), (3, 10)])
  func `photos of which only the embedded thumbnail ever comes are not sharp`(
    seed: UInt64, ofTen unfinished: Int
  ) async throws {
    let film = Film(seed: seed, unfinished: unfinished)
    let (video, reading) = try await read(film)
    #expect(reading.refusal == nil)
    #expect(
      reading.notSharp.truth > 0.2 && reading.notSharp.error < 0.005, "film \(seed): \(reading.notSharp)")
    #expect(Set(video.map.places.keys).isSubset(of: (0..<film.rows * film.columns).map(film.number)))
  }

  @Test(arguments: [true, false])
  func `what a bar hides that comes and goes is not blank`(isAtTop: Bool) async throws {
    let films = (1...60).lazy.map { (seed: UInt64) in Film(seed: seed) }
    let bare = films.first { film in film.topBar == 0 && film.bottomBar == 0 && film.height > 400 }
    let film = try #require(bare)
    let reading = try await read(film) { frame, _, place in
      guard place / 40 % 2 == 1 else { return }
      for y in 0..<56 {
        let row = isAtTop ? y : frame.height - 1 - y
        for x in 0..<frame.width {
          let isText = x / 7 % 3 == 1 && x > 20 && (16..<32).contains(y)
          frame.pixels[row * frame.width + x] = isText ? 40 : 235
        }
      }
    }.reading
    #expect(reading.blank.error < 0.015, "\(reading.blank)")
    #expect(reading.wrong.error < 0.01, "\(reading.wrong)")
  }

  @Test func `a recording that lies on its side is refused`() async throws {
    let turned = ChangedFrames(drawn: DrawnFrames(Film(seed: 23))) { frame, _, _ in
      let (width, height) = (frame.height, frame.width)
      let pixels = (0..<width * height).map {
        frame.pixels[(width - 1 - $0 % width) * frame.width + $0 / width]
      }
      frame = LumaFrame(width: width, height: height, pixels: pixels, time: frame.time)
    }
    await #expect {
      _ = try await WatchedVideo.read(turned) { _ in }
    } throws: { error in
      (error as? VideoError)?.reason.hasPrefix("expected photos that move up and down") == true
    }
  }

  @Test func `a map of another layout is refused, and both are named`() async throws {
    let film = Film(seed: 23)
    let columns = film.columns + 1
    let tags = (0..<film.rows * film.columns).map { item in
      TagSighting(
        number: film.number(of: item), x: Float(30 * (item % columns) + 15),
        y: Float(30 * (item / columns) + 15), width: 20, height: 20)
    }
    let known = WatchedVideo(
      path: "slow.mp4", width: film.width, height: film.height, times: [], indices: [], seen: [],
      map: PositionMap.read([MapFrame(tags: tags)], height: film.height).map, areMarked: true,
      viewport: 0...Double(film.height), refusal: nil, tornFrames: 0, pictures: [:])
    let error = await #expect(throws: VideoError.self) {
      _ = try await WatchedVideo.read(DrawnFrames(film), from: known) { _ in }
    }
    let words =
      "expected photos where the map 'slow.mp4' has them, in \(columns) columns, found them elsewhere, in "
      + "\(film.columns) columns; "
    #expect(error?.reason.hasPrefix(words) == true, "\(error?.reason ?? "no error")")
  }

  @Test func `a frame that shows two moments is counted, and unknown`() async throws {
    let film = Film(seed: 23)
    let torn = try #require(
      film.frames.indices.dropFirst(20).first {
        film.frames[$0].offset - film.frames[$0 - 1].offset > 4
          && film.frames[$0].cells.allSatisfy { $0.shown == .sharp }
      })
    // Its lower half is still that of the frame before.
    let video = try await read(film) { frame, before, place in
      guard place == torn, let before else { return }
      let half = frame.height / 2 * frame.width
      frame.pixels.replaceSubrange(half..., with: before.pixels[half...])
    }.video
    #expect(video.tornFrames == 1)
    let seen = video.seen[video.indices[torn]]
    #expect(seen.fix == nil && !seen.isEmpty)
  }

  @Test func `recycled cells that still show photos of rows long gone are wrong, not torn`() async throws {
    let film = Film(offsets: Self.steadyScroll) { item, age in
      item >= 18 && age < 14 ? .wrong(item - 18, 128) : .sharp
    }
    let (video, reading) = try await read(film)
    #expect(video.tornFrames == 0)
    #expect(reading.wrong.truth > 0.05 && reading.wrong.error < 0.005, "\(reading.wrong)")
    #expect(reading.blank.error < 0.005, "\(reading.blank)")
    // Their first rows are like those of the photos that belong there.
    #expect(reading.waitError(share: 0.95) <= 1)
  }

  @Test func `small pictures that come first do not blur the measure of what is sharp`() async throws {
    let film = Film(offsets: Self.steadyScroll) { item, age in
      item >= 15 && age < 24 ? .degraded(16) : .sharp
    }
    let reading = try await read(film).reading
    #expect(reading.refusal == nil)
    #expect(reading.notSharp.truth > 0.05 && reading.notSharp.error < 0.005, "\(reading.notSharp)")
  }

  @Test func `cells that are blank beneath a floating button are blank`() async throws {
    let film = Film(offsets: Self.steadyScroll) { item, age in
      item % 2 == 0 && item >= 12 && age < 20 ? .blank : .sharp
    }
    let reading = try await read(film) { frame, _, _ in
      for y in -24...24 {
        for x in -24...24 where x * x + y * y <= 576 {
          frame.pixels[(frame.height - 80 + y) * frame.width + frame.width - 60 + x] =
            abs(x) < 4 || abs(y) < 4 ? 255 : 90
        }
      }
    }.reading
    #expect(reading.blank.truth > 0.05 && reading.blank.error < 0.01, "\(reading.blank)")
  }

  @Test func `a row of which half is in view counts where the grid moves by whole rows`() async throws {
    let film = Film(offsets: Self.wholeRows, height: 665) { item, age in
      item >= 15 && age < 5 ? .blank : .sharp
    }
    let (video, reading) = try await read(film)
    #expect(reading.blank.truth > 0.02 && reading.blank.error < 0.005, "\(reading.blank), \(video.viewport)")
  }

  @Test func `lines of which nothing tells whether they scroll are named`() async throws {
    let film = Film(offsets: Self.wholeRows, height: 665) { item, age in
      item >= 12 && age < 10 ? .blank : .sharp
    }
    let video = try await read(film).video
    #expect(video.undecided.contains { $0.contains(590) }, "\(video.undecided)")
    let words = "no photo passes the lines of pixels from "
    #expect(video.record(name: "app", iteration: 0).warnings.contains { $0.contains(words) })
    let steady = try await read(Film(offsets: Self.steadyScroll) { _, _ in .sharp }).video
    #expect(steady.undecided.isEmpty, "\(steady.undecided)")
  }

  @Test func `photos of a tray that stays while the grid moves are no part of it`() async throws {
    let film = Film(offsets: Self.steadyScroll) { _, age in age < 6 ? .blank : .sharp }
    var row: [UInt8] = []
    let (top, bottom) = (40 * film.width, 170 * film.width)
    try await DrawnFrames(Film(offsets: [0]) { _, _ in .sharp }).read { row = Array($0.pixels[top..<bottom]) }
    let tray = row
    let (video, reading) = try await read(film) { frame, _, _ in
      frame.pixels.replaceSubrange(
        (frame.height - 170) * frame.width..<(frame.height - 40) * frame.width, with: tray)
    }
    #expect(abs(video.viewport.upperBound - 430) < 8, "\(video.viewport)")
    #expect(reading.wrong.error < 0.005 && reading.inventedWrong == 0, "\(reading.wrong)")
    // The cells that come into view behind it are no longer blank above it.
    #expect(reading.blank.read < 0.01, "\(reading.blank)")
  }

  @Test func `lines that something blurs are no part of the grid`() async throws {
    let offsets = (0..<5).flatMap { rest -> [Double] in
      let start = 340 * Double(rest)
      return Array(repeating: start, count: 40) + (0..<40).map { start + 8.5 * Double($0) }
    }
    let film = Film(offsets: offsets, height: 680) { item, age in item > 15 && age < 24 ? .blank : .sharp }
    let (video, reading) = try await read(film) { frame, _, _ in frame.blur(lines: 40..<160, by: 14) }
    #expect((90...180).contains(video.viewport.lowerBound), "\(video.viewport)")
    // Nothing is blank beneath it, which is a part of the truth's area.
    let truth = reading.blank.truth * 600 / (640 - video.viewport.lowerBound)
    #expect(truth > 0.02 && abs(reading.blank.read - truth) < 0.01, "\(reading.blank), \(video.viewport)")
  }

  @Test func `photos that are stretched at the end of the grid are not blank`() async throws {
    let end = (0..<120).map { min(8 * Double($0), 640) }
    let film = Film(offsets: Array(repeating: 0, count: 20) + end + end.reversed()) { item, age in
      item > 15 && age < 24 ? .blank : .sharp
    }
    let reading = try await read(film) { frame, _, place in
      let age = Double(abs(place - 120))
      if age < 20 { frame.stretch(by: 0.03 * (1 - age / 20)) }
    }.reading
    #expect(reading.blank.truth > 0.01 && reading.blank.error < 0.005, "\(reading.blank)")
    #expect(reading.notSharp.error < 0.01, "\(reading.notSharp)")
  }

  @Test func `photos of which only one at a time is whole on screen are refused`() async throws {
    let film = Film(offsets: (0..<60).map { 12 * Double($0) }, height: 280) { _, _ in .sharp }
    let narrow = ChangedFrames(drawn: DrawnFrames(film)) { frame, _, _ in
      // The first column alone.
      let pixels = (0..<frame.height).flatMap { y in frame.pixels[y * frame.width..<y * frame.width + 128] }
      frame = LumaFrame(width: 128, height: frame.height, pixels: pixels, time: frame.time)
    }
    let error = await #expect(throws: VideoError.self) { _ = try await WatchedVideo.read(narrow) { _ in } }
    #expect(error?.reason.hasPrefix("expected two photos or more that are whole on screen at once") == true)
  }

  @Test(.enabled(if: FilmVideo.isPossible, "install ffmpeg"), arguments: usual)
  func `what a video of usual quality shows is read`(seed: UInt64) async throws {
    let film = Film(seed: seed)
    try await withVideo(of: film, .usual) { reading in
      expectTruth(reading, seed, isReadable: !Self.unreadable.contains(seed))
    }
  }

  @Test(.enabled(if: FilmVideo.isPossible, "install ffmpeg"), arguments: poor)
  func `what a small video of poor quality shows is read, or refused`(seed: UInt64) async throws {
    let film = Film(seed: seed, leastCell: 96)
    try await withVideo(of: film, .poor) { reading in
      #expect(reading.blank.error < 0.005, "film \(seed): blank \(reading.blank)")
      #expect(reading.wrong.error < 0.005, "film \(seed): wrong \(reading.wrong)")
      // Pixels of the video: such a codec leaves out motion by less.
      #expect(reading.offsetError(share: 0.995) * 0.5 < 2, "film \(seed)")
      #expect(
        reading.refusal != nil || reading.notSharp.error < 0.01, "film \(seed): not sharp \(reading.notSharp)"
      )
    }
  }

  private func read(
    _ film: Film, changing change: @escaping ChangedFrames.Change = { _, _, _ in }
  ) async throws -> (video: WatchedVideo, reading: FilmReading) {
    let video = try await WatchedVideo.read(ChangedFrames(drawn: DrawnFrames(film), change: change)) { _ in }
    return (video, FilmReading(video, of: film, kept: Array(film.frames.indices), scale: 1))
  }

  private func expectTruth(_ reading: FilmReading, _ seed: UInt64, isReadable: Bool = true) {
    #expect((reading.refusal == nil) == isReadable, "film \(seed)")
    #expect(reading.blank.error < 0.005, "film \(seed): blank \(reading.blank)")
    #expect(reading.wrong.error < 0.005, "film \(seed): wrong \(reading.wrong)")
    if isReadable {
      #expect(reading.notSharp.error < 0.005, "film \(seed): not sharp \(reading.notSharp)")
      #expect(reading.waitError(share: 0.5) <= 1 && reading.waitError(share: 0.95) <= 3, "film \(seed)")
    }
    #expect(reading.offsetError(share: 0.995) < 1, "film \(seed)")
    #expect(reading.foundWrong == reading.plantedWrong, "film \(seed)")
    #expect(reading.inventedWrong == 0, "film \(seed)")
  }

  private func withVideo(
    of film: Film, _ quality: FilmVideo.Quality, _ body: (FilmReading) -> Void
  ) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try FilmVideo(film, quality, to: path)
    let video = try await WatchedVideo.read(VideoFrames(path: path)) { _ in }
    #expect(video.times.count == file.kept.count)
    body(FilmReading(video, of: film, kept: file.kept, scale: file.scale))
  }
}

/// A film whose frames are changed before they are read.
private struct ChangedFrames: FrameSource {
  /// Takes a frame, the one before it as it was drawn, and its place.
  typealias Change = @Sendable (inout LumaFrame, LumaFrame?, Int) -> Void

  let drawn: DrawnFrames
  let change: Change
  var path: String { drawn.path }

  func read(_ body: (borrowing LumaFrame) async throws -> Void) async throws {
    var before: LumaFrame?
    var place = 0
    try await drawn.read { frame in
      let current = copy frame
      var changed = current
      change(&changed, before, place)
      try await body(changed)
      (before, place) = (current, place + 1)
    }
  }
}

extension LumaFrame {
  /// Blurs some of its lines, each pixel a mean of those around it.
  fileprivate mutating func blur(lines: Range<Int>, by reach: Int) {
    let means = AreaMeans(self)
    for y in lines {
      for x in 0..<width {
        let mean = means.mean(
          Double(x - reach), Double(y - reach), Double(x + reach + 1), Double(y + reach + 1))
        pixels[y * width + x] = UInt8(mean)
      }
    }
  }

  /// Stretches it upwards from its end by a share of its height.
  fileprivate mutating func stretch(by share: Double) {
    pixels = (0..<height).flatMap { y -> ArraySlice<UInt8> in
      let source = Double(height) - Double(height - y) / (1 + share)
      let row = min(height - 1, Int(source.rounded()))
      return pixels[row * width..<(row + 1) * width]
    }
  }
}
