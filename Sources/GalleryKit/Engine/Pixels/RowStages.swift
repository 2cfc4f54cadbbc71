/// Takes a picture row by row, from the top; rows are RGBA, 8 bits a channel.
///
/// Sinks are chained: one that reduces or resamples hands its own rows to the next.
package protocol RowSink {
  /// Takes the next row; the memory is the caller's again afterwards.
  mutating func append(_ row: UnsafePointer<UInt8>)
}

/// Shrinks a picture by a whole number: each pixel is the mean of a square of pixels.
///
/// The last row and column of squares may cover fewer pixels. Colours are weighted by alpha, if the picture has it.
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

/// Lays rows of a stored picture into a buffer so that the picture stands upright.
package struct UprightWriter: RowSink {
  private let buffer: PixelBuffer
  private let orientation: ImageOrientation
  /// The stored picture's size.
  private let size: PixelSize
  private var row = 0

  /// Makes a writer of all rows of `buffer`, whose size is the upright picture's.
  package init(_ buffer: PixelBuffer, orientation: ImageOrientation) {
    self.buffer = buffer
    self.orientation = orientation
    size = buffer.size.turned(orientation)
  }

  package mutating func append(_ source: UnsafePointer<UInt8>) {
    let (first, step) = path(ofRow: row)
    row += 1
    unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      if step == 1 {
        unsafe (base + first * 4).copyMemory(from: source, byteCount: size.width * 4)
        return
      }
      let pixels = unsafe UnsafeRawPointer(source)
      for column in 0..<size.width {
        let pixel = unsafe pixels.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
        unsafe base.storeBytes(of: pixel, toByteOffset: (first + column * step) * 4, as: UInt32.self)
      }
    }
  }

  /// The place of a stored row's first pixel in the upright picture, and the step from each pixel to the next.
  private func path(ofRow row: Int) -> (first: Int, step: Int) {
    let width = buffer.size.width
    let lastColumn = size.width - 1
    let lastRow = size.height - 1
    return switch orientation {
    case .up: (row * width, 1)
    case .upMirrored: (row * width + lastColumn, -1)
    case .down: ((lastRow - row) * width + lastColumn, -1)
    case .downMirrored: ((lastRow - row) * width, 1)
    case .leftMirrored: (row, width)
    case .right: (lastRow - row, width)
    case .rightMirrored: (lastColumn * width + lastRow - row, -width)
    case .left: (lastColumn * width + row, -width)
    }
  }
}
