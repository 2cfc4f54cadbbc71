/// The course of one run's metric from baseline to baseline, up to the current measurement.
public struct MetricHistory: Codable, Hashable, Sendable {
  /// The run's `id`; in a replay without the iteration.
  public let run: String
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  public let metric: String
  /// The metric's unit.
  public let unit: String
  /// The values that the baseline's last updates accepted, the oldest first; never empty.
  public let accepted: [Double]
  /// The current measurement.
  public let head: Double

  /// Makes a course; `nil` if nothing was accepted yet or a value is not finite.
  init?(run: String, metric: String, unit: String, accepted: [Double], head: Double) {
    guard !accepted.isEmpty, (accepted + [head]).allSatisfy(\.isFinite) else { return nil }
    self.run = run
    self.metric = metric
    self.unit = unit
    self.accepted = accepted
    self.head = head
  }

  /// The decisive metrics, which a model's baseline keeps of earlier updates; a replay's baseline keeps every value.
  package static let decisive = [
    "peakImageBytes", "scrollNotSharpRatio", "avoidableBlankRatio", "scrollBlankRatio", "growth.bytesPerLap",
  ]

  /// The values and the head as bars of eight heights, the least value lowest; equal values are all in the middle.
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
