package import Foundation

/// The result of a decoder: upright pixels, and the work that made them.
public struct DecodedImage: Sendable {
  /// The picture.
  public private(set) var pixels: PixelBuffer
  /// The profile of the pixels' colours, or `nil` for sRGB.
  public var colorProfile: ColorProfile? { remarks?.colorProfile }
  /// The picture's damage, in the decoder's words, or `nil` if it is sound.
  public var damage: String? { remarks?.damage }
  /// Faults beside the picture, which do not damage it, such as an invalid colour profile.
  public var warnings: [String] { remarks?.warnings ?? [] }
  /// Bytes read from the original.
  public let bytesRead: Int
  /// Pixels that the decoder produced, before cropping and resizing.
  public let decodedPixels: Int

  /// The remarks on the few images that have any; for all others nothing is stored or reference-counted.
  final class Remarks: Sendable {
    fileprivate let colorProfile: ColorProfile?
    fileprivate let damage: String?
    fileprivate let warnings: [String]

    fileprivate init(_ colorProfile: ColorProfile?, _ damage: String?, _ warnings: [String]) {
      self.colorProfile = colorProfile
      self.damage = damage
      self.warnings = warnings
    }
  }

  let remarks: Remarks?

  /// Whether something else holds the pixels, too; call it on the image in place, since a copy holds them as well.
  mutating func isHeldElsewhere() -> Bool { !isKnownUniquelyReferenced(&pixels) }

  package init(
    pixels: PixelBuffer, colorProfile: ColorProfile? = nil, damage: String? = nil, warnings: [String] = [],
    bytesRead: Int = 0, decodedPixels: Int = 0
  ) {
    self.pixels = pixels
    let hasRemarks = colorProfile != nil || damage != nil || !warnings.isEmpty
    remarks = hasRemarks ? Remarks(colorProfile, damage, warnings) : nil
    self.bytesRead = bytesRead
    self.decodedPixels = decodedPixels
  }

  /// Makes an image of pixels that were decoded before.
  init(_ pixels: PixelBuffer, _ remarks: Remarks?) {
    (self.pixels, self.remarks, bytesRead, decodedPixels) = (pixels, remarks, 0, 0)
  }
}

/// The meaning of an image's values as colours: an ICC profile.
public struct ColorProfile: Hashable, Sendable {
  /// The profile in the file, or one made from the colours that the file states without a profile.
  public let bytes: [UInt8]

  /// Makes a profile of bytes, unchanged.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Decodes originals, and makes files of edited ones: by C libraries that are the same everywhere, or by the system's codecs.
///
/// Images are upright, and have the size of their ``DecodePlan``, whichever codec makes them. Any thread may call.
package protocol ImageCodec: Sendable {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: a picture's path.
  ///   - specification: the wanted image.
  ///   - adjustments: edits to apply.
  ///   - ledger: books the image (as ``MemoryOwner/inFlight``) and working memory.
  /// - Throws: ``CodecError``, which names the file.
  func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage

  /// Decodes the file's cheapest degraded image; `nil` if it has none.
  func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage?

  /// Makes a file of a whole picture: a PNG if it must be lossless, else a JPEG of quality 95.
  func file(of image: DecodedImage, isLossless: Bool, captureDate: Date) throws(CodecError) -> Data
}

/// A failure to read or write an encoded picture.
package struct CodecError: Error, Hashable {
  /// The file's path, or a word for bytes that are in no file.
  package let file: String
  /// The kind of failure.
  package let code: Code
  /// The finding, in the decoder's words.
  package let message: String
  /// The byte at which the decoder stood, if that is meaningful.
  package let offset: Int?

  /// The kind of failure.
  package enum Code: String, Hashable, Sendable {
    /// There is no file.
    case missing
    /// The system refused to read, or write, the file.
    case unreadable
    /// The file is no picture, or its kind is not decoded.
    case unsupported
    /// The bytes violate the format.
    case malformed
    /// The picture is incomplete, and only a sound one was wanted.
    case damaged
    /// Decoding would cost more memory or time than any photo needs.
    case tooCostly
    /// The system refused memory.
    case outOfMemory
  }

  package init(file: String, code: Code, message: String, offset: Int? = nil) {
    self.file = file
    self.code = code
    self.message = message
    self.offset = offset
  }
}

extension CodecError: CustomStringConvertible {
  /// The failure, and its place in the file.
  package var reason: String { message + (offset.map { " (at byte \($0))" } ?? "") }

  /// The file, the failure, and its place in the file.
  package var description: String { "\(file): \(reason)" }
}

/// The limits on the demands of a file, checked against its header.
///
/// A header is a few bytes and can claim anything, so limits are checked before any of the picture is decoded.
package enum DecodeLimits {
  /// A little more than the largest pictures that phones take (16320×12240).
  package static let pixels = 200_000_000
  /// Working memory that grows with the picture: coefficients of JPEGs of many scans, planes of interlaced PNGs, and the
  /// buffers of libwebp and libheif.
  package static let workingBytes = 208_000_000

  /// More than any camera's embedded thumbnail has (1920×1440); a larger one would cost as much as the picture.
  package static let thumbnailPixels = 3_000_000

  /// Refuses an empty picture, and one of too many pixels, or a target of so many.
  package static func check(_ size: PixelSize, isTarget: Bool = false, file: String) throws(CodecError) {
    guard size.isEmpty || size.width > pixels / size.height else { return }
    throw CodecError(
      file: file, code: size.isEmpty ? .malformed : .tooCostly,
      message:
        "expected \(isTarget ? "a target of " : "")at most \(pixels / 1_000_000) megapixels, found \(size)")
  }

  /// Refuses a file that needs more working memory than the limit.
  package static func check(
    workingBytes bytes: Int, of size: PixelSize, file: String
  ) throws(CodecError) {
    guard bytes > workingBytes else { return }
    throw CodecError(
      file: file, code: .tooCostly,
      message:
        "a file of its kind and of \(size) needs \(bytes / 1_000_000) MB of working memory, and at most "
        + "\(workingBytes / 1_000_000) MB are given")
  }
}

extension DecodePlan.Degraded {
  /// Whether a thumbnail of this size is small, and lies as the picture does.
  package func isServed(by size: PixelSize) -> Bool {
    !size.isEmpty && size.width <= DecodeLimits.thumbnailPixels / size.height
      && pictureSize.map(size.liesAs) ?? true
  }
}

extension PixelSize {
  /// Whether the sizes are not clearly those of a portrait and a landscape.
  fileprivate func liesAs(_ other: PixelSize) -> Bool {
    let (shape, otherShape) = (Double(width) / Double(height), Double(other.width) / Double(other.height))
    return !(shape < 0.95 && otherShape > 1.05 || shape > 1.05 && otherShape < 0.95)
  }
}
