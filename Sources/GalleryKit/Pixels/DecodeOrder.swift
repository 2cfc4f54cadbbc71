/// The wanted image of an open picture, in the same form for every kind of file.
package struct DecodeOrder {
  /// The orientation of the stored picture, edits included.
  package let orientation: ImageOrientation
  /// The wanted image of the whole picture, edits included.
  package let specification: ImageSpecification
  /// The changes of colour, or `nil` for none.
  package let toning: Toning?
  /// The picture that a degraded image stands for, or `nil` for the picture itself.
  package var degraded: DecodePlan.Degraded?
  /// Whether to read the file to its end, so that no damage goes unseen.
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

  /// The plan for a picture of this stored size.
  package func plan(_ storedSize: PixelSize, isJPEG: Bool) -> DecodePlan {
    DecodePlan(
      storedSize: storedSize, orientation: orientation, isJPEG: isJPEG, specification: specification,
      degraded: degraded)
  }
}

/// The last stages of a decode, by plan: resample if needed, convert colours, turn upright, write into the buffer.
package enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  ///
  /// - Parameter converting: puts a stage that converts colours before `next`, which takes rows of `width` pixels. Colours
  ///   are converted where pixels are fewest: in the delivered size.
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
