import Testing

@testable import ScrollSim

struct KneeTests {
  @Test func `the knee is farthest below the chord, whatever the units`() {
    let front = [(x: 0.0, y: 1.0), (x: 0.2, y: 0.3), (x: 0.5, y: 0.2), (x: 1, y: 0)]
    #expect(Front.knee(in: front) == 1)
    #expect(Front.knee(in: front.map { (x: 50e6 + $0.x * 100e6, y: $0.y * 0.04) }) == 1)
  }

  @Test func `of a quarter circle, the knee is in the middle`() {
    // (x, y) with (1 − x)² + (1 − y)² = 1, from Pythagorean triples.
    let front = [(0.0, 1.0), (0.04, 0.72), (0.2, 0.4), (0.4, 0.2), (0.72, 0.04), (1, 0)]
      .map { (x: $0.0, y: $0.1) }
    // Both of the middle points are equally far; the one that needs less memory is named.
    #expect(Front.knee(in: front) == 2)
  }

  @Test func `a straight, a bulging and a short front have no knee`() {
    #expect(Front.knee(in: [(x: 0, y: 2), (x: 1, y: 1), (x: 2, y: 0)]) == nil)
    #expect(Front.knee(in: [(x: 0, y: 1), (x: 0.8, y: 0.8), (x: 1, y: 0)]) == nil)
    #expect(Front.knee(in: [(x: 0, y: 1), (x: 1, y: 0)]) == nil)
    #expect(Front.knee(in: [(x: 0, y: 1)]) == nil)
    #expect(Front.knee(in: []) == nil)
  }
}
