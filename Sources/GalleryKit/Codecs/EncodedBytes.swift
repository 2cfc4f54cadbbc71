internal import CImageIO
internal import Foundation

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
    ]
  }
}
