internal import BenchReport
internal import GalleryKit

/// The part of a trace that a video shows, and its speed.
package struct VideoTiming: Hashable, Sendable {
  /// Seconds of the trace; `nil` for its start and its end.
  package var from: Double?
  package var to: Double?
  /// Pictures a second.
  package var framesPerSecond: Int
  /// The factor on the trace's speed.
  package var speed: Double

  package init(from: Double? = nil, to: Double? = nil, framesPerSecond: Int, speed: Double = 1) {
    self.from = from
    self.to = to
    self.framesPerSecond = framesPerSecond
    self.speed = speed
  }

  /// The most pictures of a video: two minutes at thirty a second.
  package static let mostPictures = 3_600

  /// An error: the part of the trace cannot be shown.
  package struct Unsuitable: Error, CustomStringConvertible {
    package let description: String
  }

  /// The frame of each picture: the last one at or before its moment.
  ///
  /// - Parameters:
  ///   - count: the number of the trace's frames.
  ///   - refreshRate: the number of frames a second.
  package func frames(of count: Int, refreshRate: Int) throws(Unsuitable) -> [Int] {
    let length = Double(count) / Double(refreshRate)
    let (start, end) = (from ?? 0, min(to ?? length, length))
    guard start >= 0, start < end else {
      let words = Figure.fixed(length, 2)
      throw Unsuitable(
        description: "--from, --to: expected a part of the trace, which takes \(words) s, found "
          + "\(Figure.plain(start)) to \(Figure.plain(to ?? length))")
    }
    let pictures = ((end - start) / speed * Double(framesPerSecond) - 1e-9).rounded(.up)
    guard pictures <= Double(Self.mostPictures) else {
      throw Unsuitable(
        description: "expected at most \(Self.mostPictures) pictures, found \(Figure.fixed(pictures, 0)); "
          + "choose a part by '--from' and '--to', or a smaller '--fps'")
    }
    return (0..<max(1, Int(pictures))).map { picture in
      let seconds = start + Double(picture) * speed / Double(framesPerSecond)
      return min(Int((seconds * Double(refreshRate) + 1e-6).rounded(.down)), count - 1)
    }
  }
}

/// The pictures of a video, drawn one after the other.
package struct VideoClip {
  let framesPerSecond: Int
  private var film: SideBySide
  private var frames: ArraySlice<Int>
  private let speed: String?
  private let thumbnail: (Int) -> Picture?
  private let shown: (Int) -> Void

  /// - Parameters:
  ///   - film: draws each picture.
  ///   - frames: the frames from ``VideoTiming/frames(of:refreshRate:)``.
  ///   - thumbnail: the photo of an item, or `nil` if there is none.
  ///   - shown: receives the number of drawn pictures.
  package init(
    _ film: SideBySide, frames: [Int], timing: VideoTiming, thumbnail: @escaping (Int) -> Picture?,
    shown: @escaping (Int) -> Void = { _ in }
  ) {
    self.film = film
    self.frames = frames[...]
    framesPerSecond = timing.framesPerSecond
    speed = timing.speed == 1 ? nil : Figure.plain(timing.speed)
    self.thumbnail = thumbnail
    self.shown = shown
  }

  var size: PixelSize { film.size }

  /// Draws the next picture; `nil` after the last.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled.
  mutating func next() throws -> Picture? {
    try Task.checkCancellation()
    guard let frame = frames.popFirst() else { return nil }
    shown(frames.startIndex)
    return film.picture(at: frame, speed: speed, thumbnail: thumbnail)
  }
}
