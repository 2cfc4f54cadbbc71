import Testing

@testable import BenchReport
@testable import ScrollSim

struct ChartTests {
  private static func chart(_ result: ResultFile) -> ParetoChart? {
    let pools = PooledRuns.gather(result.runs)
    return ParetoChart(
      pools.map { ($0.combination, $0.figures) }, names: RowNames(pools.map(\.combination)),
      budget: result.scenario.memoryBudgetBytes)
  }

  @Test func `the front is what nothing else beats in both, except bounds`() throws {
    let result = Sample.result(runs: [
      Sample.run("none", blank: 0.4, images: 10e6), Sample.run("settle", blank: 0.4, images: 20e6),
      Sample.run("screens", blank: 0.1, images: 90e6), Sample.run("apple-sample", blank: 0.2, images: 40e6),
      Sample.run("directional", blank: 0.2, images: 50e6), Sample.run("keep-all", blank: 0, images: 5e6),
    ])
    let chart = try #require(Self.chart(result))
    #expect(chart.front.map(\.name) == ["none", "apple-sample", "screens"])
  }

  @Test func `a bound far beyond the others is at the edge with its figure`() throws {
    let svg = try #require(Self.chart(Sample.fling)).svg(id: "x")
    #expect(svg.contains(">keep-all 803 MB →</text>"))
    #expect(try Page(svg).count("circle") == 4)
  }

  @Test func `figures below zero, which only a damaged file holds, are drawn and end nothing`() throws {
    let result = Sample.result(
      budget: -1, runs: [Sample.run("none", blank: -0.2, images: -1), Sample.run("screens", blank: -0.1)])
    let chart = try #require(Self.chart(result))
    #expect(try Page(chart.svg(id: "x")).count("circle") == 2)
  }

  @Test func `nothing measured is no chart`() {
    #expect(Self.chart(Sample.result(runs: [Sample.failed("none", .crashed, nil)])) == nil)
    #expect(LatencyChart([], names: RowNames([])) == nil)
  }

  @Test func `labels cover neither one another nor points`() {
    var placer = LabelPlacer(right: 500, bottom: 200)
    let points = [(200.0, 100.0), (205, 104), (260, 100), (490, 100), (203, 96)]
    for (x, y) in points { placer.avoid(x: x, y: y) }
    let places = points.compactMap { placer.place("directional", besideX: $0.0, y: $0.1) }
    #expect(places.count >= 4)
    for (index, place) in places.enumerated() {
      #expect(place.span.upperBound <= 500)
      for other in places[..<index] {
        #expect(!(place.span.overlaps(other.span) && abs(place.y - other.y) < 11))
      }
      for (x, y) in points { #expect(!(place.span.contains(x) && abs(place.y - 4 - y) < 6)) }
    }
  }

  @Test func `long names keep both ends, in which they differ`() {
    #expect("screens".shortened(to: 22) == "screens")
    #expect("screens(leading=2,trailing=1)".shortened(to: 22) == "screens(lea…railing=1)")
  }

  @Test func `names longer than a chart is wide leave the bars their room`() throws {
    let runs = ["1", "2"].map { digit in
      Sample.run(String(repeating: "a", count: 45) + digit + String(repeating: "b", count: 45))
    }
    let pools = PooledRuns.gather(runs)
    let chart = try #require(LatencyChart(pools, names: RowNames(pools.map(\.combination))))
    let widths = try Page(chart.svg(id: "x")).elements.filter { $0.name == "rect" }
      .compactMap { Double($0.attributes["width"] ?? "") }
    #expect(widths.count == 2 * 2 * 2)
    #expect(widths.allSatisfy { $0 > 0 })
  }

  // MARK: The front

  /// A known set; of equal points the first; a third objective keeps what two would drop, and one may lose to another than the
  /// last that was kept; what is infinite loses to what is finite.
  @Test(
    arguments: [
      ([[3, 1], [1, 3], [2, 2], [3, 3], [2, 3], [1, 4]], [1, 2, 0]), ([[2, 2], [1, 1], [1, 1]], [1]),
      ([[1, 1, 9], [2, 2, 1], [3, 3, 5]], [0, 1]), ([[1, 5, 5], [2, 1, 9], [3, 6, 6]], [0, 1]), ([], []),
      ([[1, .infinity], [1, 5]], [1]),
    ] as [([[Double]], [Int])])
  func `the front is what no other point beats`(points: [[Double]], front: [Int]) {
    #expect(ParetoFront.places(in: points) == front)
  }
}
