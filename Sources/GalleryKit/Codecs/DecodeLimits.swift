internal import GalleryEngine

/// What a file may ask for before it is refused by its header.
///
/// A header is a few bytes and can claim anything; whether a picture is affordable is decided before any of it is
/// decoded.
enum DecodeLimits {
  /// A little more than the largest that phones take (16320×12240).
  static let pixels = 200_000_000
  /// Working memory that grows with the picture: coefficients of JPEGs of many scans, planes of interlaced PNGs.
  static let workingBytes = 192_000_000

  /// More than any camera's preview has (1920×1440); a larger one would cost what the picture does.
  static let previewPixels = 3_000_000

  static func check(_ reader: borrowing JPEGReader) throws(CodecError) {
    try check(reader.size, file: reader.file)
    try check(
      workingBytes: reader.coefficientByteCount, of: "a JPEG of many scans", reader.size, file: reader.file)
  }

  static func check(_ reader: borrowing PNGReader) throws(CodecError) {
    try check(reader.size, file: reader.file)
    guard reader.isInterlaced else { return }
    try check(
      workingBytes: reader.size.decodedByteCount, of: "an interlaced PNG", reader.size, file: reader.file)
  }

  /// Refuses to enlarge without end.
  static func check(output size: PixelSize, file: String) throws(CodecError) {
    guard size.width > pixels / size.height else { return }
    throw CodecError(
      file: file, code: .tooCostly,
      message: "expected a target of at most \(pixels / 1_000_000) megapixels, found \(size)")
  }

  private static func check(_ size: PixelSize, file: String) throws(CodecError) {
    guard size.isEmpty || size.width > pixels / size.height else { return }
    throw CodecError(
      file: file, code: size.isEmpty ? .malformed : .tooCostly,
      message: "expected at most \(pixels / 1_000_000) megapixels, found \(size)")
  }

  private static func check(
    workingBytes bytes: Int, of kind: String, _ size: PixelSize, file: String
  ) throws(CodecError) {
    guard bytes > workingBytes else { return }
    throw CodecError(
      file: file, code: .tooCostly,
      message: "\(kind) of \(size) needs \(bytes / 1_000_000) MB of working memory, and at most "
        + "\(workingBytes / 1_000_000) MB are given")
  }
}
