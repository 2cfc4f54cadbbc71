/// Resamples a picture to any size as its rows arrive, holding no more rows than the filter is high.
///
/// The resampler works first down, then across: a row of the result is the weighted sum of the held rows, then of the columns
/// of that sum. Colours are weighted by alpha, if the picture has it. Time is linear in the rows that arrive and in the
/// pixels of the result, each times the filter's taps.
///
/// Sums use 16-bit numbers, eight at a time, since every machine has an instruction for the upper half of their products. A
/// level is held as its distance from 128 in 256ths, plus half a level: then no pixel is zero, which truncation would change
/// less than others, and truncating the result rounds it. Truncation on the way takes less than a twentieth of a level on
/// average.
@safe package final class LanczosResampler: RowSink {
  /// Eight numbers are two pixels.
  private typealias Pair = SIMD8<Int16>

  /// Fraction bits of the held rows, and of the sum of rows.
  private static let (heldBits, sumBits) = (8, 7)

  private let width: Int
  private let outputWidth: Int
  private let hasAlpha: Bool
  private let down: FixedWeights
  private let across: FixedWeights
  /// The distance between held rows, in pairs: whole blocks of eight pixels.
  private let pairsPerRow: Int
  private let ring: ScratchBuffer<Pair>
  /// The places in the ring where the rows of a sum begin.
  private let rowStarts: ScratchBuffer<Int>
  private let rowWeights: ScratchBuffer<Pair>
  private let columnWeights: ScratchBuffer<Pair>
  private let sum: ScratchBuffer<Pair>
  private let output: ScratchBuffer<UInt8>
  private var rowsTaken = 0
  private var rowsMade = 0
  private var next: any RowSink

  /// Makes a resampler of the rows and columns that `plan` decodes.
  package init(
    _ resampling: DecodePlan.Resampling, plan: DecodePlan, hasAlpha: Bool, ledger: MemoryLedger,
    next: any RowSink
  ) {
    width = plan.columns.count
    outputWidth = resampling.size.width
    self.hasAlpha = hasAlpha
    self.next = next
    down = FixedWeights(
      LanczosWeights(
        from: resampling.top - Double(plan.rows.lowerBound), length: resampling.height,
        of: plan.rows.count, onto: resampling.size.height))
    across = FixedWeights(
      LanczosWeights(
        from: resampling.left - Double(plan.columns.lowerBound), length: resampling.width,
        of: plan.columns.count, onto: resampling.size.width))
    pairsPerRow = (width + 7) / 8 * 4
    ring = ScratchBuffer(count: pairsPerRow * down.taps, ledger: ledger)
    rowStarts = ScratchBuffer(count: down.taps, ledger: ledger)
    rowWeights = ScratchBuffer(count: down.taps, ledger: ledger)
    columnWeights = ScratchBuffer(count: outputWidth * across.pairs, ledger: ledger)
    // One pair more, since an odd number of taps is rounded up.
    sum = ScratchBuffer(count: pairsPerRow + 1, ledger: ledger)
    output = ScratchBuffer(count: outputWidth * 4, ledger: ledger)
    unsafe ring.start.initialize(repeating: .zero, count: pairsPerRow * down.taps)
    unsafe sum.start.initialize(repeating: .zero, count: pairsPerRow + 1)
    for column in 0..<outputWidth {
      for pair in 0..<across.pairs {
        let (one, two) = across.pair(pair, of: column)
        unsafe columnWeights.start[column * across.pairs + pair] = Pair(
          lowHalf: SIMD4(repeating: one), highHalf: SIMD4(repeating: two))
      }
    }
  }

  package func append(_ row: UnsafePointer<UInt8>) {
    unsafe hold(row, in: ring.start + rowsTaken % down.taps * pairsPerRow)
    rowsTaken += 1
    while rowsMade < down.starts.count, down.starts[rowsMade] + down.taps <= rowsTaken {
      addRows(of: rowsMade)
      addColumns()
      unsafe next.append(output.start)
      rowsMade += 1
    }
  }

  private func hold(_ row: UnsafePointer<UInt8>, in held: UnsafeMutablePointer<Pair>) {
    var column = 0
    if !hasAlpha {
      let bytes = unsafe UnsafeRawPointer(row)
      while column + 2 <= width {
        let two = unsafe bytes.loadUnaligned(fromByteOffset: column &* 4, as: SIMD8<UInt8>.self)
        unsafe held[column / 2] = (Pair(truncatingIfNeeded: two) &- 128) &<< 8 &+ 128
        column += 2
      }
    }
    while column < width {
      let pixel = unsafe RGBA.weighted(row + column * 4, hasAlpha: hasAlpha)
      let numbers = SIMD4<Int16>((pixel - 127.5) * 256, rounding: .down)
      if column % 2 == 0 {
        unsafe held[column / 2].lowHalf = numbers
      } else {
        unsafe held[column / 2].highHalf = numbers
      }
      column += 1
    }
  }

  private func addRows(of made: Int) {
    let (first, taps) = (down.starts[made], down.taps)
    for tap in 0..<taps {
      unsafe rowStarts.start[tap] = (first + tap) % taps * pairsPerRow
      unsafe rowWeights.start[tap] = Pair(repeating: down.weight(tap, of: made))
    }
    let bias = Pair(repeating: down.halfCount(of: made))
    let shift = Pair(repeating: Int16(Self.sumBits - down.bits(behind: Self.heldBits)))
    let (ring, starts, weights, sum) = unsafe (ring.start, rowStarts.start, rowWeights.start, sum.start)
    var pair = 0
    while pair < pairsPerRow {
      var sums = (bias, bias, bias, bias)
      var tap = 0
      while tap < taps {
        let (row, weight) = unsafe (ring + (starts[tap] &+ pair), weights[tap])
        unsafe sums.0 &+= Self.upperHalf(row[0], weight)
        unsafe sums.1 &+= Self.upperHalf(row[1], weight)
        unsafe sums.2 &+= Self.upperHalf(row[2], weight)
        unsafe sums.3 &+= Self.upperHalf(row[3], weight)
        tap &+= 1
      }
      unsafe sum[pair] = sums.0 &<< shift
      unsafe sum[pair &+ 1] = sums.1 &<< shift
      unsafe sum[pair &+ 2] = sums.2 &<< shift
      unsafe sum[pair &+ 3] = sums.3 &<< shift
      pair &+= 4
    }
  }

  private func addColumns() {
    let bits = across.bits(behind: Self.sumBits)
    let pixels = unsafe UnsafeRawPointer(sum.start)
    let pairs = across.pairs
    var weights = unsafe UnsafePointer(columnWeights.start)
    for column in 0..<outputWidth {
      let held = unsafe pixels + across.starts[column] &* 8
      var sums = Pair.zero
      var pair = 0
      while pair < pairs {
        let two = unsafe held.loadUnaligned(fromByteOffset: pair &* 16, as: Pair.self)
        unsafe sums &+= Self.upperHalf(two, weights[pair])
        pair &+= 1
      }
      unsafe weights += pairs
      let value = sums.lowHalf &+ sums.highHalf &+ SIMD4(repeating: across.halfCount(of: column))
      unsafe store(value, bits, in: output.start + column &* 4)
    }
  }

  private func store(_ value: SIMD4<Int16>, _ bits: Int, in pixel: UnsafeMutablePointer<UInt8>) {
    if hasAlpha {
      return unsafe RGBA.store(SIMD4<Float>(value) / Float(1 << bits) + 127.5, in: pixel, hasAlpha: true)
    }
    let levels = value &>> SIMD4(repeating: Int16(bits)) &+ 128
    let bytes = SIMD4<UInt8>(
      truncatingIfNeeded: levels.clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
    unsafe UnsafeMutableRawPointer(pixel).storeBytes(of: bytes, as: SIMD4<UInt8>.self)
  }

  @inline(__always)
  private static func upperHalf(_ numbers: Pair, _ weights: Pair) -> Pair {
    Pair(
      truncatingIfNeeded: (SIMD8<Int32>(truncatingIfNeeded: numbers)
        &* SIMD8<Int32>(truncatingIfNeeded: weights))
        &>> 16)
  }
}
