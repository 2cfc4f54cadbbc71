internal import CImageIO
package import GalleryEngine

/// Writes WebP by libwebp.
package struct WebPWriter {
  /// The quality of a lossy picture on libwebp's scale, from 1 to 100.
  package var quality = 80
  var isLossless = false
  /// libwebp's method, from 0 (quick) to 6 (small).
  package var effort = 4
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  var keepsAlpha = false
  /// The metadata beside the pixels, written unchanged.
  package var metadata = DecodedImage.Metadata.none
  var colorProfile: ColorProfile?

  /// The most pixels a side that the format allows.
  static let longestSide = 16_383

  /// Makes a writer.
  package init() {}

  /// Encodes a picture.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let bytes = try unsafe EncodedBytes.encode(pixels, as: CIS_WEBP) { target in
      unsafe target.lossless = isLossless
      unsafe target.quality = Int32(quality)
      unsafe target.effort = Int32(effort)
      unsafe target.keeps_alpha = keepsAlpha
    }
    let profile = colorProfile?.bytes ?? []
    guard metadata != .none || !profile.isEmpty else { return bytes }
    let frame = try WebPChunks(EncodedFile(bytes: bytes, named: "the encoded picture")).frame
    return extended(Array(bytes[frame]), size: pixels.size, profile: profile)
  }

  /// The extended file format: a frame, which is one or two chunks, and further chunks (WebP Container Specification).
  private func extended(_ frame: [UInt8], size: PixelSize, profile: [UInt8]) -> [UInt8] {
    let contents: [(isThere: Bool, bit: UInt8)] = [
      (!metadata.xmp.isEmpty, 0x04), (!metadata.exif.isEmpty, 0x08), (keepsAlpha, 0x10),
      (!profile.isEmpty, 0x20),
    ]
    let flags = contents.reduce(0) { $1.isThere ? $0 | $1.bit : $0 }
    return Self.chunk(
      "RIFF",
      Array("WEBP".utf8) + Self.header(flags: flags, size: size) + Self.chunk("ICCP", profile) + frame
        + Self.chunk("EXIF", metadata.exif) + Self.chunk("XMP ", metadata.xmp))
  }

  /// The first chunk of an extended file.
  static func header(flags: UInt8, size: PixelSize) -> [UInt8] {
    let sides = EncodedBytes.little(size.width - 1, 3) + EncodedBytes.little(size.height - 1, 3)
    return chunk("VP8X", [flags, 0, 0, 0] + sides)
  }

  /// A chunk, filled up to an even number of bytes; empty without data.
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    guard !data.isEmpty else { return [] }
    return Array(name.utf8) + EncodedBytes.little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }
}
