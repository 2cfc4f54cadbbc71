/// Cuts a decoder's bytes, which come in pieces of any length, into the frames that it announces, one at a time.
struct RawFrames {
  /// The longest video, in frames: half an hour at 60 Hz, of which a hundred megabytes are kept.
  private static let mostFrames = 108_000
  /// The largest frame in pixels: 8K.
  private static let mostPixels = 7680 * 4320
  /// In seconds: a frame that is less than this before the last one has the same time, since muxers move
  /// equal times apart by a unit.
  private static let mostStepBack = 0.001

  let path: String
  private(set) var count = 0
  private var first: DecoderReport.Frame?
  private var current: DecoderReport.Frame?
  private var latest = -Double.infinity
  private var pixels: [UInt8] = []

  init(path: String) { self.path = path }

  /// Whether the next bytes belong to a frame that is not yet begun.
  var isAwaitingFrame: Bool { current == nil }

  /// - Throws: ``VideoError`` if it is too large, not of the first one's size, without a time, out of order, or one too many.
  mutating func begin(_ frame: DecoderReport.Frame) throws(VideoError) {
    if let first, (first.width, first.height) != (frame.width, frame.height) {
      throw VideoError(
        path: path,
        "expected frames of one size, found \(first.width)×\(first.height) and, \(Figure.plain(frame.time)) s in, "
          + "\(frame.width)×\(frame.height); cut the video there, or keep the phone upright")
    }
    guard frame.time.isFinite else {
      throw VideoError(
        path: path,
        "expected frames that say when each was shown, found number \(count + 1) without a time; record an MP4 or Matroska file"
      )
    }
    let seconds = frame.time - (first ?? frame).time
    guard frame.time > latest - Self.mostStepBack, seconds <= Recording.longestSeconds else {
      throw VideoError(
        path: path,
        "expected frames in the order of their times, within a day, found one \(Figure.plain(frame.time)) s in "
          + "after one \(Figure.plain(latest)) s in; cut the video there")
    }
    guard frame.count <= Self.mostPixels else {
      throw VideoError(
        path: path, "expected frames of at most 7680×4320, found \(frame.width)×\(frame.height)")
    }
    guard count < Self.mostFrames else {
      throw VideoError(
        path: path,
        "expected at most \(Figure.count(Self.mostFrames)) frames, found more; cut the video into parts")
    }
    first = first ?? frame
    latest = max(latest, frame.time)
    current = DecoderReport.Frame(time: latest, width: frame.width, height: frame.height)
    // The frame before is no longer read, so that its memory serves this one.
    pixels.removeAll(keepingCapacity: true)
    pixels.reserveCapacity(frame.count)
  }

  /// The frame that was begun, once it is whole.
  mutating func take(from bytes: inout ArraySlice<UInt8>) -> LumaFrame? {
    guard let first, let frame = current else { return nil }
    let missing = frame.count - pixels.count
    pixels += bytes.prefix(missing)
    bytes = bytes.dropFirst(missing)
    guard pixels.count == frame.count else { return nil }
    current = nil
    count += 1
    return LumaFrame(
      width: frame.width, height: frame.height, pixels: pixels, time: frame.time - first.time)
  }
}
