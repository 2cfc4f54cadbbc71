/// Weights of a filter as 16-bit numbers, which sum to one exactly.
struct FixedWeights {
  /// Samples that each output is made of.
  let taps: Int
  /// The first sample of each output.
  let starts: [Int]
  /// Bits behind the point: as many as the greatest weight leaves.
  let fractionBits: Int
  private let weights: [Int16]
  private let halfCounts: [Int16]

  /// Rounds weights, so that what is rounded off one is left for the next.
  init(_ exact: LanczosWeights) {
    taps = exact.taps
    starts = exact.starts
    // Where a line grows, the sample next to its end may weigh more than one, and never two.
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
      // Their sum is one but for what single precision leaves open.
      weights[weights.count - taps + taps / 2] += Int16(one - roundedSum)
      halfCounts.append(Int16(clamping: count / 2))
    }
    self.weights = weights
    self.halfCounts = halfCounts
  }

  /// Pairs of taps; the last may have one of no weight.
  var pairs: Int { (taps + 1) / 2 }

  func weight(_ tap: Int, of output: Int) -> Int16 { tap < taps ? weights[output * taps + tap] : 0 }

  func pair(_ pair: Int, of output: Int) -> (Int16, Int16) {
    (weight(pair * 2, of: output), weight(pair * 2 + 1, of: output))
  }

  /// What a sum of upper halves of products is short of on the mean, since each is rounded down.
  func halfCount(of output: Int) -> Int16 { halfCounts[output] }

  /// Bits behind the point of the upper half of a product with a number that has so many.
  func bits(behind bits: Int) -> Int { bits + fractionBits - 16 }
}
