/// A result in Bencher's metric format (BMF): benchmarks by combination, measures by metric.
///
/// Each measure is the median over iterations and, with several iterations, the least and the greatest value.
public struct BencherReport: Sendable {
  private struct Measure: Encodable {
    enum CodingKeys: String, CodingKey {
      case value
      case lower = "lower_value"
      case upper = "upper_value"
    }

    var value: Double
    var lower: Double?
    var upper: Double?
  }

  private let result: ResultFile

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.result = result }

  /// The document as JSON.
  public func render() throws -> String {
    var benchmarks: [String: [String: Measure]] = [:]
    for (name, runs) in result.namedCombinations {
      let hasRange = runs.completed.count > 1
      let measures = Measurement.pooled(runs, in: result).map { median, range in
        (
          median.name,
          Measure(
            value: median.value, lower: hasRange ? range.lowerBound : nil,
            upper: hasRange ? range.upperBound : nil)
        )
      }
      if !measures.isEmpty { benchmarks[name] = Dictionary(uniqueKeysWithValues: measures) }
    }
    return try benchmarks.stableJSON() + "\n"
  }
}
