internal import ScrollSim

struct AxisScale {
  let lower: Double
  let upper: Double
  let ticks: [Double]
  /// Decimals that tell the ticks apart.
  let decimals: Int

  /// Spans the values with about `count` steps of 1, 2 or 5 times a power of ten.
  ///
  /// - Parameter widens: whether the axis ends at ticks, or at the values themselves.
  init(spanning values: ClosedRange<Double>, steps count: Int, widens: Bool) {
    let span = values.upperBound - values.lowerBound
    let (step, decimals) = Self.roundStep(atLeast: span.isFinite && span > 0 ? span / Double(count) : 1)
    // Ticks are multiples of the step, never sums, so that a tick at zero is zero.
    let first = (values.lowerBound / step).rounded(widens ? .down : .up)
    let last = (values.upperBound / step).rounded(widens ? .up : .down)
    let steps = min(max(0, last - first), Double(4 * count))
    let ticks = (0...Int(steps)).map { (first + Double($0)) * step }
    (self.ticks, self.decimals) = (ticks, decimals)
    lower = widens ? ticks[0] : values.lowerBound
    let end = widens ? ticks[ticks.count - 1] : values.upperBound
    // Added to a huge number, a step is lost.
    upper = end > lower ? end : max(lower + step, lower.nextUp)
  }

  func share(of value: Double) -> Double { (value - lower) / (upper - lower) }

  /// The greatest of these, except for the few that would flatten all others: those more than three times as
  /// great as the next.
  static func reach(of greatest: [Double]) -> Double {
    var greatest = greatest.filter(\.isFinite).sorted()
    while greatest.count > 2, let top = greatest.last, greatest[greatest.count - 2] > 0,
      top > 3 * greatest[greatest.count - 2]
    {
      greatest.removeLast()
    }
    return greatest.last ?? 0
  }

  /// The least of 1, 2, 5, 10, 20 … that is no smaller, and its decimals.
  private static func roundStep(atLeast least: Double) -> (step: Double, decimals: Int) {
    var power = 1.0
    var decimals = 0
    while power * 10 <= least { power *= 10 }
    while power > least, decimals < 6 {
      decimals += 1
      power = 1
      for _ in 0..<decimals { power /= 10 }
    }
    for factor in [1.0, 2, 5] where power * factor >= least { return (power * factor, decimals) }
    return (power * 10, max(0, decimals - 1))
  }
}
