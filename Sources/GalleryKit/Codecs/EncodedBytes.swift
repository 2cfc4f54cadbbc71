internal import CImageIO
internal import Foundation
internal import GalleryEngine

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
public enum ImageLibraries {
  /// Versions by name, as they were compiled against.
  public static var versions: [String: String] {
    unsafe [
      "libjpeg-turbo": String(cString: cis_jpeg_version()), "libpng": String(cString: cis_png_version()),
      "lcms2": "\(cis_color_version() / 1000).\(cis_color_version() % 1000 / 10)",
    ]
  }
}
