internal import SystemCalls

/// How many times as long as the base's decoders those of the head work on the same images.
///
/// The speed of a machine drifts by more than what is looked for, and a neighbour can slow down a whole replay. So only what two
/// replays decoded next to each other is compared: the same photo from the same source to as many bytes, its first decode with
/// the first, its second with the second, by the time that the decoder had a processor. Of two such runs the median of their
/// images' ratios counts, and over all pairs of runs the middle of these, by ``HodgesLehmann``: which of two runs a drift or a
/// neighbour meets is chance, so that they scatter alike to both sides.
public struct DecodeTimeRatio: Hashable, Sendable {
  /// The change that is to be found, as a share.
  public static let sought = 0.01
  /// How often the interval holds the true ratio.
  ///
  /// So often, because every check asks this one question.
  static let confidence = 0.99
  /// Fewer images in common say too little of two runs.
  static let fewestDecodes = 20

  /// The middle of the pairs of runs.
  public let ratio: Double
  /// Where the true ratio lies, with 99 % confidence.
  public let interval: ClosedRange<Double>
  /// Decodes that both sides made.
  public let decodes: Int
  /// Pairs of runs, next to each other, that they were made in.
  public let runs: Int

  /// Compares pairs; `nil` if a side does not note processor times, as before there were any, or there are too few decodes.
  public init?(of pairs: [(base: ResultFile, head: ResultFile)]) {
    var logarithms: [Double] = []
    var decodes = 0
    for pair in pairs {
      let bases = Dictionary(pair.base.runs.map { ($0.id, $0) }) { first, _ in first }
      for head in pair.head.runs {
        guard let base = bases[head.id]?.decodes, let head = head.decodes else { continue }
        let ratios = Self.ratios(base, head)
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

  /// By how much the true ratio may lie beside the one that was found.
  public var uncertainty: Double { max(interval.upperBound - ratio, ratio - interval.lowerBound) }

  /// Whether a change of ``sought`` would show.
  public var isPrecise: Bool { uncertainty <= Self.sought / 2 }

  /// Whether the sides differ, by more than could be the way in which a build happens to lie in memory.
  public var isDifference: Bool { !interval.contains(1) && abs(ratio - 1) >= Self.sought / 2 }

  /// How many times as long each decode took that both made.
  private static func ratios(_ base: DecodeLog, _ head: DecodeLog) -> [Double] {
    let bases = times(of: base)
    return times(of: head).compactMap { work, time in bases[work].map { time / $0 } }
  }

  /// What can be decoded in both runs, and again in either.
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
