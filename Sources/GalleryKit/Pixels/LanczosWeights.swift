internal import Foundation

/// Which samples of a line make each sample of the resampled line, and how much each weighs.
///
/// Lanczos with three lobes: `sinc(x) · sinc(x/3)` for |x| < 3, stretched by the ratio of the lengths where the
/// line becomes shorter, so that what the target cannot hold is filtered out. Weights of a sample sum to one.
struct LanczosWeights {
  static let lobes = 3.0

  /// Samples that each output is made of; the same for all, the outermost may weigh nothing.
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

  /// The samples that resampling looks at, of a line of `count`.
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
