package import GalleryEngine

/// Decodes originals, upright, in the size that is wanted.
///
/// JPEG by libjpeg-turbo, PNG by libpng, WebP by libwebp, HEIF and AVIF by libheif, TIFF by libtiff, and GIF. Of an animation it is the first frame, of several pages the first.
///
/// - `none` decodes the whole picture.
/// - `fast` lets the decoder shrink it: a JPEG to the smallest number of eighths that still covers the target, all
///   others by the mean of whole boxes. Only the rows and columns that the crop needs become pixels.
/// - `exact` resamples such a reduction to the target by Lanczos with three lobes; so does a crop, of its part.
///
/// Of a progressive JPEG that is scaled to half its size or less, scans are read until no later one would change
/// a pixel by more than about two levels.
///
/// Rows are streamed: apart from its result, decoding holds a few rows. The exceptions are JPEGs of many scans,
/// which hold their coefficients; interlaced PNGs, HEIF and AVIF, which hold the whole picture; lossless WebP and WebP with
/// alpha, and GIF, so too; and TIFF, which holds a strip or a row of tiles. They are booked as ``MemoryOwner/scratch``, and
/// refused by their header where they would need more than 192 MB.
///
/// **Damaged data.** A file that is cut off or corrupt, and still yields a picture, is delivered, with what the decoder
/// says of it in ``DecodedImage/damage``: what is missing is grey in a JPEG and transparent otherwise. Only a file
/// without a single row is an error. What the image did not need is not looked at; `strict` reads the file to its
/// end, and refuses it, as ``CodecError/Code/damaged``, if anything is wrong with its pixels. Metadata that make no
/// sense are as if they were not there, and harm no picture; of a colour profile that is said in
/// ``DecodedImage/warnings``.
///
/// **Colours.** A picture that is tagged with a profile (by JPEG's APP2; PNG's cICP, iCCP, gAMA and cHRM; an ICC profile or,
/// in HEIF, code points of the others) is
/// converted to sRGB by Little CMS, with perceptual intent, once it has the size that is delivered. One that is not
/// tagged, or whose profile means sRGB within a level of 255, is sRGB as it is. With ``ColorMode/asTagged`` numbers
/// are left as they are and the profile is delivered beside them; only pictures of four inks become sRGB in any case.
package enum ImageDecoder {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: of a picture; the bytes decide, not the name.
  ///   - specification: what is wanted of it.
  ///   - adjustments: edits that are made on the way.
  ///   - strict: whether a damaged picture is an error.
  ///   - ledger: where the image (as ``MemoryOwner/inFlight``) and working memory are booked.
  /// - Throws: ``CodecError``, which names the file.
  package static func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments? = nil, strict: Bool = false,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try decode(EncodedFile(path: path), as: specification, adjustments, strict: strict, ledger: ledger)
  }

  /// Decodes a file that is in memory; see the form with a path.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - name: what errors call it.
  ///   - specification: what is wanted of it.
  ///   - adjustments: edits that are made on the way.
  ///   - strict: whether a damaged picture is an error.
  ///   - ledger: where the image and working memory are booked.
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
    func order(_ orientation: ImageOrientation) -> DecodeOrder {
      DecodeOrder(
        orientation: orientation, specification: specification, adjustments: adjustments, readsToEnd: strict,
        ledger: ledger)
    }
    let image: DecodedImage
    switch file.kind {
    case .jpeg:
      let reader = try JPEGReader(file)
      try DecodeLimits.check(reader)
      image = try JPEGDecoding(order: order(EXIF(tiff: reader.exif).orientation)).decode(reader)
    case .gif:
      let reader = try GIFReader(file)
      try reader.checkLimits()
      image = try BoxDecoding(order: order(.up)).decode(reader)
    case .png, .webp, .heic, .avif, .tiff:
      let reader = try PictureReader(file)
      try reader.checkLimits()
      image = try BoxDecoding(order: order(reader.orientation)).decode(reader)
    }
    if strict, let damage = image.damage {
      throw CodecError(file: file.path, code: .damaged, message: damage)
    }
    return image
  }
}
