import BenchReport
import Testing

@testable import ScrollSim

struct DistributionTests {
  @Test func `percentiles are interpolated between the nearest values`() throws {
    // The same figures as numpy.percentile([15, 20, 35, 40, 50], [0, 50, 90, 95, 99, 100]).
    let distribution = try #require(Distribution(of: [40, 15, 50, 20, 35]))
    #expect(
      distribution == Distribution(n: 5, min: 15, p50: 35, p90: 46, p95: 48, p99: 49.6, max: 50))
  }

  @Test func `one value is all its percentiles`() {
    #expect(Distribution(of: [7]) == Distribution(n: 1, min: 7, p50: 7, p90: 7, p95: 7, p99: 7, max: 7))
  }

  @Test func `figures have six decimals`() {
    #expect(Distribution(of: [0, 1.0 / 3])?.max == 0.333333)
    #expect(Distribution(of: [0, 1.0 / 3])?.p50 == 0.166667)
  }

  @Test func `nothing has no distribution`() {
    #expect(Distribution(of: []) == nil)
  }

  @Test func `what is no number has no distribution`() {
    #expect(Distribution(of: [1, .nan]) == nil)
    #expect(Distribution(of: [1, .infinity]) == nil)
  }

  @Test func `negative and huge values keep their order`() throws {
    let distribution = try #require(Distribution(of: [-3, 1e300, -1e300]))
    #expect(distribution.min == -1e300)
    #expect(distribution.p50 == -3)
    #expect(distribution.max == 1e300)
  }
}
