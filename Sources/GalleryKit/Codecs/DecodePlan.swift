/// What of a picture must be decoded, at which scale, and what becomes of it: decided from sizes alone.
///
/// All lengths are pixels. ``scaledSize``, ``columns`` and ``rows`` are of the picture as it is stored, after the
/// decoder's own scaling; ``outputSize`` stands upright.
struct DecodePlan: Equatable {
  /// What the decoder itself shrinks the picture to.
  enum Reduction: Equatable {
    /// By the JPEG's cosine transform, to so many eighths.
    case eighths(Int)
    /// By the mean of square boxes of this side.
    case box(Int)
  }

  /// A part of the scaled picture, not necessarily of whole pixels, and the size that it is resampled to.
  struct Resampling: Equatable {
    var left: Double
    var top: Double
    var width: Double
    var height: Double
    var size: PixelSize
  }

  var reduction: Reduction
  var scaledSize: PixelSize
  var columns: Range<Int>
  var rows: Range<Int>
  /// `nil` where the scaled picture is delivered as it is.
  var resampling: Resampling?
  var outputSize: PixelSize

  /// How much larger than its target a picture is decoded before it is resampled to it, at least.
  ///
  /// Both reductions are box filters, whose blur shows where they do most of the work; from here on, Lanczos
  /// does the rest.
  static let exactMargin = 1.75

  init(
    storedSize: PixelSize, orientation: ImageOrientation, isJPEG: Bool, specification: ImageSpecification
  ) {
    let target =
      orientation.swapsAxes ? specification.targetSize.transposed : specification.targetSize
    let fitted = specification.contentMode == .aspectFill ? target : storedSize.fitted(into: target)
    switch specification.resizeMode {
    case .none:
      self.init(
        reduction: isJPEG ? .eighths(8) : .box(1), scaledSize: storedSize, columns: 0..<storedSize.width,
        rows: 0..<storedSize.height, outputSize: storedSize)
    case .fast:
      self.init(cropping: storedSize, isJPEG: isJPEG, covering: fitted)
      if specification.contentMode == .aspectFit { takeWholePicture() }
    case .exact:
      self.init(resampling: storedSize, isJPEG: isJPEG, to: fitted)
    }
    if orientation.swapsAxes { outputSize = outputSize.transposed }
  }

  private init(
    reduction: Reduction, scaledSize: PixelSize, columns: Range<Int>, rows: Range<Int>,
    resampling: Resampling? = nil, outputSize: PixelSize
  ) {
    self.reduction = reduction
    self.scaledSize = scaledSize
    self.columns = columns
    self.rows = rows
    self.resampling = resampling
    self.outputSize = outputSize
  }

  /// The smallest reduction that covers `target`, cropped at the centre to its shape.
  private init(cropping size: PixelSize, isJPEG: Bool, covering target: PixelSize) {
    let reduction = Reduction(of: size, isJPEG: isJPEG, covering: target)
    let scaled = reduction.size(of: size)
    let crop = PixelSize(
      width: min(scaled.width, (scaled.height * target.width).dividedRoundingUp(by: target.height)),
      height: min(scaled.height, (scaled.width * target.height).dividedRoundingUp(by: target.width)))
    let left = (scaled.width - crop.width) / 2
    let top = (scaled.height - crop.height) / 2
    self.init(
      reduction: reduction, scaledSize: scaled, columns: left..<left + crop.width,
      rows: top..<top + crop.height, outputSize: crop)
  }

  /// The centre of the picture, in the target's shape, resampled to the target.
  private init(resampling size: PixelSize, isJPEG: Bool, to target: PixelSize) {
    let reduction = Reduction(
      of: size, isJPEG: isJPEG,
      covering: PixelSize(
        width: Int(Double(target.width) * Self.exactMargin),
        height: Int(Double(target.height) * Self.exactMargin)))
    let scale = reduction.scale
    let width = Double(size.width)
    let height = Double(size.height)
    let shape = Double(target.width) / Double(target.height)
    let cropWidth = min(width, height * shape)
    let cropHeight = min(height, width / shape)
    let resampling = Resampling(
      left: (width - cropWidth) / 2 * scale, top: (height - cropHeight) / 2 * scale,
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

  private mutating func takeWholePicture() {
    columns = 0..<scaledSize.width
    rows = 0..<scaledSize.height
    outputSize = scaledSize
  }
}

extension DecodePlan.Reduction {
  /// The strongest reduction of a picture whose result is nowhere smaller than `target`; none where the picture
  /// itself is smaller.
  init(of size: PixelSize, isJPEG: Bool, covering target: PixelSize) {
    guard isJPEG else {
      self = .box(max(1, min(size.width / max(1, target.width), size.height / max(1, target.height))))
      return
    }
    let smallest = (1...8).first { eighths in
      let scaled = Self.eighths(eighths).size(of: size)
      return scaled.width >= target.width && scaled.height >= target.height
    }
    self = .eighths(smallest ?? 8)
  }

  /// How long a pixel's side becomes.
  var scale: Double {
    switch self {
    case .eighths(let eighths): Double(eighths) / 8
    case .box(let side): 1 / Double(side)
    }
  }

  /// What a size becomes; a last pixel that is covered in part counts.
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
  /// The largest size of this shape inside `target`; at least a pixel each way.
  fileprivate func fitted(into target: PixelSize) -> PixelSize {
    if width * target.height >= height * target.width {
      PixelSize(width: target.width, height: max(1, (height * target.width + width / 2) / width))
    } else {
      PixelSize(width: max(1, (width * target.height + height / 2) / height), height: target.height)
    }
  }
}

extension Int {
  fileprivate func dividedRoundingUp(by divisor: Int) -> Int { (self + divisor - 1) / divisor }
}
