import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

struct StatisticsTests {
  /// The example of the method's usual descriptions: four hypotheses at a level of 5 %, of which two are rejected.
  @Test func `Holm's correction rejects the first and the fourth of four`() {
    let adjusted = Holm.adjust([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(found - expected) < 1e-12)
    }
    #expect(adjusted.map { $0 <= 0.05 } == [true, false, false, true])
    #expect(Holm.adjust([0.04]) == [0.04] && Holm.adjust([]) == [])
    #expect(Holm.adjust([0.9, 0.8, 1]) == [1, 1, 1])
  }

  @Test func `wild values do not bend a line`() {
    #expect(TheilSen.slope(ofSeries: [0, 3, 6, 900, 12, 15, -700, 21, 24]) == 3)
    #expect(TheilSen.slope(ofSeries: [5]) == nil)
  }

  /// Two-sided critical values, as tables of Student's distribution print them.
  @Test(arguments: [
    (1, 0.05, 12.706), (2, 0.05, 4.303), (3, 0.05, 3.182), (9, 0.05, 2.262), (20, 0.05, 2.086),
    (9, 0.001, 4.781), (2, 0.001, 31.599), (30, 0.01, 2.750), (120, 0.05, 1.980),
  ])
  func `Student's distribution is that of the tables`(freedom: Int, tails: Double, value: Double) {
    #expect(abs(StudentDistribution.value(tails: tails, freedom: freedom) - value) < 0.0005)
    #expect(abs(StudentDistribution.tails(beyond: -value, freedom: freedom) / tails - 1) < 0.002)
  }

  @Test func `its tails are known however small they are`() {
    for freedom in [1, 2, 3, 10, 101] {
      #expect(StudentDistribution.tails(beyond: 0, freedom: freedom) == 1)
      for tails in [1e-9, 1e-4, 0.3, 0.999] {
        let value = StudentDistribution.value(tails: tails, freedom: freedom)
        #expect(abs(StudentDistribution.tails(beyond: value, freedom: freedom) / tails - 1) < 1e-5)
      }
    }
    #expect(StudentDistribution.tails(beyond: .greatestFiniteMagnitude, freedom: 10) == 0)
  }

  /// Student's own example: the additional hours of sleep that ten patients had by the second of two drugs.
  @Test func `of Student's ten patients, all sleep longer by the second drug`() throws {
    let hours = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]
    let interval = try #require(PairedInterval(hours))
    #expect(abs(interval.mean - 1.58) < 1e-12)
    #expect(abs(interval.pValue - 0.002833) < 1e-6)
    #expect(abs(interval.lowest - 0.7001) < 1e-4 && abs(interval.highest - 2.4599) < 1e-4)
    let surer = try #require(PairedInterval(hours, confidence: 0.999))
    #expect(surer.lowest < 0 && surer.pValue == interval.pValue)
  }

  @Test func `one difference has no spread, and equal ones have none either`() throws {
    let one = try #require(PairedInterval([3]))
    #expect(one.pValue == 1 && one.halfWidth == 0)
    #expect(try #require(PairedInterval([0, 0])).pValue == 1)
    let equal = try #require(PairedInterval([2, 2, 2]))
    #expect(equal.pValue == 0 && equal.lowest == 2 && equal.highest == 2)
    #expect(PairedInterval([]) == nil && PairedInterval([1, .infinity]) == nil)
  }

  // MARK: Distributions

  @Test func `percentiles are interpolated between the nearest values`() throws {
    // The same figures as numpy.percentile([15, 20, 35, 40, 50], [0, 50, 90, 95, 99, 100]).
    let distribution = try #require(Distribution(of: [40, 15, 50, 20, 35]))
    #expect(distribution == Distribution(n: 5, min: 15, p50: 35, p90: 46, p95: 48, p99: 49.6, max: 50))
    #expect(Distribution(of: [7]) == Distribution(n: 1, min: 7, p50: 7, p90: 7, p95: 7, p99: 7, max: 7))
    let third = try #require(Distribution(of: [0, 1.0 / 3]))
    #expect(third.max == 0.333333 && third.p50 == 0.166667, "six decimals")
    let huge = try #require(Distribution(of: [-3, 1e300, -1e300]))
    #expect(huge.min == -1e300 && huge.p50 == -3 && huge.max == 1e300)
    // Neither nothing nor a value that is not a number has a distribution.
    for values in [[], [1, .nan], [1, .infinity]] as [[Double]] { #expect(Distribution(of: values) == nil) }
  }
}
