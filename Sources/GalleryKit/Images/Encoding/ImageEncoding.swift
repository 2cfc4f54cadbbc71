internal import CImageIO
public import Foundation
public import GalleryEngine

extension DecodedImage {
  /// Encodes the image as a file.
  ///
  ///     let webp = try image.encoded(as: .webp, .init(quality: 75))
  ///     let kept = try DecodedImage.Metadata(contentsOf: original)
  ///     let jpeg = try image.encoded(as: .jpeg, .init(metadata: kept))
  ///
  /// The picture is upright in the file, whatever its original's orientation. Pixels that are not sRGB are written with
  /// their profile, since their values mean other colours without it: request ``ColorMode/sRGB`` for a file without one.
  /// Transparent pixels stay transparent, except in a JPEG, where white is behind them.
  ///
  /// - Parameters:
  ///   - format: the kind of file.
  ///   - options: quality, losslessness, effort, and the metadata to keep, by default none.
  /// - Throws: ``FileError``, for example for a kind that this build cannot write (``FileFormat/unavailability``), or a
  ///   picture that is too large for it.
  /// - Complexity: O(pixels), on the calling thread. Measured with three photos of 8 to 12 megapixels on one core of an AMD
  ///   EPYC, a megapixel took, with the usual effort and with ``EncodingOptions/Effort/fast``, 5 ms as JPEG, 260 to 340 and
  ///   75 to 90 ms as PNG, 95 to 120 and 30 to 35 ms as WebP, 330 to 550 and 45 to 60 ms as AVIF. Besides the file,
  ///   encoders of JPEG and PNG hold rows; libwebp held 24 bytes a pixel without loss, libheif 16, and 25 without loss.
  public func encoded(
    as format: FileFormat, _ options: EncodingOptions = EncodingOptions()
  ) throws(FileError) -> Data {
    try options.check(for: format, size: pixels.size)
    do {
      let isOpaque = pixels.isOpaque
      var writer = PictureWriter(format)
      writer.quality = options.quality ?? format.library.usualQuality
      writer.isLossless = options.isLossless
      writer.effort = options.effort.number(for: format)
      writer.isInPasses = format == .jpeg && options.effort == .small
      writer.keepsAlpha = !isOpaque
      writer.metadata = options.metadata.standing(upright: pixels.size)
      writer.colorProfile = colorProfile
      return Data(try writer.encode(format == .jpeg && !isOpaque ? Self.overWhite(pixels) : pixels))
    } catch let error as CodecError {
      throw FileError(error, while: "\(format.rawValue)")
    } catch {
      throw FileError(kind: .outOfMemory, reason: "\(format.rawValue): \(error)")
    }
  }

  /// The pixels over white, opaque.
  static func overWhite(_ pixels: PixelBuffer) throws(OutOfMemory) -> PixelBuffer {
    try pixels.mapped { pixel in
      let alpha = UInt16(pixel.w)
      let sum = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* alpha &+ 255 &* (255 &- alpha) &+ 127
      var blended = SIMD4<UInt8>(truncatingIfNeeded: sum / 255)
      blended.w = 255
      return blended
    }
  }

  /// Options for writing an image as a file.
  public struct EncodingOptions: Hashable, Sendable {
    /// The time that an encoder spends on a smaller file.
    public enum Effort: String, Hashable, Sendable, CaseIterable {
      /// As short as possible.
      case fast
      /// The library's default.
      case usual
      /// Long; a JPEG becomes progressive.
      case small

      /// The number by which the format's library knows it.
      fileprivate func number(for format: FileFormat) -> Int {
        switch self {
        case .fast: format.library.efforts.fast
        case .usual: format.library.efforts.usual
        case .small: format.library.efforts.small
        }
      }
    }

    /// The quality on the scale of the format's library, from 1 (most loss) to 100.
    ///
    /// `nil`, the default, means 85 for JPEG, 80 for WebP, 60 for HEIC and AVIF. PNG is lossless.
    public var quality: Int?
    /// Whether every pixel is preserved, whatever ``quality`` says: false by default; a PNG always preserves them, a JPEG
    /// never.
    public var isLossless: Bool
    /// The time that an encoder spends on a smaller file; ``Effort/usual`` by default.
    public var effort: Effort
    /// The metadata that are written beside the pixels; none by default.
    ///
    /// EXIF and XMP are changed to state an upright picture, and EXIF its new size; an EXIF thumbnail is left out. All else,
    /// such as the place, is written unchanged.
    public var metadata: Metadata

    /// Makes options.
    public init(
      quality: Int? = nil, isLossless: Bool = false, effort: Effort = .usual, metadata: Metadata = .none
    ) {
      self.quality = quality
      self.isLossless = isLossless
      self.effort = effort
      self.metadata = metadata
    }

    fileprivate func check(for format: FileFormat, size: PixelSize) throws(FileError) {
      func expected(_ what: String, found: String) -> FileError {
        FileError(kind: .unsuitable, reason: "\(format.rawValue): expected \(what), found \(found)")
      }
      if let quality, !(1...100).contains(quality) {
        throw expected("a quality from 1 to 100", found: "\(quality)")
      }
      guard format != .jpeg || !isLossless else {
        throw FileError(
          kind: .unsuitable, reason: "jpeg: a JPEG is never lossless; use png, webp or avif")
      }
      let longest = format.library.longestSide
      guard max(size.width, size.height) <= longest else {
        throw expected("at most \(longest) pixels a side", found: "\(size)")
      }
    }
  }

  /// The reason why an image could not be encoded, or a file's metadata could not be read.
  public struct FileError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Hashable, Sendable {
      /// This build has no encoder for it.
      case unavailable
      /// The image, an option, or metadata do not fit the format.
      case unsuitable
      /// The file with the metadata cannot be read, or is no picture.
      case unreadable
      /// Memory ran out.
      case outOfMemory
      /// The encoder gave up.
      case failed
    }

    /// The kind of failure.
    public let kind: Kind
    /// The failure, in words.
    public let reason: String

    /// The failure, in words.
    public var description: String { reason }
  }
}

extension DecodedImage.FileError {
  /// Makes the error of a failed encoder of the shim.
  init(_ error: CodecError, while format: String) {
    let kind: Kind =
      switch error.code {
      case .unsupported: .unavailable
      case .tooCostly, .missing: .unsuitable
      case .outOfMemory: .outOfMemory
      default: .failed
      }
    self.init(kind: kind, reason: "\(format): \(error.reason)")
  }
}

extension DecodedImage.FileFormat {
  /// The reason why this build cannot write such files, in words; `nil` if it can.
  public var unavailability: String? {
    unsafe cis_cannot_write(library.code).map { unsafe String(cString: $0) }
  }
}
