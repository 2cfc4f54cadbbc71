internal import Foundation

/// The samples of a line that make each sample of the resampled line, and their weights.
///
/// Lanczos with three lobes: `sinc(x) · sinc(x/3)` for |x| < 3, stretched by the ratio of the lengths if the line becomes
/// shorter, so that frequencies that the target cannot hold are filtered out. Weights of a sample sum to one.
struct LanczosWeights {
  static let lobes = 3.0

  /// The number of samples for each output; it is the same for all, and the outermost samples may weigh nothing.
  let taps: Int
  /// The first sample of each output.
  let starts: [Int]
  /// `taps` weights for each output, one output after the other.
  let weights: [Float]

  /// Resamples `length` from `start` on, of a line of `count` samples, to `outputs` samples.
  init(from start: Double, length: Double, of count: Int, onto outputs: Int) {
    let scale = length / Double(outputs)
    let stretch = max(1, scale)
    let support = Self.lobes * stretch
    let taps = min(count, Int(support.rounded(.up)) * 2 + 1)
    var starts: [Int] = []
    var weights: [Float] = []
    starts.reserveCapacity(outputs)
    weights.reserveCapacity(outputs * taps)
    for output in 0..<outputs {
      let centre = start + (Double(output) + 0.5) * scale
      let first = min(max(0, Int((centre - support).rounded(.down))), count - taps)
      let raw = (0..<taps).map { Self.kernel((Double(first + $0) + 0.5 - centre) / stretch) }
      let sum = raw.reduce(0, +)
      starts.append(first)
      weights.append(contentsOf: raw.map { Float($0 / sum) })
    }
    self.taps = taps
    self.starts = starts
    self.weights = weights
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
  /// The number of samples for each output.
  let taps: Int
  /// The first sample of each output.
  let starts: [Int]
  /// Fraction bits: as many as the greatest weight allows.
  let fractionBits: Int
  private let weights: [Int16]
  private let halfCounts: [Int16]

  /// Rounds weights, and adds the rounding error of each to the next.
  init(_ exact: LanczosWeights) {
    taps = exact.taps
    starts = exact.starts
    // In a line that grows, the sample next to its end may weigh more than one, and never two.
    fractionBits = exact.weights.allSatisfy { abs($0) < 0.999 } ? 15 : 14
    let one = 1 << fractionBits
    var weights: [Int16] = []
    var halfCounts: [Int16] = []
    weights.reserveCapacity(exact.weights.count)
    halfCounts.reserveCapacity(starts.count)
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
    self.weights = weights
    self.halfCounts = halfCounts
  }

  /// The number of pairs of taps; the last pair may have a tap without weight.
  var pairs: Int { (taps + 1) / 2 }

  func weight(_ tap: Int, of output: Int) -> Int16 { tap < taps ? weights[output * taps + tap] : 0 }

  func pair(_ pair: Int, of output: Int) -> (Int16, Int16) {
    (weight(pair * 2, of: output), weight(pair * 2 + 1, of: output))
  }

  /// The mean shortfall of a sum of upper halves of products, since each is rounded down.
  func halfCount(of output: Int) -> Int16 { halfCounts[output] }

  /// Fraction bits of the upper half of a product with a number that has `bits` of them.
  func bits(behind bits: Int) -> Int { bits + fractionBits - 16 }
}
