import ScrollSim
import TestSupport
import Testing

struct ParetoFrontTests {
  @Test func `the front of a known set is known`() {
    let points: [[Double]] = [[3, 1], [1, 3], [2, 2], [3, 3], [2, 3], [1, 4]]
    #expect(ParetoFront.places(in: points) == [1, 2, 0])
  }

  @Test func `of equal points the first stands for all`() {
    #expect(ParetoFront.places(in: [[2, 2], [1, 1], [1, 1]]) == [1])
  }

  @Test func `a third objective keeps what two would drop`() {
    #expect(ParetoFront.places(in: [[1, 1, 9], [2, 2, 1], [3, 3, 5]]) == [0, 1])
  }

  @Test func `nothing has no front, and what is infinite loses to what is finite`() {
    #expect(ParetoFront.places(in: []).isEmpty)
    #expect(ParetoFront.places(in: [[1, .infinity], [1, 5]]) == [1])
  }

  @Test func `the front is what the definition says, on random sets`() {
    var shuffler = Shuffler(seed: 3)
    for _ in 0..<50 {
      let points = (0..<60).map { _ in (0..<3).map { _ in Double(shuffler.next(12)) } }
      let front = ParetoFront.places(in: points)
      func beats(_ one: Int, _ other: Int) -> Bool {
        points[one] != points[other] && zip(points[one], points[other]).allSatisfy { $0 <= $1 }
      }
      for place in points.indices {
        let isBeaten = points.indices.contains { beats($0, place) }
        #expect(isBeaten == !front.contains { points[$0] == points[place] })
      }
      #expect(Set(front.map { points[$0] }).count == front.count)
    }
  }
}

struct KneeTests {
  @Test func `the knee is farthest below the chord, whatever the units`() {
    let front = [(x: 0.0, y: 1.0), (x: 0.2, y: 0.3), (x: 0.5, y: 0.2), (x: 1, y: 0)]
    #expect(Knee.place(in: front) == 1)
    #expect(Knee.place(in: front.map { (x: 50e6 + $0.x * 100e6, y: $0.y * 0.04) }) == 1)
  }

  @Test func `of a quarter circle, the knee is in the middle`() {
    // (x, y) with (1 − x)² + (1 − y)² = 1, from Pythagorean triples.
    let front = [(0.0, 1.0), (0.04, 0.72), (0.2, 0.4), (0.4, 0.2), (0.72, 0.04), (1, 0)]
      .map { (x: $0.0, y: $0.1) }
    // Both of the middle points are equally far; the one that needs less memory is named.
    #expect(Knee.place(in: front) == 2)
  }

  @Test func `a straight, a bulging and a short front have no knee`() {
    #expect(Knee.place(in: [(x: 0, y: 2), (x: 1, y: 1), (x: 2, y: 0)]) == nil)
    #expect(Knee.place(in: [(x: 0, y: 1), (x: 0.8, y: 0.8), (x: 1, y: 0)]) == nil)
    #expect(Knee.place(in: [(x: 0, y: 1), (x: 1, y: 0)]) == nil)
    #expect(Knee.place(in: [(x: 0, y: 1)]) == nil)
    #expect(Knee.place(in: []) == nil)
  }
}
