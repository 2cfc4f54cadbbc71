package import GalleryEngine

/// A format of moving pictures, written piece by piece, so that memory holds one frame at most.
///
/// A file is ``beginning(size:)``, its frames, ``ending``, and ``correction(byteCount:)`` once its length is known.
/// Animations repeat endlessly.
package protocol AnimationFormat: Sendable {
  /// The ticks per second in which a frame's duration is stated.
  var ticksPerSecond: Int { get }
  /// The most pixels a side that the format allows.
  var longestSide: Int { get }
  /// The bytes at the end of a file.
  var ending: [UInt8] { get }

  /// The bytes before the first frame.
  func beginning(size: PixelSize) -> [UInt8]
  /// The bytes of a frame, to follow those of the previous frame.
  func encode(_ frame: AnimationFrame) throws(CodecError) -> [UInt8]
  /// The bytes in which a file of this length states its length, and their offset; `nil` if the format has none.
  func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])?
}

/// The part of a moving picture that changes.
package struct AnimationFrame {
  /// The part's pixels; the picture stays unchanged where they are transparent.
  package let pixels: PixelBuffer
  /// The part's place in the picture: both numbers are even.
  package let left: Int
  package let top: Int
  /// The frame's duration, in the format's ticks.
  package let ticks: Int

  package init(pixels: PixelBuffer, left: Int, top: Int, ticks: Int) {
    self.pixels = pixels
    self.left = left
    self.top = top
    self.ticks = ticks
  }
}

/// Animated WebP: each frame a picture of libwebp's, in a container written here (WebP Container Specification).
package struct WebPAnimation: AnimationFormat {
  /// libwebp's scale, from 1 to 100.
  private let quality: Int
  package let ticksPerSecond = 1000
  package let longestSide = WebPWriter.longestSide
  package let ending: [UInt8] = []

  /// - Throws: ``CodecError`` where this build writes no WebP.
  package init(quality: Int = 80) throws(CodecError) {
    if let reason = ImageLibraries.reasonForNoWebP {
      throw CodecError(file: "webp", code: .unsupported, message: reason)
    }
    self.quality = quality
  }

  private static let isAnimated: UInt8 = 0x02
  /// The frame stays after its time, and replaces the pixels that were there.
  private static let replaces: UInt8 = 0x02

  package func beginning(size: PixelSize) -> [UInt8] {
    let header = WebPWriter.header(flags: Self.isAnimated, size: size)
    // A white background, and endless repetition.
    return Array("RIFF".utf8) + EncodedBytes.little(0, 4) + Array("WEBP".utf8) + header
      + WebPWriter.chunk("ANIM", [255, 255, 255, 255, 0, 0])
  }

  package func encode(_ frame: AnimationFrame) throws(CodecError) -> [UInt8] {
    let size = frame.pixels.size
    let still = try WebPWriter(quality: quality, effort: 3).encode(frame.pixels)
    let numbers = [frame.left / 2, frame.top / 2, size.width - 1, size.height - 1, frame.ticks]
    // The picture's chunk follows the file's own header.
    return WebPWriter.chunk(
      "ANMF", numbers.flatMap { EncodedBytes.little($0, 3) } + [Self.replaces] + still.dropFirst(12))
  }

  package func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])? {
    (4, EncodedBytes.little(byteCount - 8, 4))
  }
}
