internal import CImageIO
package import GalleryEngine
internal import Support

/// Writes pictures as files of one format: JPEG by libjpeg-turbo, PNG by libpng, WebP by libwebp, HEIC and AVIF by libheif, with
/// any encoder of HEVC or AV1 that it has.
package struct PictureWriter: Sendable {
  /// The number of a JPEG's luma samples that share a chroma sample.
  package enum Subsampling: String, Sendable, CaseIterable {
    /// 4:4:4: as many chroma samples as pixels.
    case none
    /// 4:2:2: one for two pixels side by side.
    case horizontal
    /// 4:2:0: one for a square of four pixels, as most phones write.
    case both
  }

  package let format: DecodedImage.FileFormat
  /// The quality of a lossy picture on the library's scale, from 1 to 100.
  package var quality: Int
  /// Whether every pixel is preserved, whatever the quality.
  var isLossless = false
  /// zlib's level, from 0 (none) to 9 (smallest); libwebp's method, from 0 (quick) to 6 (small); libheif's speed, from 0 (small) to
  /// 9 (quick).
  package var effort: Int
  /// Whether alpha is written; without it, and in a JPEG, pixels are written as if they were opaque.
  var keepsAlpha = false
  /// Whether a JPEG is coded in scans from coarse to fine, and a PNG in the seven passes of Adam7.
  package var isInPasses = false
  /// The chroma subsampling of a JPEG.
  private var subsampling = Subsampling.both
  /// The number of MCUs, which JPEG codes at a time, between two restart markers; 0, the default, for no markers.
  package var restartInterval = 0
  /// The metadata beside the pixels, written unchanged.
  package var metadata = DecodedImage.Metadata.none
  /// The profile of the picture's colours, or `nil` for sRGB, which needs none.
  var colorProfile: ColorProfile?

  package init(_ format: DecodedImage.FileFormat) {
    self.format = format
    quality = format.library.usualQuality
    effort = format.library.efforts.usual
  }

  package static func jpeg(
    quality: Int = 85, subsampling: Subsampling = .both, isProgressive: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) -> Self {
    precondition((1...100).contains(quality), "a JPEG's quality is from 1 to 100, not \(quality)")
    var writer = Self(.jpeg)
    (writer.quality, writer.subsampling, writer.isInPasses) = (quality, subsampling, isProgressive)
    (writer.metadata.exif, writer.colorProfile) = (exif?.tiff ?? [], colorProfile)
    return writer
  }

  package static func png(
    compression: Int = 6, keepsAlpha: Bool = false, isInterlaced: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) -> Self {
    precondition((0...9).contains(compression), "zlib's level is from 0 to 9, not \(compression)")
    var writer = Self(.png)
    (writer.effort, writer.keepsAlpha, writer.isInPasses) = (compression, keepsAlpha, isInterlaced)
    (writer.metadata.exif, writer.colorProfile) = (exif?.tiff ?? [], colorProfile)
    return writer
  }

  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    guard pixels.hasPixels else {
      throw CodecError(
        file: "the picture", code: .missing, message: "there are no pixels, only their account")
    }
    let profile = colorProfile?.bytes ?? []
    guard format == .webp else { return try write(pixels, metadata, profile) }
    // libwebp writes no metadata; they are put around its frame.
    let bytes = try write(pixels, .none, [])
    guard metadata != .none || !profile.isEmpty else { return bytes }
    let frame = try WebPChunks(EncodedFile(bytes: bytes, named: "the encoded picture")).frame
    return extended(Array(bytes[frame]), size: pixels.size, profile: profile)
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  package func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    let bytes = try encode(pixels)
    do throws(SystemError) { try OutputFile(path).write(bytes) } catch {
      throw CodecError(file: path, code: .unreadable, message: "it could not be written: \(error.reason)")
    }
  }

  private func write(
    _ pixels: PixelBuffer, _ metadata: DecodedImage.Metadata, _ profile: [UInt8]
  ) throws(CodecError) -> [UInt8] {
    var target = unsafe cis_target()
    unsafe target.width = UInt32(pixels.size.width)
    unsafe target.height = UInt32(pixels.size.height)
    unsafe target.quality = Int32(quality)
    unsafe target.lossless = isLossless
    unsafe target.effort = Int32(effort)
    unsafe target.keeps_alpha = keepsAlpha
    unsafe target.in_passes = isInPasses
    unsafe target.luma_columns = subsampling == .none ? 1 : 2
    unsafe target.luma_rows = subsampling == .both ? 2 : 1
    unsafe target.restart_interval = UInt32(restartInterval)
    return try unsafe CodecStatus.collect { out, status in
      unsafe metadata.exif.withUnsafeBufferPointer { exif in
        unsafe metadata.xmp.withUnsafeBufferPointer { xmp in
          unsafe profile.withUnsafeBufferPointer { profile in
            unsafe target.metadata = cis_metadata(
              exif: exif.isEmpty ? nil : exif.baseAddress, exif_count: exif.count,
              xmp: xmp.isEmpty ? nil : xmp.baseAddress, xmp_count: xmp.count,
              profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
            return unsafe pixels.withUnsafeBytes { pixels in
              unsafe cis_picture_write(
                format.library.code, target, pixels.bindMemory(to: UInt8.self).baseAddress, out, status)
            }
          }
        }
      }
    }
  }

  /// The extended file format: a frame, which is one or two chunks, and further chunks (WebP Container Specification).
  private func extended(_ frame: [UInt8], size: PixelSize, profile: [UInt8]) -> [UInt8] {
    let contents: [(isThere: Bool, bit: UInt8)] = [
      (!metadata.xmp.isEmpty, 0x04), (!metadata.exif.isEmpty, 0x08), (keepsAlpha, 0x10),
      (!profile.isEmpty, 0x20),
    ]
    let flags = contents.reduce(0) { $1.isThere ? $0 | $1.bit : $0 }
    let sides = Self.little(size.width - 1, 3) + Self.little(size.height - 1, 3)
    return Self.chunk(
      "RIFF",
      Array("WEBP".utf8) + Self.chunk("VP8X", [flags, 0, 0, 0] + sides) + Self.chunk("ICCP", profile) + frame
        + Self.chunk("EXIF", metadata.exif) + Self.chunk("XMP ", metadata.xmp))
  }

  /// A chunk, filled up to an even number of bytes; empty without data.
  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    guard !data.isEmpty else { return [] }
    return Array(name.utf8) + Self.little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// A number of `width` bytes, its lowest first.
  private static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
