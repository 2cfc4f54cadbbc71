internal import Foundation
internal import GalleryKit
internal import Support

/// A recording of a photo grid, read from its pixels.
package struct WatchedVideo: Sendable {
  package let path: String
  package let width: Int
  package let height: Int
  /// When each frame was shown, in seconds from the first.
  package let times: [Double]
  /// Which of ``seen`` each frame is: frames in a row that are the same are read once.
  package let indices: [Int]
  package let seen: [SeenFrame]
  package let map: PositionMap
  /// Whether the photos are those of `scrollsim library mark` (``OwnMarks``).
  let areMarked: Bool
  package let viewport: ClosedRange<Double>
  /// The heights beyond the viewport of which nothing tells whether they scroll, too.
  var undecided: [ClosedRange<Double>] = []
  /// Why sharpness cannot be measured in this video, in a sentence; `nil` if it can.
  package let refusal: String?
  /// As ``VisiblePicture`` counts them.
  var changes = 0
  /// As in ``ScreenMap/leaps``.
  var leaps = 0
  /// Frames that show two moments, one above the other.
  package let tornFrames: Int
  /// Small pictures of some frames, by their index in ``seen``.
  let pictures: [Int: [UInt8]]

  /// Reads a video in two passes: the first finds where the photos lie, as in a `known` one, the second what each frame shows.
  ///
  /// - Parameter progress: called with the share that is done, 0…1.
  /// - Throws: ``VideoError``, or `CancellationError`.
  package static func read(
    _ video: some FrameSource, from known: WatchedVideo? = nil, progress: (Double) -> Void
  ) async throws -> WatchedVideo {
    let patterns = TagPatterns(TagReader.modules)
    let first = try await FirstPass(over: video, from: known, patterns) { progress(0.6 * $0) }
    let screen = first.screen
    var judge = CellJudge(screen, patterns)
    var camera = StillCamera(frames: screen.fixes.count)
    var frame = -1
    var count = 0
    try await video.read { pixels in
      defer { count += 1 }
      guard count < first.indices.count, first.indices[count] != frame else { return }
      frame = first.indices[count]
      judge.judge(pixels)
      camera.look(at: pixels, index: frame)
      if count % 16 == 0 { progress(0.6 + 0.4 * Double(count) / Double(first.times.count)) }
    }
    judge.finish()
    let (seen, refusal) = SharpnessRule.judge(judge.seen, stripes: judge.stripes, map: screen.map)
    guard seen.count == (first.indices.last ?? -1) + 1 else {
      throw VideoError(
        .unreadable, path: video.path,
        "expected the same frames when read again, found others; leave the file alone meanwhile")
    }
    return WatchedVideo(
      path: video.path, width: first.size.width, height: first.size.height, times: first.times,
      indices: first.indices, seen: seen, map: screen.map, areMarked: screen.areMarked,
      viewport: screen.viewport, undecided: screen.undecided, refusal: refusal,
      changes: judge.picture.changes, leaps: screen.leaps,
      tornFrames: screen.torn.count, pictures: camera.pictures)
  }
}

extension WatchedVideo {
  /// The rate of a display that shows these frames: the standard rate next to the shortest time between two of them.
  package var refreshRate: Int { Self.refreshRate(of: times) }

  static func refreshRate(of times: [Double]) -> Int {
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard !gaps.isEmpty else { return 60 }
    let rate = 1 / gaps[gaps.count / 10]
    return [24, 25, 30, 48, 50, 60, 72, 90, 100, 120, 144, 165, 240].min {
      abs(Double($0) - rate) < abs(Double($1) - rate)
    } ?? 60
  }

  package var seconds: Double { times.last ?? 0 }

  /// The longest time without a new frame while the grid moves, in seconds.
  ///
  /// Phones write no frame while nothing changes. After a rest, the grid is hardly further on; after a gap, it went on as fast.
  package var longestGap: Double {
    let steps = zip(times.indices, times.indices.dropFirst()).map { a, b in
      let seconds = times[b] - times[a]
      guard let from = seen[indices[a]].fix, let to = seen[indices[b]].fix, from.part == to.part,
        abs(to.y - from.y) > Self.leastMotion, seconds > 0
      else { return (seconds: seconds, speed: 0.0) }
      return (seconds: seconds, speed: abs(to.y - from.y) / seconds)
    }
    let speeds = [0.0] + steps.map(\.speed) + [0.0]
    return zip(steps, zip(speeds, speeds.dropFirst(2))).reduce(0) { longest, pair in
      let (step, around) = pair
      return step.speed > 0 && step.speed >= max(around.0, around.1) / 2
        ? max(longest, step.seconds) : longest
    }
  }
}
