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

  /// The bytes that the asset's image will take in memory, as far as the library can tell; no file is opened.
  package func predictedByteCount(as specification: ImageSpecification) -> Int {
    DecodePlan.outputSize(
      storedSize: storedSize, orientation: orientation, format: original.format, as: specification,
      adjustments: adjustments
    ).decodedByteCount
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

extension DecodePlan {
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

  /// The wanted part of a stored picture, in its pixels, not necessarily whole ones.
  struct Region: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    /// Maps a crop of the upright picture to the stored `picture`.
    init(_ crop: NormalizedRect, orientation: ImageOrientation, of picture: Region) {
      let crop = crop.stored(orientation)
      left = picture.left + crop.x * picture.width
      top = picture.top + crop.y * picture.height
      width = crop.width * picture.width
      height = crop.height * picture.height
    }

    /// The largest centred part in the shape of `other`; all of it if the shapes differ by less than a pixel.
    init(_ size: PixelSize, inTheShapeOf other: PixelSize) {
      width = Double(size.width)
      height = Double(size.height)
      let shape = Double(other.width) / Double(other.height)
      if abs(height * shape - width) >= 1, abs(width / shape - height) >= 1 {
        width = min(Double(size.width), height * shape)
        height = min(height, Double(size.width) / shape)
      }
      left = (Double(size.width) - width) / 2
      top = (Double(size.height) - height) / 2
    }

    /// The nearest whole pixels, at least one each way.
    var rounded: Self {
      var rounded = self
      (rounded.left, rounded.width) = Self.rounded(left, width)
      (rounded.top, rounded.height) = Self.rounded(top, height)
      return rounded
    }

    private static func rounded(_ start: Double, _ length: Double) -> (Double, Double) {
      let first = start.rounded()
      let end = (start + length).rounded()
      return end > first ? (first, end - first) : (start.rounded(.down), 1)
    }

    /// The largest size of this shape inside `target`; at least a pixel each way.
    func fitted(into target: PixelSize) -> PixelSize {
      let (targetWidth, targetHeight) = (Double(target.width), Double(target.height))
      if width * targetHeight >= height * targetWidth {
        return PixelSize(width: target.width, height: max(1, Int((height * targetWidth / width).rounded())))
      }
      return PixelSize(width: max(1, Int((width * targetHeight / height).rounded())), height: target.height)
    }

    /// The pixels of the scaled picture that show some of the region.
    func covered(by scaled: PixelSize, scale: Double) -> (columns: Range<Int>, rows: Range<Int>) {
      (
        Self.covered(left * scale, width * scale, of: scaled.width),
        Self.covered(top * scale, height * scale, of: scaled.height)
      )
    }

    private static func covered(_ start: Double, _ length: Double, of count: Int) -> Range<Int> {
      // A crop's edge that should be whole may be off by the last bits of a fraction.
      let first = min(Int((start + 1e-6).rounded(.down)), count - 1)
      return first..<min(count, max(first + 1, Int((start + length - 1e-6).rounded(.up))))
    }
  }
}
