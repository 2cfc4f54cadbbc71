package import GalleryEngine

/// A format of moving pictures, piece by piece, so that no more than a frame need be held.
///
/// A file is ``beginning(size:)``, its frames, ``ending``, and ``correction(byteCount:)`` once its length is known. Animations play
/// over and over.
package protocol AnimationFormat: Sendable {
  /// Parts of a second in which a frame's duration is told.
  var ticksPerSecond: Int { get }
  /// The most pixels a side that the format knows.
  var longestSide: Int { get }
  /// What stands at the end of a file.
  var ending: [UInt8] { get }

  /// What stands before the first frame.
  func beginning(size: PixelSize) -> [UInt8]
  /// A frame, to stand behind the one before.
  func encode(_ frame: AnimationFrame) throws(CodecError) -> [UInt8]
  /// Bytes that a file of so many says of itself, and where.
  func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])?
}

/// The part of a moving picture that changes.
package struct AnimationFrame {
  /// Of the part; those that are transparent stay as they were.
  package let pixels: PixelBuffer
  /// Where it lies: both are even.
  package let left: Int
  package let top: Int
  /// How long it is shown, in the format's parts of a second.
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
  /// The frame stays when it is over, and takes the place of what was there.
  private static let replaces: UInt8 = 0x02

  package func beginning(size: PixelSize) -> [UInt8] {
    let header = WebPWriter.header(flags: Self.isAnimated, size: size)
    // White behind all, and no end to the repetitions.
    return Array("RIFF".utf8) + EncodedBytes.little(0, 4) + Array("WEBP".utf8) + header
      + WebPWriter.chunk("ANIM", [255, 255, 255, 255, 0, 0])
  }

  package func encode(_ frame: AnimationFrame) throws(CodecError) -> [UInt8] {
    let size = frame.pixels.size
    let still = try WebPWriter(quality: quality, effort: 3).encode(frame.pixels)
    let numbers = [frame.left / 2, frame.top / 2, size.width - 1, size.height - 1, frame.ticks]
    // Behind the file's own header stands the chunk of the picture.
    return WebPWriter.chunk(
      "ANMF", numbers.flatMap { EncodedBytes.little($0, 3) } + [Self.replaces] + still.dropFirst(12))
  }

  package func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])? {
    (4, EncodedBytes.little(byteCount - 8, 4))
  }
}
