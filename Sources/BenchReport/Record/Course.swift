/// How one metric of one run went from baseline to baseline, and to what was measured now.
public struct Course: Codable, Hashable, Sendable {
  /// The run's `id`; in a replay without the iteration.
  public let run: String
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  public let metric: String
  /// The metric's unit.
  public let unit: String
  /// What each of the last updates of the baseline accepted, the oldest first; never empty.
  public let accepted: [Double]
  /// What was measured now.
  public let head: Double

  /// Makes a course; `nil` if nothing was accepted yet.
  init?(run: String, metric: String, unit: String, accepted: [Double], head: Double) {
    guard !accepted.isEmpty, (accepted + [head]).allSatisfy(\.isFinite) else { return nil }
    self.run = run
    self.metric = metric
    self.unit = unit
    self.accepted = accepted
    self.head = head
  }

  /// What a model's baseline keeps of earlier updates, by which people decide; a replay's keeps every value.
  static let decisive = [
    "peakImageBytes", "scrollNotSharpRatio", "avoidableBlankRatio", "scrollBlankRatio", "growth.bytesPerLap",
  ]

  /// The values and the head as bars of eight heights, the least lowest; all in the middle if they are equal.
  public var sparkline: String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let values = accepted + [head]
    guard let least = values.min(), let most = values.max(), most > least else {
      return String(repeating: "▄", count: values.count)
    }
    return String(
      values.map { bars[Int(((($0 - least) / (most - least)) * Double(bars.count - 1)).rounded())] })
  }
}
