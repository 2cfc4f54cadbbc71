import Testing

@testable import BenchReport
@testable import ScrollSim

@Suite struct TimelinesTests {
  /// A run of 101 frames that scrolls 10 points a frame, rests as long, and then jumps, under a load.
  private func report(load: Double?, offsets: [Double]? = nil, series: [Double]? = nil) -> ResultReport {
    var result = Sample.played
    let offsets = offsets ?? (0...100).map { Double($0) * 10 } + Array(repeating: 1000, count: 100)
    result.changeRuns {
      $0.timeline = Sample.timeline(images: 1, resident: 1, frames: offsets.count)
      $0.timeline.offset = offsets
      $0.metrics["load"] = load
      if let series { $0.timeline.load = series }
    }
    return ResultReport(result, id: "result", columns: .deciding)
  }

  @Test(
    arguments: [
      // 600 points a second while it moves; rest does not count.
      (2, nil, 300), (0.5, nil, 1200),
      // A jump brings no more cells than there are on a screen.
      (1, [0, 0, 100_000, 100_000], 844 * 60),
      // Nothing is said about a grid that stands still, or of decoders that did nothing.
      (1, [0, 0, 0], nil), (nil, nil, nil), (0, nil, nil),
    ] as [(Double?, [Double]?, Double?)])
  func `decoders keep up to the speed at which the load is 1`(
    load: Double?, offsets: [Double]?, speed: Double?
  ) {
    let found = report(load: load, offsets: offsets).bearableSpeed
    #expect((found == nil) == (speed == nil) && abs((found ?? 0) - (speed ?? 0)) < 1e-6, "\(found ?? -1)")
  }

  @Test func `the line is drawn where the grid was faster, and left out where it never was`() {
    func guide(_ load: Double) -> String? {
      let report = report(load: load)
      return report.overview(of: report.takes, chosen: report.takes).panels[0].guide?.name
    }
    #expect(guide(2) == "decoders keep up to 300 pt/s")
    #expect(guide(0.01) == nil)
  }

  @Test func `the load, if anything was decoded, has a panel, with a line up to which decoders keep up`() {
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
    let silent = report(load: 0.5)
    #expect(
      silent.overview(of: silent.takes, chosen: silent.takes).panels.map(\.name)
        == ["scroll speed", "blank area", "image memory"], "where nothing was decoded")
  }
}
