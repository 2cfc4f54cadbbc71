/// Resamples a picture to any size as its rows arrive, holding no more rows than the filter is high.
///
/// First down, then across: a row of the result is the weighted sum of the rows that are held, then of the columns
/// of that sum. Where the picture has alpha, colours are weighted by it. Time is linear in the rows that arrive
/// and in the pixels of the result, each times the filter's taps.
@safe final class LanczosResampler: RowSink {
  private let width: Int
  private let outputWidth: Int
  private let hasAlpha: Bool
  private let down: LanczosWeights
  private let across: LanczosWeights
  private let ringBuffer: ScratchBuffer<SIMD4<Float>>
  private let sumBuffer: ScratchBuffer<SIMD4<Float>>
  private let outputBuffer: ScratchBuffer<UInt8>
  private let ring: UnsafeMutablePointer<SIMD4<Float>>
  private let sum: UnsafeMutablePointer<SIMD4<Float>>
  private let output: UnsafeMutablePointer<UInt8>
  private var rowsTaken = 0
  private var rowsMade = 0
  private var next: any RowSink

  /// Makes a resampler of the rows and columns that `plan` decodes.
  init(
    _ resampling: DecodePlan.Resampling, plan: DecodePlan, hasAlpha: Bool, ledger: MemoryLedger,
    next: any RowSink
  ) {
    width = plan.columns.count
    outputWidth = resampling.size.width
    self.hasAlpha = hasAlpha
    self.next = next
    down = LanczosWeights(
      from: resampling.top - Double(plan.rows.lowerBound), length: resampling.height,
      of: plan.rows.count, onto: resampling.size.height)
    across = LanczosWeights(
      from: resampling.left - Double(plan.columns.lowerBound), length: resampling.width,
      of: plan.columns.count, onto: resampling.size.width)
    ringBuffer = ScratchBuffer(count: width * down.taps, ledger: ledger)
    sumBuffer = ScratchBuffer(count: width, ledger: ledger)
    outputBuffer = ScratchBuffer(count: outputWidth * 4, ledger: ledger)
    unsafe ring = ringBuffer.start
    unsafe sum = sumBuffer.start
    unsafe output = outputBuffer.start
  }

  func append(_ row: UnsafePointer<UInt8>) {
    unsafe hold(row, in: ring + rowsTaken % down.taps * width)
    rowsTaken += 1
    while rowsMade < down.starts.count, down.starts[rowsMade] + down.taps <= rowsTaken {
      addRows(of: rowsMade)
      addColumns()
      unsafe next.append(output)
      rowsMade += 1
    }
  }

  private func hold(_ row: UnsafePointer<UInt8>, in held: UnsafeMutablePointer<SIMD4<Float>>) {
    var column = 0
    if !hasAlpha {
      let (bytes, numbers) = unsafe (UnsafeRawPointer(row), UnsafeMutableRawPointer(held))
      while column + 4 <= width {
        let four = unsafe SIMD16<Int32>(
          truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: column * 4, as: SIMD16<UInt8>.self))
        unsafe numbers.storeBytes(
          of: SIMD16<Float>(four), toByteOffset: column * 16, as: SIMD16<Float>.self)
        column += 4
      }
    }
    while column < width {
      unsafe held[column] = RGBA.weighted(row + column * 4, hasAlpha: hasAlpha)
      column += 1
    }
  }

  /// Sums four rows at a time, since each pass reads and writes the sum.
  private func addRows(of output: Int) {
    let first = down.starts[output]
    unsafe down.weights.withUnsafeBufferPointer { weights in
      let weights = unsafe weights.baseAddress.unsafelyUnwrapped + output * down.taps
      func held(_ tap: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
        unsafe ring + (first + tap) % down.taps * width
      }
      for column in 0..<width { unsafe sum[column] = .zero }
      var tap = 0
      while tap + 4 <= down.taps {
        let (one, two) = unsafe (held(tap), held(tap + 1))
        let (three, four) = unsafe (held(tap + 2), held(tap + 3))
        let weight = unsafe SIMD4(weights[tap], weights[tap + 1], weights[tap + 2], weights[tap + 3])
        for column in 0..<width {
          unsafe sum[column] +=
            (one[column] * weight.x + two[column] * weight.y)
            + (three[column] * weight.z + four[column] * weight.w)
        }
        tap += 4
      }
      while tap < down.taps {
        let (one, weight) = unsafe (held(tap), weights[tap])
        for column in 0..<width { unsafe sum[column] += one[column] * weight }
        tap += 1
      }
    }
  }

  private func addColumns() {
    unsafe across.weights.withUnsafeBufferPointer { weights in
      unsafe across.starts.withUnsafeBufferPointer { starts in
        let taps = across.taps
        for column in 0..<outputWidth {
          let held = unsafe sum + starts[column]
          let weight = unsafe weights.baseAddress.unsafelyUnwrapped + column * taps
          // Four sums, because each addition waits for the last one of its own.
          var sums = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
          var tap = 0
          while tap + 4 <= taps {
            unsafe sums.0 += held[tap] * weight[tap]
            unsafe sums.1 += held[tap + 1] * weight[tap + 1]
            unsafe sums.2 += held[tap + 2] * weight[tap + 2]
            unsafe sums.3 += held[tap + 3] * weight[tap + 3]
            tap += 4
          }
          while tap < taps {
            unsafe sums.0 += held[tap] * weight[tap]
            tap += 1
          }
          let value = (sums.0 + sums.1) + (sums.2 + sums.3)
          unsafe RGBA.store(value, in: output + column * 4, hasAlpha: hasAlpha)
        }
      }
    }
  }
}
