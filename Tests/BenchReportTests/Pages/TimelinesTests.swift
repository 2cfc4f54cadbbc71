import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct TimelinesTests {
  /// A run of 101 frames that scrolls 10 points a frame, rests as long, and then jumps, under a load.
  private func report(load: Double?, offsets: [Double]? = nil, series: [Double]? = nil) -> ResultReport {
    var result = Sample.played
    let offsets = offsets ?? (0...100).map { Double($0) * 10 } + Array(repeating: 1000, count: 100)
    for index in result.runs.indices {
      result.runs[index].timeline = Sample.timeline(images: 1, resident: 1, frames: offsets.count)
      result.runs[index].timeline.offset = offsets
      result.runs[index].metrics["load"] = load
      if let series { result.runs[index].timeline.load = series }
    }
    return ResultReport(result, id: "result", columns: .deciding)
  }

  @Test func `decoders keep up to the speed at which the load is 1`() throws {
    // 600 points a second while it moves; rest does not count.
    #expect(try #require(report(load: 2).bearableSpeed).isNear(300))
    #expect(try #require(report(load: 0.5).bearableSpeed).isNear(1200))
  }

  @Test func `a jump brings no more cells than there are on a screen`() throws {
    let speed = try #require(report(load: 1, offsets: [0, 0, 100_000, 100_000]).bearableSpeed)
    #expect(speed.isNear(844 * 60))
  }

  @Test func `nothing is said of a grid that stands still, or of decoders that did nothing`() {
    #expect(report(load: 1, offsets: [0, 0, 0]).bearableSpeed == nil)
    #expect(report(load: nil).bearableSpeed == nil)
    #expect(report(load: 0).bearableSpeed == nil)
  }

  @Test func `the line is drawn where the grid was faster, and left out where it never was`() {
    func guide(_ load: Double) -> String? {
      let report = report(load: load)
      return report.overview(of: report.takes, chosen: report.takes).panels[0].guide?.name
    }
    #expect(guide(2) == "decoders keep up to 300 pt/s")
    #expect(guide(0.01) == nil)
  }

  @Test func `the load has a panel below the speed, with a line up to which decoders keep up`() throws {
    let busy = report(load: 0.5, offsets: [0, 10, 20, 20], series: [0, 0.5, 1.5, 0.25])
    let chart = busy.overview(of: busy.takes, chosen: busy.takes)
    #expect(chart.panels.map(\.name) == ["scroll speed", "load", "blank area", "image memory"])
    let panel = chart.panels[1]
    #expect(panel.lines[0].points.map(\.y) == [0, 0.5, 1.5, 0.25])
    #expect(panel.guide?.y == 1)
    #expect(panel.range == 0...1.5)
    #expect(busy.timelines.count == 2)

    let idle = report(load: 0.1, offsets: [0, 10, 20, 20], series: [0, 0.1, 0.1, 0])
    #expect(idle.overview(of: idle.takes, chosen: idle.takes).panels[1].range == 0...1)
  }

  @Test func `a result in which nothing was decoded has no panel of the load`() {
    let report = report(load: 0.5)
    let chart = report.overview(of: report.takes, chosen: report.takes)
    #expect(chart.panels.map(\.name) == ["scroll speed", "blank area", "image memory"])
  }
}

extension Double {
  fileprivate func isNear(_ other: Double) -> Bool { abs(self - other) < 1e-9 * abs(other) }
}
