internal import Foundation

/// Resamples a picture to any size as its rows arrive, holding no more rows than the filter is high.
///
/// The resampler works first down, then across: a row of the result is the weighted sum of the held rows, then of the columns
/// of that sum. Colours are weighted by alpha, if the picture has it. Time is linear in the rows that arrive and in the
/// pixels of the result, each times the filter's taps.
///
/// Sums use 16-bit numbers, eight at a time, since every machine has an instruction for the upper half of their products. A
/// level is held as its distance from 128 in 256ths, plus half a level: then no pixel is zero, which truncation would change
/// less than other values, and truncating the result rounds it. Truncation in intermediate steps costs less than a twentieth
/// of a level on average.
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
        unsafe columnWeights.start[column * across.pairs + pair] = Pair(
          lowHalf: SIMD4(repeating: across.weight(pair * 2, of: column)),
          highHalf: SIMD4(repeating: across.weight(pair * 2 + 1, of: column)))
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
    let bias = Pair(repeating: down.halfCounts[made])
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
      let value = sums.lowHalf &+ sums.highHalf &+ SIMD4(repeating: across.halfCounts[column])
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

/// The samples of a line that make each sample of the resampled line, and their weights.
///
/// Lanczos with three lobes: `sinc(x) · sinc(x/3)` for |x| < 3, stretched by the ratio of the lengths if the line becomes
/// shorter, so that frequencies that the target cannot hold are filtered out. Weights of a sample sum to one.
struct LanczosWeights {
  static let lobes = 3.0

  /// The number of samples for each output; it is the same for all, and the outermost samples may weigh nothing.
  let taps: Int
  private(set) var starts: [Int] = []
  /// `taps` weights for each output, one output after the other.
  private(set) var weights: [Float] = []

  /// Resamples `length` from `start` on, of a line of `count` samples, to `outputs` samples.
  init(from start: Double, length: Double, of count: Int, onto outputs: Int) {
    let scale = length / Double(outputs)
    let stretch = max(1, scale)
    let support = Self.lobes * stretch
    taps = min(count, Int(support.rounded(.up)) * 2 + 1)
    weights.reserveCapacity(outputs * taps)
    for output in 0..<outputs {
      let centre = start + (Double(output) + 0.5) * scale
      let first = min(max(0, Int((centre - support).rounded(.down))), count - taps)
      let raw = (0..<taps).map { Self.kernel((Double(first + $0) + 0.5 - centre) / stretch) }
      let sum = raw.reduce(0, +)
      starts.append(first)
      weights.append(contentsOf: raw.map { Float($0 / sum) })
    }
  }

  /// The samples that resampling reads, in a line of `count`.
  static func reach(
    from start: Double, length: Double, onto outputs: Int, within count: Int
  ) -> Range<Int> {
    let support = lobes * max(1, length / Double(outputs))
    let first = max(0, Int((start - support).rounded(.down)))
    let end = min(count, Int((start + length + support).rounded(.up)))
    return first..<max(first + 1, end)
  }

  private static func kernel(_ x: Double) -> Double {
    guard abs(x) < lobes else { return 0 }
    guard abs(x) > 1e-9 else { return 1 }
    let angle = Double.pi * x
    return lobes * sin(angle) * sin(angle / lobes) / (angle * angle)
  }
}

/// Weights of a filter as 16-bit numbers, which sum to one exactly.
struct FixedWeights {
  let taps: Int
  let starts: [Int]
  /// Fraction bits: as many as the greatest weight allows.
  let fractionBits: Int
  private var weights: [Int16] = []
  /// For each output, the mean shortfall of a sum of upper halves of products, since each is rounded down.
  private(set) var halfCounts: [Int16] = []

  init(_ exact: LanczosWeights) {
    taps = exact.taps
    starts = exact.starts
    // If a line is enlarged, the sample next to its end may weigh more than one, but never two.
    fractionBits = exact.weights.allSatisfy { abs($0) < 0.999 } ? 15 : 14
    let one = 1 << fractionBits
    weights.reserveCapacity(exact.weights.count)
    for output in starts.indices {
      var (sum, roundedSum) = (0.0, 0)
      var count = 0
      for weight in exact.weights[output * taps..<(output + 1) * taps] {
        sum += Double(weight)
        let rounded = Int((sum * Double(one)).rounded()) - roundedSum
        roundedSum += rounded
        weights.append(Int16(clamping: rounded))
        if rounded != 0 { count += 1 }
      }
      // The middle weight takes the error that single precision leaves in the sum.
      weights[weights.count - taps + taps / 2] += Int16(one - roundedSum)
      halfCounts.append(Int16(clamping: count / 2))
    }
  }

  /// The number of pairs of taps; the last pair may have a tap without weight.
  var pairs: Int { (taps + 1) / 2 }

  func weight(_ tap: Int, of output: Int) -> Int16 { tap < taps ? weights[output * taps + tap] : 0 }

  /// Fraction bits of the upper half of a product with a number that has `bits` of them.
  func bits(behind bits: Int) -> Int { bits + fractionBits - 16 }
}
