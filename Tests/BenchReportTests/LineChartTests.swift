import Testing

@testable import BenchReport
@testable import ScrollSim

struct LineChartTests {
  @Test func `a chart is a complete document`() throws {
    let line = (0..<100).map { LineChart.Point(x: Double($0) / 10, y: Double($0 * $0)) }
    let chart = LineChart(
      title: "fling <1>",
      panels: [
        .init(name: "offset", unit: "pt", lines: [.init(points: line)]),
        .init(name: "velocity", unit: "pt/s", lines: [.init(points: [])]),
      ])
    let page = try Page(chart.document())
    #expect(page.elements.first?.name == "svg")
    #expect(page.count("polyline") == 2)
    #expect(page.text.contains("fling <1>"))
    #expect(page.text.contains("time (s)"))
    #expect(page.text.contains("offset from 0 to 9,801 pt; velocity: no values."))
  }

  @Test func `thinning keeps every spike and the order, and few points whole`() {
    var points = (0..<100_000).map { LineChart.Point(x: Double($0), y: 0) }
    points[31_415].y = 7
    points[92_653].y = -7
    let axis = AxisScale(spanning: 0...99_999, steps: 6, widens: false)
    let thin = points.thinned(to: 400, over: axis)
    #expect(thin.count <= 802)
    #expect(thin.contains { $0.y == 7 && $0.x == 31_415 })
    #expect(thin.contains { $0.y == -7 })
    #expect(zip(thin, thin.dropFirst()).allSatisfy { $0.x < $1.x })
    let few = Array(points.prefix(500))
    #expect(few.thinned(to: 400, over: axis) == few)
  }

  @Test(
    arguments: [
      (0.0...97.3, [0.0, 50, 100]), (0...0.9, [0, 0.5, 1]), (-350...6000, [-5000, 0, 5000, 10_000]),
      (0...30, [0, 10, 20, 30]), (0...0, [0]), (0...0.0004, [0, 0.0002, 0.0004]),
    ])
  func `ticks are round and span the values`(values: ClosedRange<Double>, ticks: [Double]) {
    let axis = AxisScale(spanning: values, steps: 3, widens: true)
    #expect(zip(axis.ticks, ticks).allSatisfy { abs($0 - $1) < 1e-9 })
    #expect(axis.ticks.count == ticks.count)
    #expect(axis.lower <= values.lowerBound && axis.upper >= values.upperBound)
  }

  @Test(arguments: [
    0...1e300, -1e300...1e300, 1e300...1e300, 0...Double.leastNonzeroMagnitude, 1e15...1e15 + 1,
  ])
  func `no range is too odd for an axis`(values: ClosedRange<Double>) {
    for widens in [true, false] {
      let axis = AxisScale(spanning: values, steps: 3, widens: widens)
      #expect(axis.ticks.count < 20)
      #expect(axis.share(of: values.lowerBound).isFinite)
    }
  }

  @Test func `a line that leaves a given range is cut off and says how far it goes`() throws {
    let points = [0.0, 50, 803].enumerated().map { LineChart.Point(x: Double($0), y: $1) }
    let chart = LineChart(
      title: "t",
      panels: [.init(name: "image memory", unit: "MB", lines: [.init(points: points)], range: 0...150)])
    let page = try Page(chart.svg())
    #expect(page.text.contains("MB, cut off; goes up to 803"))
  }

  @Test func `several lines share a panel, look alike in all panels, and are named once`() throws {
    let lines = (0..<9).map { line in
      LineChart.Line(name: "line \(line)", points: (0..<3).map { .init(x: Double($0), y: Double($0 * line)) })
    }
    var chart = LineChart(
      title: "t", axis: "x",
      panels: [.init(name: "a", unit: "", lines: lines), .init(name: "b", unit: "", lines: lines.reversed())])
    chart.mark = .init(name: "here", y: 1)
    let page = try Page(chart.svg())
    #expect(page.count("polyline") == 18)
    #expect(page.text.contains("here"))
    #expect(page.text.ranges(of: "line 8").count == 3)
    let styles = page.elements.filter { $0.name == "polyline" }.compactMap { $0.attributes["class"] }
    #expect(Set(styles).count == 9)
    #expect(Array(styles.prefix(9)) == styles.suffix(9).reversed())
  }

  @Test func `a legend of a few lines has room for the longest name, which may come in front`() throws {
    let names = ["a", "b", String(repeating: "long", count: 15)]
    let lines = names.map { LineChart.Line(name: $0, points: [.init(x: 0, y: 0), .init(x: 1, y: 1)]) }
    var chart = LineChart(title: "t", panels: [.init(name: "p", unit: "", lines: lines)])
    chart.front = ["a", "b"]
    let page = try Page(chart.svg())
    // One column: "a", "b" and "1 others".
    #expect(page.elements.filter { $0.name == "text" && $0.attributes["x"] == "44" }.count == 3)
  }

  @Test func `one line that is three times as high as all others does not flatten them`() {
    #expect(AxisScale.reach(of: [4, 5, 6]) == 6)
    #expect(AxisScale.reach(of: [4, 5, 100]) == 5)
    #expect(AxisScale.reach(of: [4, 50, 500]) == 50, "two remain")
    #expect(AxisScale.reach(of: [1, 100]) == 100, "of two lines both are drawn")
    #expect(AxisScale.reach(of: [0, 0, 7]) == 7, "nothing is flattened by it")
    #expect(AxisScale.reach(of: []) == 0)
  }

  @Test func `a guide far below a line does not cut it off`() {
    let points = [0.0, 50].map { LineChart.Point(x: $0, y: $0) }
    var panel = LineChart.Panel(name: "load", unit: "", lines: [.init(name: "a", points: points)])
    panel.guide = .init(name: "full", y: 1)
    #expect(!LineChart(title: "t", panels: [panel]).svg(id: "c").contains("cut off"))
    let low = [0.0, 50].map { LineChart.Point(x: $0, y: 1) }
    panel.lines += ["b", "c"].map { .init(name: $0, points: low) }
    #expect(LineChart(title: "t", panels: [panel]).svg(id: "c").contains("cut off; goes up to 50"))
  }
}
