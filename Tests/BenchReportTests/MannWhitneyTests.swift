import Testing

@testable import BenchReport

struct MannWhitneyTests {
  /// Critical values for a two-sided level of 5 %, from the tables that statistics textbooks print (after Auble 1953).
  @Test(arguments: [(4, 4, 0), (5, 5, 2), (8, 8, 13), (10, 10, 23), (7, 12, 18), (15, 15, 64), (20, 20, 127)])
  func `the largest significant U is that of the tables`(n: Int, m: Int, critical: Int) throws {
    #expect(try pValue(u: critical, n: n, m: m) <= 0.05)
    #expect(try pValue(u: critical + 1, n: n, m: m) > 0.05)
  }

  @Test func `ranks are places in order of size, and equal values share theirs`() {
    #expect(MannWhitney.ranks([5, 1, 5, 9]) == [2.5, 1, 2.5, 4])
  }

  @Test func `ages of two groups give what SciPy's documentation prints`() throws {
    let test = try #require(MannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12]))
    #expect(test.u == 17)
    #expect(test.isExact)
    #expect(abs(test.pValue - 0.1111111111111111) < 1e-15)
  }

  @Test func `ties are corrected for as SciPy does`() throws {
    let test = try #require(
      MannWhitney([1, 2, 2, 3, 5, 8, 8, 9], [2, 4, 5, 5, 8, 10, 11, 12, 12]))
    #expect(!test.isExact)
    #expect(test.u == 19)
    #expect(abs(test.pValue - 0.10948468873557508) < 1e-12)
  }

  @Test func `large samples use the normal approximation, as SciPy does`() throws {
    let test = try #require(
      MannWhitney(stride(from: 0, to: 60, by: 2).map { $0 }, stride(from: 21, to: 81, by: 2).map { $0 }))
    #expect(!test.isExact)
    #expect(abs(test.pValue - 0.00012477053789099933) < 1e-15)
  }

  @Test func `ten against ten that do not overlap are as unlikely as can be`() throws {
    let test = try #require(MannWhitney((0..<10).map(Double.init), (10..<20).map(Double.init)))
    #expect(test.u == 0)
    #expect(abs(test.pValue - 2 / 184_756) < 1e-18)
  }

  @Test func `neither order of the samples is special`() throws {
    let (some, others) = ([3.0, 1, 4, 1, 5], [9.0, 2, 6, 5, 3, 5])
    let test = try #require(MannWhitney(some, others))
    let turned = try #require(MannWhitney(others, some))
    #expect(test.pValue == turned.pValue)
    #expect(test.u + turned.u == 30)
  }

  @Test func `equal values tell nothing`() throws {
    #expect(try #require(MannWhitney([2, 2, 2], [2, 2, 2])).pValue == 1)
  }

  @Test(arguments: [([], [1.0]), ([1], []), ([1, .nan], [2]), ([1], [.infinity])])
  func `there is nothing to compare without finite values on both sides`(first: [Double], second: [Double]) {
    #expect(MannWhitney(first, second) == nil)
  }

  /// The p-value of samples with this U: the first lies below all of the second, but for values that together pass `u` of them.
  private func pValue(u: Int, n: Int, m: Int) throws -> Double {
    var left = u
    let first = (0..<n).reversed().map { place -> Double in
      let passed = min(left, m)
      left -= passed
      return Double(passed) - 0.5 - 0.01 * Double(n - place)
    }
    let test = try #require(MannWhitney(first, (0..<m).map(Double.init)))
    #expect(test.u == Double(u))
    #expect(test.isExact)
    return test.pValue
  }
}
