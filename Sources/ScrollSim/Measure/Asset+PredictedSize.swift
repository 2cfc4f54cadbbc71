internal import GalleryKit

extension Asset {
  /// What the asset's image will weigh in memory, known without decoding it.
  func predictedByteCount(as specification: ImageSpecification) -> Int {
    let stored = orientation.swapsAxes ? pixelSize.transposed : pixelSize
    return ImageDecoder.outputSize(
      storedSize: stored, orientation: orientation, format: original.format, as: specification,
      adjustments: adjustments
    ).decodedByteCount
  }
}
