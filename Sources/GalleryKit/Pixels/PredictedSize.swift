extension Asset {
  /// The picture's size as its file stores it, before it is turned upright.
  package var storedSize: PixelSize { pixelSize.turned(orientation) }

  /// The ratio of width to height of the upright picture with the user's edits; 1 if the file could not be read.
  ///
  /// Grids whose cells have the shapes of their photos use it (``GridLayout/AspectRatios``).
  public var aspectRatio: Double {
    let size = DecodePlan.outputSize(
      storedSize: storedSize, orientation: orientation, format: original.format,
      as: ImageSpecification(targetSize: .maximum), adjustments: adjustments)
    return size.isEmpty ? 1 : Double(size.width) / Double(size.height)
  }

  /// The bytes that the asset's image will take in memory, as far as the library knows the picture.
  ///
  /// - Complexity: O(1); no file is opened.
  package func predictedByteCount(as specification: ImageSpecification) -> Int {
    DecodePlan.outputSize(
      storedSize: storedSize, orientation: orientation, format: original.format, as: specification,
      adjustments: adjustments
    ).decodedByteCount
  }
}

extension DecodePlan {
  /// The size that decoding will deliver.
  ///
  /// - Complexity: O(1).
  package static func outputSize(
    storedSize: PixelSize, orientation: ImageOrientation, format: ImageFormat,
    as specification: ImageSpecification, adjustments: Adjustments? = nil
  ) -> PixelSize {
    guard !storedSize.isEmpty else { return storedSize }
    return DecodePlan(
      storedSize: storedSize, orientation: orientation.adjusted(adjustments),
      isJPEG: format.isJPEG, specification: specification.of(adjustments?.cropRect ?? .whole)
    ).outputSize
  }
}

extension ImageOrientation {
  /// The orientation after an edit's turns and mirroring.
  package func adjusted(_ adjustments: Adjustments?) -> Self {
    guard let adjustments else { return self }
    let turned = turned(quarters: adjustments.quarterTurns)
    return adjustments.isMirrored ? turned.mirrored : turned
  }
}
