internal import Foundation

/// The reports of a video's decoder, line by line: each frame before it is written, and what is in the file.
package struct DecoderReport: Sendable {
  package struct Frame: Hashable, Sendable {
    /// In seconds; not a number where the video does not say it.
    package var time: Double
    package var width: Int
    package var height: Int

    package var count: Int { width * height }
  }

  /// The last lines that are for a reader.
  package private(set) var lastWords: [String] = []
  /// Whether the file states how long it is.
  package private(set) var hasDuration = false
  package private(set) var hasVideo = false
  /// The name of the file's format, if it holds frames without their times.
  package private(set) var timelessFormat: String?
  /// Whether the file lacks frames that it says it has: the program ends well even so.
  package private(set) var isCutOff = false
  /// The codec of the video, if the program cannot decode it.
  package private(set) var missingDecoder: String?

  /// The seconds of a unit of time stamps, as a fraction.
  private var timeBase: (of: Double, over: Double)?

  /// Sides beyond this are no frame's.
  private static let sides = 1...1 << 16
  /// The formats that hold an encoder's output alone: ffmpeg plays each frame for 1/25 s, whenever it was shown.
  private static let timelessFormats: Set<Substring> =
    ["h264", "hevc", "vvc", "av1", "obu", "m4v", "mpegvideo", "mjpeg"]

  /// Reads a line; returns the frame that it announces, if any.
  package mutating func hear(_ line: String) -> Frame? {
    if line.contains("showinfo"), let base = Self.field("time_base:", of: line) {
      let parts = base.split { !$0.isNumber }.compactMap { Double($0) }
      if parts.count == 2, parts[1] > 0 { timeBase = (parts[0], parts[1]) }
    }
    if line.contains("showinfo"), let seconds = Self.field("pts_time:", of: line),
      let size = Self.field("s:", of: line)
    {
      let sides = size.split(separator: "x").compactMap { Int($0) }
      // Older versions of ffmpeg write seconds with six digits: after 1,000 seconds, hundredths.
      let units = Self.field("pts:", of: line).flatMap { Double($0) }
      let exact = timeBase.flatMap { base in units.map { ($0 * base.of / base.over).rounded(toPlaces: 6) } }
      guard sides.count == 2, sides.allSatisfy(Self.sides.contains) else { return nil }
      return Frame(time: exact ?? Double(seconds) ?? .nan, width: sides[0], height: sides[1])
    }
    if let format = Self.field("#0,", of: line)?.prefix(while: { $0 != "," }), line.hasPrefix("Input"),
      Self.timelessFormats.contains(format)
    {
      timelessFormat = String(format)
    }
    // The first since ffmpeg 6, the other before.
    for words in ["no decoder found for: ", "Decoder (codec "] {
      guard let range = line.range(of: words) else { continue }
      let codec = line[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if codec != "none" { missingDecoder = String(codec) }
    }
    // The first of MP4, the other of Matroska.
    if line.hasSuffix(": partial file") || line.contains("File ended prematurely") { isCutOff = true }
    if line.contains("Stream #"), line.contains("Video:") { hasVideo = true }
    if Self.field("Duration:", of: line)?.contains(":") == true { hasDuration = true }
    let words = line.trimmingCharacters(in: .whitespaces)
    guard !words.isEmpty, !line.hasPrefix("  "), !line.hasPrefix("["), !line.contains("#0") else {
      return nil
    }
    lastWords = lastWords.suffix(1) + [words]
    return nil
  }

  private static func field(_ key: String, of line: String) -> Substring? {
    guard let range = line.range(of: " " + key) else { return nil }
    return line[range.upperBound...].drop { $0 == " " }.prefix { $0 != " " }
  }
}
