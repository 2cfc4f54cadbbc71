package import GalleryEngine

/// What decoding an original will take, as far as sizes alone tell: what model mode works with in place of decoding.
package struct DecodeEstimate: Hashable, Sendable {
  /// The size of the image.
  package var outputSize: PixelSize
  /// Pixels that the decoder will produce before cropping and resizing.
  package var decodedPixels: Int
  /// Bytes of the one row that a decoder holds.
  package var rowByteCount: Int
  /// Pixels of the whole picture as it is stored.
  package var storedPixels: Int
}

extension ImageDecoder {
  /// What decoding the asset's original will take, without opening it.
  ///
  /// - Complexity: O(1).
  package static func estimate(_ asset: Asset, as specification: ImageSpecification) -> DecodeEstimate {
    estimate(
      storedSize: asset.orientation.swapsAxes ? asset.pixelSize.transposed : asset.pixelSize,
      orientation: asset.orientation, format: asset.original.format, as: specification)
  }

  /// What the first scans of the asset's original will take.
  package static func estimateFirstScans(_ asset: Asset, as specification: ImageSpecification)
    -> DecodeEstimate
  {
    let size = asset.orientation.swapsAxes ? asset.pixelSize.transposed : asset.pixelSize
    guard !size.isEmpty else {
      return DecodeEstimate(outputSize: size, decodedPixels: 0, rowByteCount: 0, storedPixels: 0)
    }
    let plan = DecodePlan(
      storedSize: size, orientation: asset.orientation, isJPEG: true, specification: specification,
      degraded: DecodePlan.Degraded(pictureSize: size, isFirstScans: true))
    return DecodeEstimate(
      outputSize: plan.outputSize, decodedPixels: plan.rows.count * plan.columns.count,
      rowByteCount: plan.scaledSize.width * 4, storedPixels: size.width * size.height)
  }

  /// What decoding a picture of that size will take.
  package static func estimate(
    storedSize: PixelSize, orientation: ImageOrientation, format: ImageFormat,
    as specification: ImageSpecification
  ) -> DecodeEstimate {
    guard !storedSize.isEmpty else {
      return DecodeEstimate(outputSize: storedSize, decodedPixels: 0, rowByteCount: 0, storedPixels: 0)
    }
    let isJPEG = format == .jpegBaseline || format == .jpegProgressive
    let plan = DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification)
    let storedPixels = storedSize.width * storedSize.height
    switch plan.reduction {
    case .eighths:
      return DecodeEstimate(
        outputSize: plan.outputSize, decodedPixels: plan.rows.count * plan.columns.count,
        rowByteCount: plan.scaledSize.width * 4, storedPixels: storedPixels)
    case .box(let side):
      let rows = min(plan.rows.upperBound * side, storedSize.height)
      return DecodeEstimate(
        outputSize: plan.outputSize, decodedPixels: rows * storedSize.width,
        rowByteCount: storedSize.width * 4, storedPixels: storedPixels)
    }
  }
}

extension DecodeLimits {
  static func check(_ reader: borrowing JPEGReader) throws(CodecError) {
    try check(reader.size, file: reader.file)
    try check(workingBytes: reader.coefficientByteCount, of: reader.size, file: reader.file)
  }
}

extension ImageDecoder {
  /// The working memory that decoding a file takes beyond a few rows: the coefficients of a JPEG of many scans, the pixels
  /// of an interlaced PNG, what other libraries hold of a picture; 0 where rows are all.
  ///
  /// - Throws: ``CodecError``, which names the file.
  /// - Complexity: that of reading the header.
  package static func scratchByteCount(path: String) throws(CodecError) -> Int {
    let file = try EncodedFile(path: path)
    switch file.kind {
    case .jpeg: return try JPEGReader(file).coefficientByteCount
    case .png: return try PNGReader(file).leastHeldByteCount
    case .gif: return try GIFReader(file).leastHeldByteCount
    case .webp, .heic, .avif, .tiff: return try PictureReader(file).leastHeldByteCount
    }
  }
}
