/// The wanted image of an open picture, in the same form for every kind of file.
package struct DecodeOrder {
  /// The orientation of the stored picture, edits included.
  package let orientation: ImageOrientation
  /// The wanted image of the whole picture, edits included.
  package let specification: ImageSpecification
  package let toning: Toning?
  package var degraded: DecodePlan.Degraded?
  /// Whether to read the file to its end, so that no damage goes unseen.
  package let readsToEnd: Bool
  package let ledger: MemoryLedger

  package init(
    orientation: ImageOrientation, specification: ImageSpecification, adjustments: Adjustments?,
    degraded: DecodePlan.Degraded? = nil, readsToEnd: Bool = false, ledger: MemoryLedger
  ) {
    self.orientation = orientation.adjusted(adjustments)
    self.specification = specification.of(adjustments?.cropRect ?? .whole)
    toning = Toning(adjustments)
    self.degraded = degraded
    self.readsToEnd = readsToEnd
    self.ledger = ledger
  }

  package func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      degraded: degraded)
  }
}

/// The part of a picture to decode, its scale, and its way to the result: decided from sizes alone.
///
/// All lengths are pixels. ``scaledSize``, ``columns`` and ``rows`` belong to the stored picture, after the decoder's own
/// scaling; ``outputSize`` stands upright.
package struct DecodePlan: Equatable {
  /// The decoder's own reduction of the picture.
  package enum Reduction: Equatable {
    /// By the JPEG's cosine transform, to this number of eighths.
    case eighths(Int)
    /// By the mean of square boxes of this side.
    case box(Int)
  }

  /// A part of the scaled picture, not necessarily of whole pixels, and the size that it is resampled to.
  package struct Resampling: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    package var size: PixelSize
  }

  /// The picture that a degraded image stands for.
  package struct Degraded: Equatable {
    /// The pixels a side that suffice for a degraded image, or half the target's if that is more.
    static let enough = 192

    /// The picture's stored size, if it is known; it shows which bars a camera put around a thumbnail to change its shape,
    /// and these are left out.
    package var pictureSize: PixelSize?
    /// Whether the degraded image is the first scans of the picture itself.
    package var isFirstScans = false

    package init(pictureSize: PixelSize?, isFirstScans: Bool = false) {
      (self.pictureSize, self.isFirstScans) = (pictureSize, isFirstScans)
    }

    static func least(for target: PixelSize) -> PixelSize {
      func least(_ side: Int) -> Int { min(side, max(enough, side / 2)) }
      return PixelSize(width: least(target.width), height: least(target.height))
    }
  }

  package var reduction: Reduction
  package var scaledSize: PixelSize
  package var columns: Range<Int>
  package var rows: Range<Int>
  /// `nil` if the scaled picture is delivered unchanged.
  package var resampling: Resampling?
  package var outputSize: PixelSize

  /// The least factor by which a picture is decoded larger than its target before it is resampled to it.
  ///
  /// Both reductions are box filters, and their blur shows if they do most of the work; from this size on, Lanczos does the
  /// rest.
  static let exactMargin = 1.75
}

extension DecodePlan {
  package init(
    storedSize: PixelSize, orientation: ImageOrientation, isJPEG: Bool, specification: ImageSpecification,
    degraded: Degraded? = nil
  ) {
    let target = specification.targetSize.turned(orientation)
    let region = Region(
      specification.cropRect, orientation: orientation,
      of: Region(storedSize, inTheShapeOf: degraded?.pictureSize ?? storedSize))
    let fitted = specification.contentMode == .aspectFill ? target : region.fitted(into: target)
    switch degraded == nil ? specification.resizeMode : .fast {
    case .none:
      self.init(region, of: storedSize, reducedBy: .none(isJPEG: isJPEG))
    case .fast:
      let least = degraded == nil ? fitted : Degraded.least(for: fitted)
      let reduction = Reduction(of: region, of: storedSize, isJPEG: isJPEG, covering: least)
      self.init(region, of: storedSize, reducedBy: degraded?.isFirstScans == true ? .eighths(1) : reduction)
      if specification.contentMode == .aspectFill { crop(toShapeOf: fitted) }
    case .exact where specification.targetSize == .maximum:
      self.init(region.rounded, of: storedSize, reducedBy: .none(isJPEG: isJPEG))
    case .exact:
      self.init(
        resampling: region, of: storedSize, isJPEG: isJPEG, to: fitted,
        isCropped: specification.contentMode == .aspectFill)
    }
    outputSize = outputSize.turned(orientation)
  }

