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
      standIn: DecodePlan.StandIn(pictureSize: size, isFirstScans: true))
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
