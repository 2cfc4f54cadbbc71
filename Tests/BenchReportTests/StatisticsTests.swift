import BenchReport
import TestSupport
import Testing

struct StatisticsTests {
  /// The example of the method's usual descriptions: four hypotheses at a level of 5 %, of which two are rejected.
  @Test func `Holm's correction rejects the first and the fourth of four`() {
    let adjusted = Holm.adjust([0.01, 0.04, 0.03, 0.005])
    for (found, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) {
      #expect(abs(found - expected) < 1e-12)
    }
    #expect(adjusted.map { $0 <= 0.05 } == [true, false, false, true])
  }

  @Test func `a single test is not corrected, and no p-value passes 1`() {
    #expect(Holm.adjust([0.04]) == [0.04])
    #expect(Holm.adjust([0.9, 0.8, 1]) == [1, 1, 1])
    #expect(Holm.adjust([]) == [])
  }

  @Test func `Sen's own example has a slope of 4`() {
    let points = zip([1.0, 2, 3, 4, 10, 12, 18], [9.0, 15, 19, 20, 45, 55, 78]).map { (x: $0, y: $1) }
    #expect(TheilSen.slope(points) == 4)
  }

  @Test func `wild values do not bend a line`() {
    #expect(TheilSen.slope(ofSeries: [0, 3, 6, 900, 12, 15, -700, 21, 24]) == 3)
    #expect(TheilSen.slope(ofSeries: [5]) == nil)
    #expect(TheilSen.slope([(x: 1, y: 2), (x: 1, y: 9)]) == nil)
  }

  @Test func `the ratio of pairs is the median one, within an interval that holds it`() throws {
    var shuffler = Shuffler(seed: 1)
    let bases: [Double] = (1...11).map { Double($0) }
    let pairs = bases.map { base in (base: base, head: base * (1 + base / 100)) }
    let ratio = try #require(MedianRatio(of: pairs, using: &shuffler))
    #expect(abs(ratio.median - 1.06) < 1e-12)
    #expect(ratio.interval.contains(1.06))
    #expect(ratio.interval.lowerBound > 1.01 && ratio.interval.upperBound < 1.11)
  }

  @Test func `a seed gives one interval`() throws {
    let pairs = [3.0, 1, 4, 1, 5, 9, 2, 6, 5, 3].map { (base: 3.0, head: $0) }
    let intervals = [1, 1, 2].map { (seed: UInt64) in
      var shuffler = Shuffler(seed: seed)
      return MedianRatio(of: pairs, resamples: 50, using: &shuffler)?.interval
    }
    #expect(intervals[0] == intervals[1])
    #expect(intervals[0] != nil)
  }

  @Test(arguments: [[], [(0.0, 1.0)], [(1, .nan)]] as [[(Double, Double)]])
  func `there is no ratio over nothing`(pairs: [(Double, Double)]) {
    var shuffler = Shuffler(seed: 1)
    #expect(MedianRatio(of: pairs.map { (base: $0.0, head: $0.1) }, using: &shuffler) == nil)
  }
}
