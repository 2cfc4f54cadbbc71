package import Foundation

/// The result of a decoder: upright pixels, and the work that made them.
public struct DecodedImage: Sendable {
  /// The picture.
  public private(set) var pixels: PixelBuffer
  /// The profile of the pixels' colours, or `nil` for sRGB.
  public var colorProfile: ColorProfile? { remarks?.colorProfile }
  /// The picture's damage, in the decoder's words, or `nil` if it is sound.
  public var damage: String? { remarks?.damage }
  /// Faults in other parts of the file, which do not damage the picture, such as an invalid colour profile.
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

  init(_ pixels: PixelBuffer, _ remarks: Remarks?) {
    (self.pixels, self.remarks, bytesRead, decodedPixels) = (pixels, remarks, 0, 0)
  }
}

/// An ICC profile: it defines the colours that an image's values mean.
public struct ColorProfile: Hashable, Sendable {
  /// The profile in the file, or one made from the colours that the file states without a profile.
  public let bytes: [UInt8]

  /// Makes a profile from bytes, unchanged.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Decodes originals, and makes files of edited ones: by C libraries that are the same everywhere, or by the system's codecs.
///
/// Images are upright, and have the size of their ``DecodePlan``, whichever codec makes them. Any thread may call a codec.
package protocol ImageCodec: Sendable {
  /// Decodes a file; the ledger books the image (as ``MemoryOwner/inFlight``) and working memory.
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
