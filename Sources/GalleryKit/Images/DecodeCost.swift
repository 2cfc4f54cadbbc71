package import GalleryEngine

/// The cost of decoding an original, estimated from sizes alone; model mode uses it in place of decoding.
package struct DecodeEstimate: Hashable, Sendable {
  package let outputSize: PixelSize
  /// Pixels that the decoder will produce before cropping and resizing.
  package private(set) var decodedPixels = 0
  /// Bytes of the one row that a decoder holds.
  package private(set) var rowByteCount = 0
  /// Whether a JPEG is decoded at an eighth of its size, for which few scans of a progressive one are needed.
  package private(set) var isAtAnEighth = false
  package let storedPixels: Int

  /// Plans a picture of this stored size; an empty picture costs nothing.
  package init(
    storedSize size: PixelSize, orientation: ImageOrientation, format: ImageFormat,
    as specification: ImageSpecification, degraded: DecodePlan.Degraded? = nil
  ) {
    storedPixels = size.isEmpty ? 0 : size.width * size.height
    guard !size.isEmpty else {
      outputSize = size
      return
    }
    let plan = DecodePlan(
      storedSize: size, orientation: orientation, isJPEG: format.isJPEG, specification: specification,
      degraded: degraded)
    outputSize = plan.outputSize
    switch plan.reduction {
    case .eighths(let eighths):
      isAtAnEighth = eighths == 1
      decodedPixels = plan.rows.count * plan.columns.count
      rowByteCount = plan.scaledSize.width * 4
    case .box(let side):
      decodedPixels = min(plan.rows.upperBound * side, size.height) * size.width
      rowByteCount = size.width * 4
    }
  }
}

extension ImageDecoder {
  /// Estimates the cost of decoding the asset's original, or its first scans, without opening it.
  package static func estimate(
    _ asset: Asset, as specification: ImageSpecification, isFirstScans: Bool = false
  ) -> DecodeEstimate {
    DecodeEstimate(
      storedSize: asset.storedSize, orientation: asset.orientation,
      format: isFirstScans ? .jpegProgressive : asset.original.format, as: specification,
      degraded: isFirstScans
        ? DecodePlan.Degraded(pictureSize: asset.storedSize, isFirstScans: true) : nil)
  }

  /// The working memory that decoding a file at full size takes beyond a few rows, according to its header: the coefficients of a
  /// JPEG of many scans, the pixels of an interlaced PNG, the buffers of other libraries; 0 if rows suffice.
  package static func scratchByteCount(path: String) throws(CodecError) -> Int {
    try PictureReader(EncodedFile(path: path)).heldByteCount(side: 1)
  }
}
