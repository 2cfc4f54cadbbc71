import BenchReport
import Testing

@testable import ScrollSim

struct LapTrendTests {
  private func trend(_ values: [Double]) throws -> LapTrend { try #require(LapTrend(values)) }

  @Test func `a line has its slope, and no doubt`() throws {
    let line = try trend((0..<10).map { 50 + 3 * Double($0) })
    #expect(abs(line.slope - 3) < 1e-9 && line.halfWidth < 1e-9 && line.level == 63.5)
    #expect(line.grows(by: 2) && line.grows(by: 3) && !line.grows(by: 7))
    #expect(line.excludes(4) && !line.excludes(2))
  }

  @Test func `the interval is Student's`() throws {
    // Residuals of alternating sign are not correlated upwards, so that nothing widens the interval.
    let values = (0..<16).map { Double($0.isMultiple(of: 2) ? 1 : -1) }
    let trend = try trend(values)
    // Σx² = 16 · 255 ÷ 12 = 340, slope = Σxy ÷ 340 = −8 ÷ 340, Σr² = 16 − 64 ÷ 340, t(0.975; 14) = 2.14479.
    let error = ((16 - 64.0 / 340) / 14 / 340).squareRoot()
    #expect(abs(trend.slope + 8.0 / 340) < 1e-9)
    #expect(abs(trend.halfWidth - 2.14479 * error) < 1e-5)
    // And t(0.95; 14) = 1.76131.
    #expect(abs(trend.smallest - trend.halfWidth - 1.76131 * error) < 1e-5)
  }

  @Test func `noise that wanders tells less than noise that does not`() throws {
    let wandering = [0.0, 1, 2, 3, 3, 2, 1, 0, -1, -2, -3, -3, -2, -1, 0, 1]
    let shuffled = [0.0, -3, 2, -1, 3, 1, -2, 0, -1, 3, -3, 2, 1, -2, 1, 0]
    #expect(try trend(wandering).smallest > 2 * trend(shuffled).smallest)
  }

  @Test func `a step is no leak, and hides one that it is as large as`() throws {
    let step = try trend((0..<16).map { ($0 > 8 ? 60.0 : 0) + ($0.isMultiple(of: 2) ? 0.5 : 0) })
    #expect(!step.grows(by: 2) && !step.excludes(2))
    #expect(step.slope > 3)
  }

  @Test func `a leak that takes its memory in chunks is not excluded`() throws {
    let chunks = try trend((0..<16).map { Double($0 / 4) * 4 })
    #expect(!chunks.excludes(1))
  }

  @Test func `a sawtooth that climbs grows`() throws {
    let saw = try trend((0..<32).map { Double($0 % 5) * 2 + Double($0) })
    #expect(saw.grows(by: 1))
    let still = try trend((0..<32).map { Double($0 % 5) * 2 })
    #expect(!still.grows(by: 0.2))
  }

  @Test func `more laps show less, and no more than it says are needed`() throws {
    func noise(_ count: Int) -> [Double] {
      (0..<count).map { Double([0, 7, 3, 9, 1, 8, 2, 6, 4, 5][$0 * 7 % 10]) }
    }
    let few = try trend(noise(20))
    #expect(!few.excludes(0.2))
    let wanted = few.laps(toShow: 0.2)
    #expect((21...80).contains(wanted))
    #expect(try trend(noise(wanted)).excludes(0.2))
  }

  @Test func `fewer than ten laps say nothing`() {
    #expect(LapTrend([Double](repeating: 1, count: 9)) == nil)
  }
}
