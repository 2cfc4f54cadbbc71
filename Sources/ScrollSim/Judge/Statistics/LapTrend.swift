internal import Support

/// How much a series rises from lap to lap, and how certain that is.
///
/// The slope is that of least squares, with Student's interval. Noise that wanders, each value near the last, tells less than as
/// many independent values: the residuals' correlation *r* widens the interval by √((1 + *r*) ÷ (1 − *r*)), after a correction for
/// short series (M. G. Kendall, *Biometrika* 41, 1954).
///
/// An allocator takes memory in steps, and a step is no leak. A series therefore rises for certain only if it
/// also does between its steps, which are the rises that exceed the median one by four times the usual
/// deviation.
struct LapTrend {
  private let count: Int
  let slope: Double
  /// Half the slope's 95 % interval.
  let halfWidth: Double
  /// The smallest rise a lap that nineteen of twenty such series would show.
  let smallest: Double

  private let isSteady: Bool
  private let leastBlockGain: Double

  /// `nil` with fewer than ten values.
  init?(_ values: [Double]) {
    guard values.count >= 2 * Self.blocks, let line = Line(through: values, cutAt: []) else { return nil }
    count = values.count
    slope = line.slope
    halfWidth = line.error * StudentDistribution.value(tails: 0.05, freedom: line.freedom)
    smallest = halfWidth + line.error * StudentDistribution.value(tails: 0.1, freedom: line.freedom)
    let between = Line(through: values, cutAt: Self.steps(in: values))
    isSteady =
      between.map { $0.slope > $0.error * StudentDistribution.value(tails: 0.01, freedom: $0.freedom) }
      ?? false
    leastBlockGain = Self.leastBlockGain(of: values)
  }

  /// Whether it rises for certain, and perhaps by `leak` a lap, or each fifth of the laps lies above the one
  /// before by half of that.
  func grows(by leak: Double) -> Bool {
    let isCertain = isSteady && slope > halfWidth && slope + halfWidth >= leak
    return isCertain || leastBlockGain >= leak / 2
  }

  /// Whether it rises by less than `leak` a lap, and would have shown a rise of `leak`.
  func excludes(_ leak: Double) -> Bool { smallest <= leak && slope + halfWidth < leak }

  /// About how many laps it takes until a rise of `leak` a lap shows in such noise.
  func laps(toShow leak: Double) -> Int {
    // The error of a slope falls with the power of one and a half.
    let factor = pow(max(1, max(smallest, slope + halfWidth) / leak), 2.0 / 3)
    return Int(min(1e9, (Double(count) * factor).rounded(.up))) + 1
  }

  private static let blocks = 5

  /// The places at which the series takes a step up.
  private static func steps(in values: [Double]) -> [Int] {
    let rises = zip(values, values.dropFirst()).map { $1 - $0 }
    guard let middle = rises.median, let deviation = rises.map({ abs($0 - middle) }).median else { return [] }
    // A normal distribution's median deviation is its standard deviation ÷ 1.4826.
    return rises.indices.filter { rises[$0] - middle > 4 * 1.4826 * deviation }.map { $0 + 1 }
  }

  /// The least gain a lap from each fifth of the last laps to the next, by their middle values.
  private static func leastBlockGain(of values: [Double]) -> Double {
    let length = values.count / blocks
    let judged = Array(values.suffix(length * blocks))
    // The lower of two middle values: their mean would let one step within a block pass for two gains.
    let middles = (0..<blocks).map { block in
      judged[block * length..<(block + 1) * length].sorted()[(length - 1) / 2]
    }
    return (zip(middles, middles.dropFirst()).map { $1 - $0 }.min() ?? 0) / Double(length)
  }
}

/// The line through parts of a series that have one slope and each their own level, by least squares.
private struct Line {
  let slope: Double
  let error: Double
  let freedom: Int

  init?(through values: [Double], cutAt cuts: [Int]) {
    let ends = [0] + cuts + [values.count]
    var points: [(x: Double, y: Double)] = []
    for (first, end) in zip(ends, ends.dropFirst()) {
      let part = values[first..<end]
      let (middle, mean) = (Double(part.count - 1) / 2, part.reduce(0, +) / Double(part.count))
      points += part.enumerated().map { (Double($0.offset) - middle, $0.element - mean) }
    }
    let spread = points.reduce(0) { $0 + $1.x * $1.x }
    freedom = values.count - ends.count
    guard spread > 0, freedom > 0 else { return nil }
    let slope = points.reduce(0) { $0 + $1.x * $1.y } / spread
    self.slope = slope
    let residuals = points.map { $0.y - slope * $0.x }
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    guard squares > 0 else {
      error = 0
      return
    }
    let products = zip(residuals, residuals.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    let found = products / squares
    let correlation = min(0.95, max(0, found + (2 + 4 * found) / Double(values.count)))
    error = (squares / Double(freedom) / spread * (1 + correlation) / (1 - correlation)).squareRoot()
  }
}
