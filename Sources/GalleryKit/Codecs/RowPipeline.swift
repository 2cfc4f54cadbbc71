internal import GalleryEngine

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
