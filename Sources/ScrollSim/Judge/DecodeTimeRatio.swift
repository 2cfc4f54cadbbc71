internal import Support

/// The ratio of the head's decode time to the base's over the same images.
///
/// A machine's speed drifts by more than the sought change, so only adjacent replays are compared: the same photo from the same
/// source to the same number of bytes, its first decode with the first and so on, by the decoder's processor time. The median
/// ratio of the images counts for each pair of runs, and the ``HodgesLehmann`` estimate of these medians for all pairs: chance
/// decides which run a drift or a neighbour affects, so that the medians scatter alike to both sides.
struct DecodeTimeRatio {
  /// The sought change, as a share.
  static let sought = 0.01
  /// It is this high because every check asks this one question.
  static let confidence = 0.99
  /// The fewest common decodes that two runs need.
  static let fewestDecodes = 20

  let ratio: Double
  /// The 99 % confidence interval of the true ratio.
  let interval: ClosedRange<Double>
  /// The number of decodes that both sides made, and of the pairs of adjacent runs that have them.
  let decodes: Int
  let runs: Int

  /// `nil` if a side notes no processor times, as a model does, or there are too few decodes.
  init?(of pairs: [(base: ResultFile, head: ResultFile)]) {
    var logarithms: [Double] = []
    var decodes = 0
    for pair in pairs {
      let bases = Dictionary(pair.base.runs.map { ($0.id, $0) }) { first, _ in first }
      for head in pair.head.runs {
        guard let base = bases[head.id]?.decodes, let head = head.decodes else { continue }
        let times = Self.times(of: base)
        let ratios = Self.times(of: head).compactMap { work, time in times[work].map { time / $0 } }
        guard ratios.count >= Self.fewestDecodes, let median = ratios.median else { continue }
        logarithms.append(log(median))
        decodes += ratios.count
      }
    }
    guard let found = HodgesLehmann(logarithms, confidence: Self.confidence) else { return nil }
    ratio = exp(found.estimate)
    interval = exp(found.interval.lowerBound)...exp(found.interval.upperBound)
    self.decodes = decodes
    runs = logarithms.count
  }

  /// The largest distance of the interval's bounds from the estimate.
  var uncertainty: Double { max(interval.upperBound - ratio, ratio - interval.lowerBound) }

  /// Whether a change of ``sought`` would show.
  var isPrecise: Bool { uncertainty <= Self.sought / 2 }

  /// Whether the sides differ by more than a build's layout in memory could cause.
  var isDifference: Bool { !interval.contains(1) && abs(ratio - 1) >= Self.sought / 2 }

  /// The identity of a decode; `turn` counts repetitions.
  private struct Work: Hashable {
    var photo: String
    var source: Double
    var byteCount: Double
    var turn = 0
  }

  private static func times(of log: DecodeLog) -> [Work: Double] {
    var turns: [Work: Int] = [:]
    var times: [Work: Double] = [:]
    for (row, time) in (log.processorMs ?? []).enumerated() where time > 0 {
      // A stored thumbnail is read, not decoded.
      guard let photo = log.asset(ofRow: row), log.source(ofRow: row) != .thumbnailStore else { continue }
      var work = Work(photo: photo, source: log.source[row], byteCount: log.byteCount[row])
      let turn = turns[work, default: 0]
      turns[work] = turn + 1
      work.turn = turn
      times[work] = time
    }
    return times
  }
}
