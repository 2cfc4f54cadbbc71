internal import CImageIO
internal import Foundation
package import GalleryEngine

/// Writes JPEGs by libjpeg-turbo.
package struct JPEGWriter: Sendable {
  /// How many luma samples share a chroma sample.
  package enum Subsampling: String, Sendable, CaseIterable {
    /// 4:4:4: as many chroma samples as pixels.
    case none
    /// 4:2:2: one for two pixels side by side.
    case horizontal
    /// 4:2:0: one for a square of four pixels, as most phones write.
    case both
  }

  /// libjpeg's scale, from 1 to 100.
  package var quality: Int
  /// How much colour is left out.
  package var subsampling: Subsampling
  /// Whether the picture is coded in scans from coarse to fine.
  package var isProgressive: Bool
  /// Orientation, date and thumbnail to write beside the pixels, or `nil` for none.
  package var exif: EXIFWriter?
  /// What the numbers of the picture mean, or `nil` for sRGB, which needs no saying.
  package var colorProfile: ColorProfile?

  /// Makes a writer.
  package init(
    quality: Int = 85, subsampling: Subsampling = .both, isProgressive: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((1...100).contains(quality), "a JPEG's quality is from 1 to 100, not \(quality)")
    self.quality = quality
    self.subsampling = subsampling
    self.isProgressive = isProgressive
    self.exif = exif
    self.colorProfile = colorProfile
  }

  /// Encodes a picture; its alpha is left out.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let tiff = exif?.tiff ?? []
    let profile = colorProfile?.bytes ?? []
    let (lumaColumns, lumaRows): (Int32, Int32) =
      switch subsampling {
      case .none: (1, 1)
      case .horizontal: (2, 1)
      case .both: (2, 2)
      }
    return try unsafe EncodedBytes.collect { out, status in
      unsafe EncodedBytes.read(pixels, tiff, profile) { bytes, tiff, profile in
        let target = unsafe cis_jpeg_target(
          width: UInt32(pixels.size.width), height: UInt32(pixels.size.height), quality: Int32(quality),
          luma_columns: lumaColumns, luma_rows: lumaRows, progressive: isProgressive,
          exif: tiff.isEmpty ? nil : tiff.baseAddress, exif_count: tiff.count,
          profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
        return unsafe cis_jpeg_write(
          target, bytes.baseAddress, out, status)
      }
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  package func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}

/// Writes PNGs by libpng, 8 bits a channel.
package struct PNGWriter: Sendable {
  /// zlib's level, from 0 (none) to 9 (smallest).
  package var compression: Int
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  package var keepsAlpha: Bool
  /// Whether the picture is written in the seven passes of Adam7.
  package var isInterlaced: Bool
  /// Orientation, date and thumbnail to write beside the pixels, or `nil` for none.
  package var exif: EXIFWriter?
  /// What the numbers of the picture mean, or `nil` for sRGB, which needs no saying.
  package var colorProfile: ColorProfile?

  /// Makes a writer.
  package init(
    compression: Int = 6, keepsAlpha: Bool = false, isInterlaced: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((0...9).contains(compression), "zlib's level is from 0 to 9, not \(compression)")
    self.compression = compression
    self.keepsAlpha = keepsAlpha
    self.isInterlaced = isInterlaced
    self.exif = exif
    self.colorProfile = colorProfile
  }

  /// Encodes a picture.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let tiff = exif?.tiff ?? []
    let profile = colorProfile?.bytes ?? []
    return try unsafe EncodedBytes.collect { out, status in
      unsafe EncodedBytes.read(pixels, tiff, profile) { bytes, tiff, profile in
        let target = unsafe cis_png_target(
          width: UInt32(pixels.size.width), height: UInt32(pixels.size.height),
          compression: Int32(compression), keeps_alpha: keepsAlpha, interlaced: isInterlaced,
          exif: tiff.isEmpty ? nil : tiff.baseAddress, exif_count: tiff.count,
          profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
        return unsafe cis_png_write(
          target, bytes.baseAddress, out, status)
      }
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  package func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}

/// What encoders have in common: bytes from the shim, and files that are never half written.
enum EncodedBytes {
  /// Takes over the bytes that an encoder of the shim allocates.
  static func collect(
    _ encode: (UnsafeMutablePointer<cis_bytes>, UnsafeMutablePointer<cis_status>) -> Bool
  ) throws(CodecError) -> [UInt8] {
    var out = unsafe cis_bytes()
    _ = try unsafe CodecStatus.check("the encoded picture") { unsafe encode(&out, $0) }
    defer { unsafe cis_bytes_free(out) }
    return unsafe Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
  }

  /// Lends what is to be written: pixels, a TIFF structure, and a profile.
  static func read<Result>(
    _ pixels: PixelBuffer, _ tiff: [UInt8], _ profile: [UInt8],
    _ body: (
      UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>
    ) -> Result
  ) -> Result {
    unsafe pixels.withUnsafeBytes { pixels in
      unsafe tiff.withUnsafeBufferPointer { tiff in
        unsafe profile.withUnsafeBufferPointer { profile in
          unsafe body(pixels.bindMemory(to: UInt8.self), tiff, profile)
        }
      }
    }
  }

  /// Writes a file beside its place, then moves it there.
  static func write(_ bytes: [UInt8], to path: String) throws(CodecError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CodecError(
        file: path, code: .unreadable, message: "it could not be written: \(error.localizedDescription)")
    }
  }
}

/// The image libraries behind the codecs.
package enum ImageLibraries {
  /// Versions by name, of those that this build has.
  package static var versions: [String: String] {
    var versions = unsafe [
      "libjpeg-turbo": String(cString: cis_jpeg_version()), "libpng": String(cString: cis_png_version()),
      "lcms2": "\(cis_color_version() / 1000).\(cis_color_version() % 1000 / 10)",
    ]
    for (name, format) in [("libwebp", CIS_WEBP), ("libheif", CIS_HEIC), ("libtiff", CIS_TIFF)] {
      versions[name] = unsafe cis_picture_version(format).map { unsafe String(cString: $0) }
    }
    return versions
  }
}
