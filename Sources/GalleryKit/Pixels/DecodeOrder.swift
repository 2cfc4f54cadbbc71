/// What is wanted of a picture that is open: the same for every kind.
package struct DecodeOrder {
  /// How the stored picture must be turned, edits included.
  package let orientation: ImageOrientation
  /// What is wanted of the whole picture, edits included.
  package let specification: ImageSpecification
  /// What becomes of its colours.
  package let toning: Toning?
  /// What the picture is a degraded image for, or `nil` for the picture itself.
  package var degraded: DecodePlan.Degraded?
  /// Whether the file is read to its end, so that nothing that is wrong with it goes unseen.
  package var readsToEnd = false
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

  /// What must be decoded of a picture of that size.
  package func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      degraded: degraded)
  }
}

/// The last stages of a decode, by plan: resample where it must be, convert colours, turn upright, lay into the buffer.
package enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  ///
  /// - Parameter converting: puts a stage that converts colours before another, which takes rows of that width. Colours are
  ///   converted where there are fewest pixels: once they are as many as will be delivered.
  package static func make(
    _ plan: DecodePlan, orientation: ImageOrientation, hasAlpha: Bool, into buffer: PixelBuffer,
    ledger: MemoryLedger,
    converting: (_ next: any RowSink, _ width: Int) -> any RowSink = { next, _ in next }
  ) -> any RowSink {
    let width = plan.resampling?.size.width ?? plan.columns.count
    let sink = converting(UprightWriter(buffer, orientation: orientation), width)
    guard let resampling = plan.resampling else { return sink }
    return LanczosResampler(resampling, plan: plan, hasAlpha: hasAlpha, ledger: ledger, next: sink)
  }

  /// Maps the memory that the plan's result needs.
  package static func buffer(
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
