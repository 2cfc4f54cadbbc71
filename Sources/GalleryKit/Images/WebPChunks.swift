internal import GalleryEngine

/// The chunks of a WebP, found by hopping over their lengths: the frame, the colour profile and the metadata.
///
/// For an animation, ``frame`` is the first frame.
struct WebPChunks {
  /// `VP8 ` or `VP8L`, with its `ALPH`; empty if there is none.
  private(set) var frame = 0..<0
  /// An animation's size, and the frame's place on it; `nil` for a still.
  private(set) var canvas: (size: PixelSize, left: Int, top: Int)?
  /// An ICC profile; empty if there is none.
  private(set) var profile: [UInt8] = []
  private(set) var metadata = DecodedImage.Metadata.none

  /// More chunks than any file has, except animations, whose metadata follow all frames.
  private static let mostChunks = 10_000
  private static let largestMetadata = 4_000_000
  /// Bytes of `ANMF` before the frame's own chunks: place, size and duration.
  private static let frameHeader = 16

  init(_ file: borrowing EncodedFile) { walk(file, from: 12, to: file.byteCount) }

  private mutating func walk(
    _ file: borrowing EncodedFile, from start: Int, to end: Int, isFrame: Bool = false
  ) {
    var offset = start
    for _ in 0..<Self.mostChunks where offset < end {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = head[4...].reversed().number
      let next = offset + 8 + length + length % 2
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "ALPH" where frame.isEmpty: frame = offset..<min(next, end)
      case "VP8 " where !isComplete, "VP8L" where !isComplete:
        frame = (frame.isEmpty ? offset : frame.lowerBound)..<min(next, end)
        isComplete = true
      case "VP8X" where size == nil:
        let numbers = Self.numbers(file.bytes(at: offset + 12, count: 6))
        if numbers.count == 2 { size = PixelSize(width: numbers[0] + 1, height: numbers[1] + 1) }
      // A frame holds no frames, however a file nests them.
      case "ANMF" where !isComplete && !isFrame:
        let numbers = Self.numbers(file.bytes(at: offset + 8, count: 6))
        if let size, numbers.count == 2 { canvas = (size, numbers[0] * 2, numbers[1] * 2) }
        walk(file, from: offset + 8 + Self.frameHeader, to: min(next, end), isFrame: true)
      case "ICCP" where profile.isEmpty: profile = data(of: file, at: offset + 8, length)
      case "EXIF" where metadata.exif.isEmpty:
        metadata.exif = EXIF.structure(data(of: file, at: offset + 8, length))
      case "XMP " where metadata.xmp.isEmpty: metadata.xmp = data(of: file, at: offset + 8, length)
      default: break
      }
      offset = next
    }
  }

  /// Whether the picture itself was found, not only its alpha.
  private var isComplete = false
  /// The size that the extended header states.
  private var size: PixelSize?

  /// Numbers of three bytes.
  private static func numbers(_ bytes: [UInt8]) -> [Int] {
    stride(from: 0, to: bytes.count - 2, by: 3).map { bytes[$0..<$0 + 3].reversed().number }
  }

  private func data(of file: borrowing EncodedFile, at offset: Int, _ length: Int) -> [UInt8] {
    length <= Self.largestMetadata ? file.bytes(at: offset, count: length) : []
  }
}
