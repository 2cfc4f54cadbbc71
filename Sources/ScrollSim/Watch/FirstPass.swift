internal import Foundation
internal import GalleryKit
internal import Support

/// The first pass over a video: when its frames were shown, which of them are alike, and where the photos lie.
struct FirstPass {
  /// When each frame was shown, in seconds from the first.
  let times: [Double]
  /// The index of each frame among the frames that differ from the one before.
  let indices: [Int]
  let size: (width: Int, height: Int)
  let screen: ScreenMap

  /// Frames that are looked at together.
  private static let framesAtOnce = 8

  /// - Parameters:
  ///   - known: an earlier video of the same screen.
  ///   - progress: called with the share that is done, which grows ever slower: how long a video is shows at its end.
  /// - Throws: ``VideoError``, or `CancellationError`.
  init(
    over video: some FrameSource, from known: WatchedVideo?, _ patterns: TagPatterns,
    progress: (Double) -> Void
  ) async throws {
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
    var mapper = ScreenMapper(patterns)
    var (times, indices): ([Double], [Int]) = ([], [])
    var size = (width: 0, height: 0)
    // Frames that differ, and how often each is shown again; all processors look at them at once.
    var waiting: [(frame: LumaFrame, repeats: Int)] = []
    func look() {
      let found = waiting.map(\.frame).concurrentMap { frame in
        reader.find(in: frame.pixels, width: frame.width, height: frame.height)
      }
      for ((frame, repeats), tags) in zip(waiting, found) { mapper.look(at: frame, tags, repeats: repeats) }
      waiting = []
    }
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
      if times.count % 16 == 0 { progress(1 - exp(-Double(times.count) / 2000)) }
    }
    look()
    (self.times, self.indices, self.size) = (times, indices, size)
    screen = try Self.screen(mapper, of: video.path, size: size, at: times, from: known)
  }

  /// - Throws: ``VideoError`` if a video does not show a grid of marked photos that moves up and down, or not as the known one.
  private static func screen(
    _ mapper: consuming ScreenMapper, of path: String, size: (width: Int, height: Int), at times: [Double],
    from known: WatchedVideo?
  ) throws -> ScreenMap {
    let (seconds, rate) = (times.last ?? 0, WatchedVideo.refreshRate(of: times))
    guard seconds * Double(rate) <= Double(PaintedFrames.mostFrames) else {
      throw VideoError(
        path: path,
        "expected at most \(Figure.count(PaintedFrames.mostFrames)) refreshes of the screen, found "
          + "\(Figure.count(Int(seconds * Double(rate)))), \(Figure.fixed(seconds / 3600, 1)) hours at \(rate) Hz; cut the video into "
          + "parts")
    }
    guard mapper.tagCount > 0 else {
      throw VideoError(
        path: path,
        "expected marked photos, found no tag in \(times.count) frames; make photos with 'scrollsim library mark', show them in "
          + "the app in cells of at least 32 pixels that crop at most a sixth of a photo's shorter side, and record the screen as it is, "
          + "not mirrored")
    }
    guard !mapper.movesSideways else {
      throw VideoError(
        path: path,
        "expected photos that move up and down, found some that move sideways; turn the video upright ('ffmpeg -i IN -vf "
          + "transpose=1 OUT'), or scroll a grid the other way")
    }
    guard known != nil || !mapper.showsOneAtATime else {
      throw VideoError(
        path: path,
        "expected two photos or more that are whole on screen at once, found one at a time, so that nothing tells how far they are "
          + "apart; record a grid of smaller cells, as in more columns or a taller window, or with less compression if they are small"
      )
    }
    if let known, (known.width, known.height) != size {
      throw VideoError(
        path: path,
        "expected frames of \(known.width)×\(known.height) as in the map, found \(size.width)×\(size.height); record both at the same size"
      )
    }
    let screen = mapper.map(height: size.height, from: known)
    if let known, let columns = screen.otherColumns {
      throw VideoError(
        path: path,
        "expected photos where the map '\(known.path)' has them, in \(known.columns) columns, found them elsewhere, in \(columns) "
          + "columns; record a slow pass over the same photos in this layout, and give it with --map")
    }
    return screen
  }
}
