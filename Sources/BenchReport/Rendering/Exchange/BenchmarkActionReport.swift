/// A result for github-action-benchmark, as its tools `customSmallerIsBetter` and `customBiggerIsBetter` read it.
///
/// It is a list of named values, the median over iterations, with the range if there are several values. The action takes one
/// direction at a time, so there are two files; metrics that only describe are in neither.
public struct BenchmarkActionReport: Sendable {
  private struct Entry: Encodable {
    var name: String
    var unit: String
    var value: Double
    var range: String?
  }

  private let result: ResultFile
  private let better: MetricDefinition.Direction

  /// Takes a result to write, and the direction of its metrics.
  public init(_ result: ResultFile, better: MetricDefinition.Direction) {
    self.result = result
    self.better = better
  }

  /// The list as JSON.
  public func render() throws -> String {
    let entries = result.namedCombinations.flatMap { name, runs in
      Measurement.pooled(runs, in: result).filter { $0.median.definition.better == better }.map {
        median, range in
        let half = (range.upperBound - range.lowerBound) / 2
        return Entry(
          name: "\(name) \(median.name)", unit: median.definition.unit, value: median.value,
          range: half > 0 ? "± \(Figure.plain(half))" : nil)
      }
    }
    return try entries.stableJSON() + "\n"
  }
}
