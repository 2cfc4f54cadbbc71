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
  static let drawn: ClosedRange<UInt64> = LongTests.haveMany ? 1...200 : 1...3
  static let usual: ClosedRange<UInt64> = LongTests.haveMany ? 101...300 : 101...101
  static let poor: ClosedRange<UInt64> = 201...240

  @Test(arguments: drawn) func `what a film without loss shows is read`(seed: UInt64) async throws {
    let film = Film(seed: seed)
    let video = try await WatchedVideo.read(DrawnFrames(film)) { _ in }
    expectTruth(FilmReading(video, of: film, kept: Array(film.frames.indices), scale: 1), seed)
  }

  @Test(.enabled(if: FilmVideo.isPossible, "install ffmpeg"), arguments: usual)
  func `what a video of usual quality shows is read`(seed: UInt64) async throws {
    let film = Film(seed: seed)
    try await withVideo(of: film, .usual) { expectTruth($0, seed) }
  }

  @Test(
    .enabled(if: FilmVideo.isPossible && LongTests.haveMany, Comment(rawValue: LongTests.skipReason)),
    arguments: poor)
  func `what a small video of poor quality shows is read, or refused`(seed: UInt64) async throws {
    let film = Film(seed: seed, leastCell: 96)
    try await withVideo(of: film, .poor) { reading in
      #expect(reading.blank.error < 0.005, "film \(seed): blank \(reading.blank)")
      #expect(reading.wrong.error < 0.005, "film \(seed): wrong \(reading.wrong)")
      #expect(reading.offsetError(share: 0.995) < 2, "film \(seed)")
      #expect(
        reading.refusal != nil || reading.notSharp.error < 0.01, "film \(seed): not sharp \(reading.notSharp)"
      )
    }
  }

  private func expectTruth(_ reading: FilmReading, _ seed: UInt64) {
    #expect(reading.refusal == nil, "film \(seed)")
    #expect(reading.blank.error < 0.005, "film \(seed): blank \(reading.blank)")
    #expect(reading.wrong.error < 0.005, "film \(seed): wrong \(reading.wrong)")
    #expect(reading.notSharp.error < 0.005, "film \(seed): not sharp \(reading.notSharp)")
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
