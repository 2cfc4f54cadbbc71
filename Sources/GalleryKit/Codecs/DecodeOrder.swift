internal import GalleryEngine

/// What is wanted of a picture that is open: the same for every kind.
struct DecodeOrder {
  /// How the stored picture must be turned, edits included.
  let orientation: ImageOrientation
  /// What is wanted of the whole picture, edits included.
  let specification: ImageSpecification
  /// What becomes of its colours.
  let toning: Toning?
  /// What the picture is a degraded image for, or `nil` for the picture itself.
  var degraded: DecodePlan.Degraded?
  /// Whether the file is read to its end, so that nothing that is wrong with it goes unseen.
  var readsToEnd = false
  let ledger: MemoryLedger

  init(
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

  /// What must be decoded of a picture of that size.
  func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      degraded: degraded)
  }
}

/// The last stages of a decode, by plan: resample where it must be, convert colours, turn upright, lay into the buffer.
enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  ///
  /// Colours are converted where there are fewest pixels: once they are as many as will be delivered.
  static func make(
    _ plan: DecodePlan, orientation: ImageOrientation, hasAlpha: Bool, colors: ColorTransform?,
    into buffer: PixelBuffer, ledger: MemoryLedger
  ) -> any RowSink {
    var sink: any RowSink = UprightWriter(buffer, orientation: orientation)
    if let colors {
      let width = plan.resampling?.size.width ?? plan.columns.count
      sink = ColorConverter(colors, width: width, ledger: ledger, next: sink)
    }
    guard let resampling = plan.resampling else { return sink }
    return LanczosResampler(resampling, plan: plan, hasAlpha: hasAlpha, ledger: ledger, next: sink)
  }

  /// Maps the memory that the plan's result needs.
  static func buffer(
    _ plan: DecodePlan, file: String, ledger: MemoryLedger
  ) throws(CodecError) -> PixelBuffer {
    try DecodeLimits.check(output: plan.outputSize, file: file)
    do {
      return try PixelBuffer(size: plan.outputSize, ledger: ledger)
    } catch {
      throw CodecError(file: file, code: .outOfMemory, message: error.description)
    }
  }
}