  /// The region in the decoder's reduction; pixels that it covers in part count.
  private init(_ region: Region, of size: PixelSize, reducedBy reduction: Reduction) {
    let scaled = reduction.size(of: size)
    let (columns, rows) = region.covered(by: scaled, scale: reduction.scale)
    self.init(
      reduction: reduction, scaledSize: scaled, columns: columns, rows: rows,
      outputSize: PixelSize(width: columns.count, height: rows.count))
  }

  /// The region, or its centre in the target's shape, resampled to the target.
  private init(
    resampling region: Region, of size: PixelSize, isJPEG: Bool, to target: PixelSize, isCropped: Bool
  ) {
    let reduction = Reduction(
      of: region, of: size, isJPEG: isJPEG,
      covering: target.scaled(by: Self.exactMargin))
    let scale = reduction.scale
    let shape = Double(target.width) / Double(target.height)
    // A fitted size is rounded to whole pixels: cropped to that shape, a picture of 9000×10 would lose most of itself.
    let cropWidth = isCropped ? min(region.width, region.height * shape) : region.width
    let cropHeight = isCropped ? min(region.height, region.width / shape) : region.height
    let resampling = Resampling(
      left: (region.left + (region.width - cropWidth) / 2) * scale,
      top: (region.top + (region.height - cropHeight) / 2) * scale,
      width: cropWidth * scale, height: cropHeight * scale, size: target)
    let scaled = reduction.size(of: size)
    self.init(
      reduction: reduction, scaledSize: scaled,
      columns: LanczosWeights.reach(
        from: resampling.left, length: resampling.width, onto: target.width, within: scaled.width),
      rows: LanczosWeights.reach(
        from: resampling.top, length: resampling.height, onto: target.height, within: scaled.height),
      resampling: resampling, outputSize: target)
  }

  private mutating func crop(toShapeOf target: PixelSize) {
    let width = min(columns.count, (rows.count * target.width).dividedRoundingUp(by: target.height))
    let height = min(rows.count, (columns.count * target.height).dividedRoundingUp(by: target.width))
    let left = columns.lowerBound + (columns.count - width) / 2
    let top = rows.lowerBound + (rows.count - height) / 2
    columns = left..<left + width
    rows = top..<top + height
    outputSize = PixelSize(width: width, height: height)
  }
}

extension DecodePlan.Reduction {
  static func none(isJPEG: Bool) -> Self { isJPEG ? .eighths(8) : .box(1) }

  /// The strongest reduction at which the region still covers `target`; none if the region itself is smaller.
  init(of region: DecodePlan.Region, of size: PixelSize, isJPEG: Bool, covering target: PixelSize) {
    guard isJPEG else {
      let across = Int(region.width) / max(1, target.width)
      let down = Int(region.height) / max(1, target.height)
      self = .box(max(1, min(across, down)))
      return
    }
    let smallest = (1...8).first { eighths in
      let reduction = Self.eighths(eighths)
      let (columns, rows) = region.covered(by: reduction.size(of: size), scale: reduction.scale)
      return columns.count >= target.width && rows.count >= target.height
    }
    self = .eighths(smallest ?? 8)
  }

  var scale: Double {
    switch self {
    case .eighths(let eighths): Double(eighths) / 8
    case .box(let side): 1 / Double(side)
    }
  }

  /// The size after the reduction; a last pixel that is covered in part counts.
  func size(of size: PixelSize) -> PixelSize {
    switch self {
    case .eighths(let eighths):
      PixelSize(
        width: (size.width * eighths).dividedRoundingUp(by: 8),
        height: (size.height * eighths).dividedRoundingUp(by: 8))
    case .box(let side):
      PixelSize(
        width: size.width.dividedRoundingUp(by: side), height: size.height.dividedRoundingUp(by: side))
    }
  }
}

extension PixelSize {
  fileprivate func scaled(by factor: Double) -> PixelSize {
    PixelSize(width: Int(Double(width) * factor), height: Int(Double(height) * factor))
  }
}

extension Int {
  fileprivate func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
