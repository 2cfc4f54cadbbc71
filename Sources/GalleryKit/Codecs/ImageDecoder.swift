internal import CImageIO

/// Decodes originals: JPEG by libjpeg-turbo, PNG by libpng, upright, in the size that is wanted.
///
/// - `none` decodes the whole picture.
/// - `fast` lets the decoder shrink it: a JPEG to the smallest number of eighths that still covers the target, a
///   PNG by the mean of whole boxes. Only the rows and columns that the crop needs become pixels.
/// - `exact` resamples such a reduction to the target by Lanczos with three lobes; so does a crop, of its part.
///
/// Of a progressive JPEG that is scaled to half its size or less, scans are read until no later one would change
/// a pixel by more than about two levels.
///
/// Rows are streamed: apart from its result, decoding holds a few rows. The exceptions are JPEGs of many scans,
/// which hold their coefficients, and interlaced PNGs, which hold the whole picture; both are booked as
/// ``MemoryOwner/scratch``, and refused by their header where they would need more than 192 MB.
///
/// A file that breaks off yields the picture as far as it goes, with ``DecodedImage/damage`` set: what is missing
/// is grey in a JPEG and transparent in a PNG. Only a file without a single row is an error.
public enum ImageDecoder {
  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - path: a JPEG or PNG; the bytes decide, not the name.
  ///   - specification: what is wanted of it.
  ///   - ledger: where the image (as ``MemoryOwner/inFlight``) and working memory are booked.
  /// - Throws: ``CodecError``, which names the file.
  public static func decode(
    path: String, as specification: ImageSpecification, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    let file = try EncodedFile(path: path)
    switch file.kind {
    case .jpeg:
      let reader = try JPEGReader(file)
      try DecodeLimits.check(reader)
      return try JPEGDecoding(
        orientation: EXIF(tiff: reader.exif).orientation, specification: specification, ledger: ledger
      ).decode(reader)
    case .png:
      let reader = try PNGReader(file)
      try DecodeLimits.check(reader)
      return try PNGDecoding(
        orientation: EXIF(tiff: PNGChunks.exif(in: file)).orientation, specification: specification,
        ledger: ledger
      ).decode(reader)
    }
  }

  /// Decodes the small JPEG that a camera embedded in the file, as `fast` would: cropped to the target's shape,
  /// upright by the orientation of the file itself.
  ///
  /// - Returns: `nil` if the file carries none.
  /// - Throws: ``CodecError``, which names the file.
  public static func embeddedThumbnail(
    path: String, as specification: ImageSpecification, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    let file = try EncodedFile(path: path)
    let tiff =
      switch file.kind {
      case .jpeg: try JPEGReader(file).exif
      case .png: PNGChunks.exif(in: file)
      }
    let exif = EXIF(tiff: tiff)
    guard let thumbnail = exif.thumbnail else { return nil }
    let decoding = JPEGDecoding(
      orientation: exif.orientation, specification: specification, isStandIn: true, ledger: ledger)
    let bytes = Array(tiff[thumbnail])
    let result = unsafe bytes.withUnsafeBufferPointer { bytes in
      Result<DecodedImage, CodecError> { () throws(CodecError) in
        let input = unsafe cis_input(fd: -1, bytes: bytes.baseAddress, count: bytes.count)
        let reader = try unsafe JPEGReader(input, named: path + " (its embedded thumbnail)")
        try DecodeLimits.check(reader)
        return try decoding.decode(reader)
      }
    }
    return try result.get()
  }

  /// The size that decoding will deliver, without opening the file.
  ///
  /// - Complexity: O(1).
  public static func outputSize(
    storedSize: PixelSize, orientation: ImageOrientation, format: ImageFormat,
    as specification: ImageSpecification
  ) -> PixelSize {
    guard !storedSize.isEmpty else { return storedSize }
    return DecodePlan(
      storedSize: storedSize, orientation: orientation,
      isJPEG: format == .jpegBaseline || format == .jpegProgressive, specification: specification
    ).outputSize
  }
}
