internal import CImageIO
internal import Foundation
internal import GalleryEngine
internal import Support

/// The common parts of encoders: bytes from the shim, and files that are never half written.
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

  /// Encodes a picture with its metadata as a file of the format.
  ///
  /// - Parameter configure: says how; the target has the picture's size.
  static func encode(
    _ pixels: PixelBuffer, as format: cis_format, _ metadata: DecodedImage.Metadata = .none,
    _ profile: ColorProfile? = nil, _ configure: (inout cis_target) -> Void
  ) throws(CodecError) -> [UInt8] {
    guard pixels.hasPixels else {
      throw CodecError(
        file: "the picture", code: .missing, message: "there are no pixels, only their account")
    }
    var target = unsafe cis_target()
    unsafe target.width = UInt32(pixels.size.width)
    unsafe target.height = UInt32(pixels.size.height)
    unsafe configure(&target)
    let icc = profile?.bytes ?? []
    return try unsafe collect { out, status in
      unsafe lend(metadata.exif, metadata.xmp, icc) { exif, xmp, profile in
        unsafe target.metadata = cis_metadata(
          exif: exif.isEmpty ? nil : exif.baseAddress, exif_count: exif.count,
          xmp: xmp.isEmpty ? nil : xmp.baseAddress, xmp_count: xmp.count,
          profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
        return unsafe pixels.withUnsafeBytes { pixels in
          unsafe cis_picture_write(
            format, target, pixels.bindMemory(to: UInt8.self).baseAddress, out, status)
        }
      }
    }
  }

  private static func lend<Result>(
    _ one: [UInt8], _ two: [UInt8], _ three: [UInt8],
    _ body: (
      UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>
    ) -> Result
  ) -> Result {
    unsafe one.withUnsafeBufferPointer { one in
      unsafe two.withUnsafeBufferPointer { two in
        unsafe three.withUnsafeBufferPointer { unsafe body(one, two, $0) }
      }
    }
  }

  /// A number of `width` bytes, its lowest first.
  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Writes a file, whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws(CodecError) {
    do throws(SystemError) { try OutputFile(path).write(bytes) } catch {
      throw CodecError(file: path, code: .unreadable, message: "it could not be written: \(error.reason)")
    }
  }
}

/// The image libraries behind the codecs.
package enum ImageLibraries {
  /// Versions by name, of the libraries in this build.
  package static var versions: [String: String] {
    var versions = ["lcms2": "\(cis_color_version() / 1000).\(cis_color_version() % 1000 / 10)"]
    for (name, format) in [
      ("libjpeg-turbo", CIS_JPEG), ("libpng", CIS_PNG), ("libwebp", CIS_WEBP), ("libheif", CIS_HEIC),
    ] {
      versions[name] = unsafe cis_picture_version(format).map { unsafe String(cString: $0) }
    }
    return versions
  }

  /// The reason why this build cannot write a format, in words; `nil` if it can.
  static func reasonNotToWrite(_ format: cis_format) -> String? {
    unsafe cis_cannot_write(format).map { unsafe String(cString: $0) }
  }
}
