public import Foundation
public import GalleryEngine

extension DecodedImage {
  /// Makes a file of the image.
  ///
  ///     let webp = try image.encoded(as: .webp, .init(quality: 75))
  ///     let kept = try DecodedImage.Metadata(contentsOf: original)
  ///     let jpeg = try image.encoded(as: .jpeg, .init(metadata: kept))
  ///
  /// The picture stands upright in the file, whatever way its original was turned. Pixels that are not sRGB are written with their
  /// profile, since without it their numbers mean other colours: request ``ColorMode/sRGB`` for a file without one.
  /// Transparent pixels stay so, but in a JPEG, where white is behind them.
  ///
  /// - Parameters:
  ///   - format: what kind of file.
  ///   - options: how small, how exactly, and what is kept beside the pixels; by default nothing.
  /// - Throws: ``FileError``, as of a kind that this build cannot write (``FileFormat/unavailability``), or a picture that is
  ///   too large for it.
  /// - Complexity: O(pixels), on the calling thread. A megapixel of three photos of 8 to 12 megapixels took, with the usual
  ///   effort and with ``EncodingOptions/Effort/fast``, 5 ms of an AMD EPYC's core as JPEG, 260 to 340 and 75 to 90 ms as PNG,
  ///   95 to 120 and 30 to 35 ms as WebP, 330 to 550 and 45 to 60 ms as AVIF. Beside the file, encoders of JPEG and PNG hold
  ///   rows; libwebp held 24 bytes a pixel without loss, libheif 16, and 25 without loss.
  public func encoded(
    as format: FileFormat, _ options: EncodingOptions = EncodingOptions()
  ) throws(FileError) -> Data {
    try options.check(for: format, size: pixels.size)
    do {
      let metadata = options.metadata.standing(upright: pixels.size)
      let quality = options.quality ?? format.usualQuality
      let isOpaque = pixels.isOpaque
      let bytes: [UInt8]
      switch format {
      case .jpeg:
        var writer = JPEGWriter(
          quality: quality, isProgressive: options.effort == .small, colorProfile: colorProfile)
        writer.metadata = metadata
        bytes = try writer.encode(isOpaque ? pixels : Self.overWhite(pixels))
      case .png:
        var writer = PNGWriter(
          compression: options.effort.of(1, 6, 9), keepsAlpha: !isOpaque, colorProfile: colorProfile)
        writer.metadata = metadata
        bytes = try writer.encode(pixels)
      case .webp:
        bytes = try WebPWriter(
          quality: quality, isLossless: options.isLossless, effort: options.effort.of(1, 4, 6),
          keepsAlpha: !isOpaque, metadata: metadata, colorProfile: colorProfile
        ).encode(pixels)
      case .avif:
        bytes = try AVIFWriter(
          quality: quality, isLossless: options.isLossless, speed: options.effort.of(9, 6, 3),
          keepsAlpha: !isOpaque, metadata: metadata, colorProfile: colorProfile
        ).encode(pixels)
      }
      return Data(bytes)
    } catch let error as CodecError {
      throw FileError(error, while: "\(format.rawValue)")
    } catch {
      throw FileError(kind: .outOfMemory, reason: "\(format.rawValue): \(error)")
    }
  }

  private static func overWhite(_ pixels: PixelBuffer) throws -> PixelBuffer {
    try pixels.mapped { pixel in
      let alpha = UInt16(pixel.w)
      let sum = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* alpha &+ 255 &* (255 &- alpha) &+ 127
      var blended = SIMD4<UInt8>(truncatingIfNeeded: sum / 255)
      blended.w = 255
      return blended
    }
  }

  /// A kind of file that images are written as.
  public enum FileFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, by libjpeg-turbo: at most 65,500 pixels a side.
    case jpeg
    /// PNG, by libpng: at most a million pixels a side.
    case png
    /// WebP, by libwebp, which the package trait `WebP` brings: at most 16,383 pixels a side.
    case webp
    /// AVIF, by libheif, which the package trait `HEIF` brings, and an encoder of AV1: at most 65,536 pixels a side.
    case avif

    /// Why this build cannot write such files, in words; `nil` where it can.
    public var unavailability: String? {
      switch self {
      case .jpeg, .png: nil
      case .webp: ImageLibraries.reasonForNoWebP
      case .avif: ImageLibraries.reasonForNoAVIF
      }
    }

    /// The type of the files, such as `public.jpeg`.
    public var uniformTypeIdentifier: String {
      switch self {
      case .jpeg: ImageFormat.jpegBaseline.typeIdentifier
      case .png: ImageFormat.png.typeIdentifier
      case .webp: ImageFormat.webp.typeIdentifier
      case .avif: ImageFormat.avif.typeIdentifier
      }
    }

    /// The type of the files as servers say it, such as `image/jpeg`.
    public var mediaType: String { "image/\(rawValue)" }

    fileprivate var usualQuality: Int {
      switch self {
      case .jpeg, .png: 85
      case .webp: 80
      case .avif: 60
      }
    }

    fileprivate var longestSide: Int {
      switch self {
      case .jpeg: JPEGWriter.longestSide
      case .png: PNGWriter.longestSide
      case .webp: WebPWriter.longestSide
      case .avif: AVIFWriter.longestSide
      }
    }
  }

  /// How an image is written as a file.
  public struct EncodingOptions: Hashable, Sendable {
    /// How long an encoder looks for a smaller file.
    public enum Effort: String, Hashable, Sendable, CaseIterable {
      /// As short as it can.
      case fast
      /// As its library does where nothing is said.
      case usual
      /// Long; a JPEG becomes progressive.
      case small

      fileprivate func of(_ fast: Int, _ usual: Int, _ small: Int) -> Int {
        switch self {
        case .fast: fast
        case .usual: usual
        case .small: small
        }
      }
    }

    /// What is lost, on the scale of the format's library, from 1 (most) to 100.
    ///
    /// `nil`, the default, is 85 of JPEG, 80 of WebP and 60 of AVIF. A PNG loses nothing.
    public var quality: Int?
    /// Whether every pixel comes back as it was, whatever ``quality`` says: false by default, of PNG always so, of JPEG never.
    public var isLossless: Bool
    /// How long an encoder looks for a smaller file; ``Effort/usual`` by default.
    public var effort: Effort
    /// What is written beside the pixels; nothing by default.
    ///
    /// EXIF and XMP are made to say that the picture stands upright, and how large it is; an EXIF thumbnail is left out. All
    /// else, such as the place, is written as it is.
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
          kind: .unsuitable, reason: "jpeg: a JPEG is never without loss; take png, webp or avif for that")
      }
      guard max(size.width, size.height) <= format.longestSide else {
        throw expected("at most \(format.longestSide) pixels a side", found: "\(size)")
      }
    }
  }

  /// Why no file was made of an image, or no metadata had from one.
  public struct FileError: Error, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
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

    /// What kind of failure it is.
    public let kind: Kind
    /// What was wrong, in words.
    public let reason: String

    /// What was wrong, in words.
    public var description: String { reason }
  }
}

extension DecodedImage.FileError {
  /// Says why an encoder of the shim failed.
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
