package struct CodecError: Error, Hashable, CustomStringConvertible {
  /// The file's path, or a word for bytes that are in no file.
  package let file: String
  package let code: Code
  /// The finding, in the decoder's words.
  package let message: String
  /// The byte at which the decoder stood, if that is meaningful.
  package let offset: Int?

  package enum Code: String, Hashable, Sendable {
    case missing
    /// The system refused to read, or write, the file.
    case unreadable
    /// The file is no picture, or of a kind that is not decoded.
    case unsupported
    case malformed
    /// The picture is incomplete or corrupt, and only a sound one was wanted.
    case damaged
    /// Decoding would cost more memory or time than any photo needs.
    case tooCostly
    case outOfMemory
  }

  package init(file: String, code: Code, message: String, offset: Int? = nil) {
    self.file = file
    self.code = code
    self.message = message
    self.offset = offset
  }

  package var reason: String { message + (offset.map { " (at byte \($0))" } ?? "") }

  package var description: String { "\(file): \(reason)" }
}

/// The limits on what a file may demand, checked before decoding, since its header can claim anything.
package enum DecodeLimits {
  /// A little more than the largest pictures that phones take (16320×12240).
  package static let pixels = 200_000_000
  /// Working memory that grows with the picture: a little more than a phone's HEIC of 50 megapixels (8192×6144) and ten bits takes,
  /// which is 604 MB; for other formats, about half of that.
  ///
  /// It holds the coefficients of JPEGs of many scans, the planes of interlaced PNGs, and the buffers of libwebp and libheif.
  package static func workingBytes(of format: ImageFormat) -> Int {
    format == .heic ? 620_000_000 : 300_000_000
  }

  /// More than any camera's embedded thumbnail has (1920×1440); a larger one would cost as much as the picture.
  package static let thumbnailPixels = 3_000_000

  /// The longest side to which a picture is resampled, as long as a JPEG's: a resampler's weights grow with the sides of a target,
  /// however few its pixels.
  package static let resampledSide = 65_535

  /// Refuses an empty picture, a picture or a target that has too many pixels, and a target with a side that is too long.
  package static func check(
    _ size: PixelSize, isTarget: Bool = false, longestSide: Int = .max, file: String
  ) throws(CodecError) {
    let isTooLong = max(size.width, size.height) > longestSide
    guard size.isEmpty || isTooLong || size.width > pixels / size.height else { return }
    let most = isTooLong ? "\(longestSide) pixels a side" : "\(pixels / 1_000_000) megapixels"
    throw CodecError(
      file: file, code: size.isEmpty ? .malformed : .tooCostly,
      message: "expected \(isTarget ? "a target of " : "")at most \(most), found \(size)")
  }

  package static func check(
    workingBytes bytes: Int, of size: PixelSize, _ format: ImageFormat, file: String
  ) throws(CodecError) {
    let most = workingBytes(of: format)
    guard bytes > most else { return }
    throw CodecError(
      file: file, code: .tooCostly,
      message:
        "a file of its kind and of \(size) needs \(bytes / 1_000_000) MB of working memory, and at most "
        + "\(most / 1_000_000) MB are allowed")
  }
}

extension DecodePlan.Degraded {
  /// Whether a thumbnail of this size is small, and a portrait or a landscape as the picture is.
  package func isServed(by size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= DecodeLimits.thumbnailPixels / size.height
      && pictureSize.map(size.liesAs) ?? true
  }
}

extension PixelSize {
  /// Whether the sizes may have the same orientation: not clearly one portrait and one landscape.
  fileprivate func liesAs(_ other: PixelSize) -> Bool {
    let (shape, otherShape) = (Double(width) / Double(height), Double(other.width) / Double(other.height))
    return !(shape < 0.95 && otherShape > 1.05 || shape > 1.05 && otherShape < 0.95)
  }
}
