/// The last stages of a decode, by plan: resample where it must be, turn upright, lay into the buffer.
enum RowPipeline {
  /// Makes the stages that end in `buffer`.
  static func make(
    _ plan: DecodePlan, orientation: ImageOrientation, hasAlpha: Bool, into buffer: PixelBuffer
  ) -> any RowSink {
    let writer = UprightWriter(buffer, orientation: orientation)
    guard let resampling = plan.resampling else { return writer }
    return LanczosResampler(resampling, plan: plan, hasAlpha: hasAlpha, next: writer)
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

/// Memory for a row, booked as scratch for as long as it lives.
@safe struct RowBuffer: ~Copyable {
  let start: UnsafeMutablePointer<UInt8>
  private let bookedByteCount: Int
  private let ledger: MemoryLedger

  /// Allocates a row of `byteCount` bytes, and books `others` that a decoder allocates besides.
  init(byteCount: Int, besides others: Int = 0, ledger: MemoryLedger) {
    unsafe start = .allocate(capacity: byteCount)
    self.ledger = ledger
    bookedByteCount = byteCount + others
    ledger.add(bookedByteCount, to: .scratch)
  }

  deinit {
    unsafe start.deallocate()
    ledger.remove(bookedByteCount, from: .scratch)
  }
}
