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
  /// Why sharpness cannot be measured in this video, in a sentence; `nil` if it can.
  package let refusal: String?
  /// Frames that show two moments, one above the other.
  package let tornFrames: Int
  /// Small pictures of some frames, by their index in ``seen``.
  let pictures: [Int: [UInt8]]

  /// Frames that are looked at together.
  private static let framesAtOnce = 8

  /// Reads a video in two passes: the first finds where the photos lie, as in a `known` one, the second what each frame shows.
  ///
  /// - Parameter progress: called with the share that is done, 0…1.
  /// - Throws: ``VideoError``, or `CancellationError`.
  package static func read(
    _ video: some FrameSource, from known: WatchedVideo? = nil, progress: (Double) -> Void
  ) async throws -> WatchedVideo {
    guard TagReader.isAvailable else {
      throw VideoError(
        .missing, path: nil,
        "expected a build with libapriltag, which finds the tags of photos, found one without the package trait 'Watch'"
      )
    }
    guard let reader = TagReader() else {
      throw VideoError(
        .missing, path: nil,
        "expected 130 MB of memory for the reader of tags, found less; end other programs")
    }
    let patterns = TagPatterns(TagReader.modules)
    var mapper = ScreenMapper(patterns)
    var (times, indices): ([Double], [Int]) = ([], [])
    // Frames that differ, and how often each is shown again; all processors look at them at once.
    var waiting: [(frame: LumaFrame, repeats: Int)] = []
    func look() {
      let found = waiting.map(\.frame).concurrentMap { frame in
        reader.find(in: frame.pixels, width: frame.width, height: frame.height)
      }
      for ((frame, repeats), tags) in zip(waiting, found) { mapper.look(at: frame, tags, repeats: repeats) }
      waiting = []
    }
    var size = (width: 0, height: 0)
    try await video.read { frame in
      size = (frame.width, frame.height)
      if frame.pixels == waiting.last?.frame.pixels {
        waiting[waiting.count - 1].repeats += 1
      } else {
        if waiting.count == Self.framesAtOnce { look() }
        waiting.append((copy frame, 0))
      }
      times.append(frame.time)
      indices.append(mapper.frameCount + waiting.count - 1)
      // How long the video is is known after the first pass; its share grows ever slower until then.
      if times.count % 16 == 0 { progress(0.6 * (1 - exp(-Double(times.count) / 2000))) }
    }
    look()
    let (seconds, rate) = (times.last ?? 0, refreshRate(of: times))
    guard seconds * Double(rate) <= Double(PaintedFrames.mostFrames) else {
      throw VideoError(
        path: video.path,
        "expected at most \(Figure.count(PaintedFrames.mostFrames)) refreshes of the screen, found "
          + "\(Figure.count(Int(seconds * Double(rate)))), \(Figure.fixed(seconds / 3600, 1)) hours at \(rate) Hz; cut the video into "
          + "parts")
    }
    guard mapper.tagCount > 0 else {
      throw VideoError(
        path: video.path,
        "expected marked photos, found no tag in \(times.count) frames; make photos by 'scrollsim library mark', show them in "
          + "the app, and record the screen with cells of at least 32 pixels")
    }
    guard !mapper.movesSideways else {
      throw VideoError(
        path: video.path,
        "expected photos that move up and down, found some that move sideways; turn the video upright ('ffmpeg -i IN -vf "
          + "transpose=1 OUT'), or scroll a grid the other way")
    }
    if let known, (known.width, known.height) != size {
      throw VideoError(
        path: video.path,
        "expected frames of \(known.width)×\(known.height) as in the map, found \(size.width)×\(size.height); record both alike"
      )
    }
    let screen = mapper.map(height: size.height, from: known)
    if let known, let columns = screen.otherColumns {
      throw VideoError(
        path: video.path,
        "expected photos where the map '\(known.path)' has them, in \(known.columns) columns, found them elsewhere, in \(columns) "
          + "columns; record a slow pass over the same photos in this layout, and give it by --map")
    }
    var judge = CellJudge(screen, patterns)
    var camera = StillCamera(frames: screen.fixes.count)
    var frame = -1
    var count = 0
    let total = times.count
    try await video.read { pixels in
      defer { count += 1 }
      guard count < indices.count, indices[count] != frame else { return }
      frame = indices[count]
      judge.judge(pixels)
      camera.look(at: pixels, index: frame)
      if count % 16 == 0 { progress(0.6 + 0.4 * Double(count) / Double(total)) }
    }
    judge.finish()
    let (seen, refusal) = SharpnessRule.judge(judge.seen, stripes: judge.stripes, map: screen.map)
    guard seen.count == (indices.last ?? -1) + 1 else {
      throw VideoError(
        .unreadable, path: video.path,
        "expected the same frames when read again, found others; leave the file alone meanwhile")
    }
    return WatchedVideo(
      path: video.path, width: size.width, height: size.height, times: times, indices: indices, seen: seen,
      map: screen.map, areMarked: screen.areMarked, viewport: screen.viewport, refusal: refusal,
      tornFrames: screen.torn.count, pictures: camera.pictures)
  }
}

extension WatchedVideo {
  /// The rate of a display that shows these frames: the standard rate next to the shortest time between two of them.
  package var refreshRate: Int { Self.refreshRate(of: times) }

  private static func refreshRate(of times: [Double]) -> Int {
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
