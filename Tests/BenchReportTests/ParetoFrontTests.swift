import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

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
