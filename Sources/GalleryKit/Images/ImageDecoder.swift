internal import CImageIO
package import Foundation
package import GalleryEngine
public import GalleryRequests

/// Decodes originals upright, in the wanted size.
///
/// JPEG is decoded by libjpeg-turbo, PNG by libpng, WebP by libwebp, HEIF and AVIF by libheif. An
/// animation gives its first frame.
///
/// - `none` decodes the whole picture.
/// - `fast` lets the decoder shrink it: a JPEG to the smallest number of eighths that still covers the target, all others by
///   averaging whole boxes. Only the rows and columns that the crop needs become pixels.
/// - `exact` resamples such a reduction to the target by Lanczos with three lobes; a crop does so with its part.
///
/// A progressive JPEG that is scaled to half its size or less is read until no later scan would change the share of a
/// coefficient in a pixel by more than about two levels; in the mean, pixels then differ by less than one.
///
/// Rows are streamed: apart from its result, decoding holds a few rows. There are exceptions: JPEGs of many scans hold all
/// coefficients; interlaced PNG, HEIF, AVIF, lossless WebP and WebP with alpha hold the whole picture. This memory is booked as ``MemoryOwner/scratch``; a file whose header shows that it needs more
/// than 208 MB is refused.
///
/// **Damaged data.** A file that is cut off or corrupt, and still yields a picture, is delivered, with the decoder's
/// complaint in ``DecodedImage/damage``; missing pixels are grey in a JPEG and transparent otherwise. Only a file without a
/// single row is an error. The decoder does not read data that the image does not need; `strict` reads the file to its end,
/// and refuses it, as ``CodecError/Code/damaged``, if anything is wrong with its pixels. Invalid metadata are ignored, and
/// harm no picture; ``DecodedImage/warnings`` reports an invalid colour profile.
///
/// **Colours.** Little CMS converts a tagged picture to sRGB, with perceptual intent, in the delivered size. The tag is
/// JPEG's APP2; PNG's cICP, iCCP, gAMA and cHRM; in other formats an ICC profile or, in HEIF, code points. A picture that is
/// not tagged, or whose profile differs from sRGB by at most one level of 255, counts as sRGB. With ``ColorMode/asTagged``
/// pixel values stay unchanged and the profile is delivered beside them; only CMYK pictures become sRGB in any case.
package struct ImageDecoder: ImageCodec {
  /// Makes the codec.
  package init() {}

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: a picture's path; the bytes decide the format, not the name.
  ///   - specification: the wanted image.
  ///   - adjustments: edits to apply.
  ///   - strict: whether a damaged picture is an error.
  ///   - ledger: books the image (as ``MemoryOwner/inFlight``) and working memory.
  /// - Throws: ``CodecError``, which names the file.
  package static func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments? = nil, strict: Bool = false,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try decode(EncodedFile(path: path), as: specification, adjustments, strict: strict, ledger: ledger)
  }

  /// Decodes a file in memory; see the form with a path.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: the file's name in errors.
  ///   - specification: the wanted image.
  ///   - adjustments: edits to apply.
  ///   - strict: whether a damaged picture is an error.
  ///   - ledger: books the image and working memory.
  package static func decode(
    bytes: [UInt8], named name: String = "bytes in memory", as specification: ImageSpecification,
    adjustments: Adjustments? = nil, strict: Bool = false, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try decode(
      EncodedFile(bytes: bytes, named: name), as: specification, adjustments, strict: strict, ledger: ledger)
  }

  private static func decode(
    _ file: borrowing EncodedFile, as specification: ImageSpecification, _ adjustments: Adjustments?,
    strict: Bool,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    let reader = try PictureReader(file)
    try reader.checkLimits()
    let order = DecodeOrder(
      orientation: reader.orientation, specification: specification, adjustments: adjustments,
      readsToEnd: strict, ledger: ledger)
    let image = try PictureDecoding(order: order).decode(reader)
    if strict, let damage = image.damage {
      throw CodecError(file: file.path, code: .damaged, message: damage)
    }
    return image
  }

  package func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try Self.decode(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try Self.degradedImage(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func file(
    of image: DecodedImage, isLossless: Bool, captureDate: Date
  ) throws(CodecError) -> Data {
    let exif = EXIFWriter(captureDate: captureDate)
    return Data(
      isLossless
        ? try PNGWriter(keepsAlpha: true, exif: exif, colorProfile: image.colorProfile).encode(image.pixels)
        : try JPEGWriter(quality: 95, exif: exif, colorProfile: image.colorProfile).encode(image.pixels))
  }
}

extension DecodeThreads {
  /// Starts threads that decode by the C libraries.
  package convenience init(workers: Int, ledger: MemoryLedger, store: ThumbnailStore? = nil) {
    self.init(workers: workers, codec: ImageDecoder(), ledger: ledger, store: store)
  }
}

extension ImageManager {
  /// Makes a manager that decodes by the C libraries, on threads of its own.
  ///
  /// - Parameters:
  ///   - configuration: how the manager works.
  ///   - thumbnailStore: keeps thumbnails; none by default.
  ///   - originals: downloads originals that are in the cloud; without it they stay there.
  public convenience init(
    configuration: Configuration = Configuration(), thumbnailStore: ThumbnailStore? = nil,
    originals: RemoteOriginals? = nil
  ) {
    self.init(
      configuration: configuration, codec: ImageDecoder(), thumbnailStore: thumbnailStore,
      originals: originals)
  }

  /// Makes a manager with an executor and an observer, which edits by the C libraries; see the form with a codec.
  package convenience init(
    configuration: Configuration, ledger: MemoryLedger, executor: any DecodeExecuting,
    originals: (any OriginalFetching)? = nil, observer: (any ImageManagerObserving)? = nil
  ) {
    self.init(
      configuration: configuration, ledger: ledger, executor: executor, codec: ImageDecoder(),
      originals: originals, observer: observer)
  }
}

extension ImageManager {
  /// Lets memory that decoders free leave the process at once, on Linux; call it where the process starts.
  ///
  /// The decoders' libraries take megabytes from `malloc` for a photo. glibc's keeps blocks as large as those that were freed
  /// before, in each thread, so that a process that has decoded some progressive photos stays more than a hundred megabytes
  /// larger. This sets its threshold for all of the process: larger blocks than 64 KB are mapped, and unmapped when they are
  /// freed. Other systems' libraries need no such call, and it does nothing there.
  public static func returnMemoryWhenFreed() { cis_return_freed_memory() }

  /// The settings that ``returnMemoryWhenFreed()`` makes; empty where it does nothing.
  package static var memorySettings: String { unsafe String(cString: cis_memory_setting()) }
}
