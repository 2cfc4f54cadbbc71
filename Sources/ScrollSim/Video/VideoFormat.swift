internal import Foundation
internal import GalleryKit
internal import SystemCalls

/// A video's format, chosen by its file's extension.
package enum VideoFormat: String, CaseIterable, Sendable {
  /// Animated WebP.
  case webp
  /// Animated GIF.
  case gif
  /// MP4, by ffmpeg.
  case mp4

  /// The default number of pictures a second.
  package var usualFramesPerSecond: Int { self == .gif ? 20 : 30 }

  /// The largest height of a screen in pixels; a GIF grows with all motion.
  package var screenHeight: Int { self == .gif ? 400 : 560 }

  /// The most pictures a second; browsers show a GIF's frames for at least two hundredths.
  package var mostFramesPerSecond: Int { self == .gif ? 50 : 60 }

  /// Writes a clip to a temporary file, and puts it in its place when it is complete; an incomplete one is removed.
  ///
  /// - Throws: the error that prevents writing, or `CancellationError` if the calling task was cancelled.
  package func write(_ clip: consuming VideoClip, to path: String) async throws {
    let place = try OutputFile(path)
    let stem = place.isStream ? FileManager.default.temporaryDirectory.path + "/scrollsim" : place.path
    let part = "\(stem).\(ProcessInfo.processInfo.processIdentifier).part"
    do {
      switch self {
      case .webp: try AnimationFile.write(clip, as: try WebPAnimation(), to: part)
      case .gif: try AnimationFile.write(clip, as: GIFAnimation(), to: part)
      case .mp4: try await FFmpeg.write(clip, to: part)
      }
      try place.take(part)
    } catch {
      try? FileManager.default.removeItem(atPath: part)
      throw error
    }
  }
}

/// Writes a clip frame by frame, with only the changes in each.
private enum AnimationFile {
  static func write(_ clip: consuming VideoClip, as format: some AnimationFormat, to path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let ledger = MemoryLedger()
    let (size, ticks) = (clip.size, Double(format.ticksPerSecond) / Double(clip.framesPerSecond))
    var byteCount = 0
    func write(_ bytes: [UInt8]) throws {
      try file.write(contentsOf: Data(bytes))
      byteCount += bytes.count
    }
    try write(format.beginning(size: size))
    var last: Picture?
    var (change, count, start) = (ChangedPart?.none, 0, 0)
    // A frame's duration is known when the next one differs.
    func flush() throws {
      let end = Int((Double(count) * ticks).rounded())
      if let change { try write(format.encode(change.frame(ticks: end - start, ledger: ledger))) }
      start = end
    }
    while let picture = try clip.next() {
      if let next = ChangedPart(from: last, to: picture) {
        try flush()
        change = next
      }
      last = picture
      count += 1
    }
    try flush()
    try write(format.ending)
    if let correction = format.correction(byteCount: byteCount) {
      try file.seek(toOffset: UInt64(correction.offset))
      try file.write(contentsOf: Data(correction.bytes))
    }
  }
}

/// The difference of a picture from the one before.
struct ChangedPart {
  /// The changed area; its corner is even.
  let area: Picture.Area
  /// Its pixels, transparent where they did not change.
  let pixels: [Picture.Colour]

  /// - Parameter last: the picture before; `nil` if everything is new.
  /// - Returns: `nil` if nothing is new.
  init?(from last: Picture?, to picture: Picture) {
    guard let last else {
      area = picture.whole
      pixels = picture.pixels
      return
    }
    var (low, high) = (SIMD2(repeating: Int.max), SIMD2(repeating: -1))
    for y in 0..<picture.height {
      guard let first = (0..<picture.width).first(where: { picture[$0, y] != last[$0, y] }),
        let end = (first..<picture.width).last(where: { picture[$0, y] != last[$0, y] })
      else { continue }
      low = pointwiseMin(low, SIMD2(first, y))
      high = pointwiseMax(high, SIMD2(end, y))
    }
    guard high.x >= 0 else { return nil }
    let area = Picture.Area(columns: low.x / 2 * 2..<high.x + 1, rows: low.y / 2 * 2..<high.y + 1)
    self.area = area
    pixels = area.rows.flatMap { y in
      area.columns.map { x in
        picture[x, y] == last[x, y] ? .init(picture[x, y], alpha: 0) : picture[x, y]
      }
    }
  }

  func frame(ticks: Int, ledger: MemoryLedger) throws -> AnimationFrame {
    let size = PixelSize(width: area.columns.count, height: area.rows.count)
    return AnimationFrame(
      pixels: try PixelBuffer(size: size, pixels: pixels, ledger: ledger), left: area.columns.lowerBound,
      top: area.rows.lowerBound, ticks: ticks)
  }
}
