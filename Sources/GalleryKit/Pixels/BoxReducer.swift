/// Shrinks a picture by a whole number: each pixel is the mean of a square of pixels.
///
/// The last row and column of squares may cover fewer. Where the picture has alpha, colours are weighted by it.
@safe package final class BoxReducer: RowSink {
  private let side: Int
  private let width: Int
  private let reducedWidth: Int
  private let hasAlpha: Bool
  private let sumBuffer: ScratchBuffer<SIMD4<Float>>
  private let reducedBuffer: ScratchBuffer<UInt8>
  private let sums: UnsafeMutablePointer<SIMD4<Float>>
  private let reduced: UnsafeMutablePointer<UInt8>
  private var rowsLeft: Int
  private var rowsInBox = 0
  private var next: any RowSink

  /// Makes a reducer of `rows` rows of `width` pixels.
  package init(side: Int, width: Int, rows: Int, hasAlpha: Bool, ledger: MemoryLedger, next: any RowSink) {
    self.side = side
    self.width = width
    self.hasAlpha = hasAlpha
    self.next = next
    rowsLeft = rows
    reducedWidth = (width + side - 1) / side
    sumBuffer = ScratchBuffer(count: reducedWidth, ledger: ledger)
    reducedBuffer = ScratchBuffer(count: reducedWidth * 4, ledger: ledger)
    unsafe sums = sumBuffer.start
    unsafe reduced = reducedBuffer.start
    unsafe sums.initialize(repeating: .zero, count: reducedWidth)
  }

  package func append(_ row: UnsafePointer<UInt8>) {
    var column = 0
    for box in 0..<reducedWidth {
      var sum = SIMD4<Float>.zero
      for _ in 0..<min(side, width - column) {
        unsafe sum += RGBA.weighted(row + column * 4, hasAlpha: hasAlpha)
        column += 1
      }
      unsafe sums[box] += sum
    }
    rowsInBox += 1
    rowsLeft -= 1
    if rowsInBox == side || rowsLeft == 0 { emit() }
  }

  private func emit() {
    for box in 0..<reducedWidth {
      let pixels = min(side, width - box * side) * rowsInBox
      unsafe RGBA.store(sums[box] / Float(pixels), in: reduced + box * 4, hasAlpha: hasAlpha)
      unsafe sums[box] = .zero
    }
    rowsInBox = 0
    unsafe next.append(reduced)
  }
}
