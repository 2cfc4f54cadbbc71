import TestSupport
import Testing

@testable import ScrollSim

/// The decoders' load, frame by frame.
@Suite struct LoadSeriesTests {
  @Test func `a frame's load is what came in the second until then, and is gone a second later`() {
    var arrivals = [Int](repeating: 0, count: 10)
    (arrivals[0], arrivals[3]) = (8, 4)
    let load = LoadSeries.values(arrivals: arrivals, refreshRate: 4, imageMs: 100, workers: 2)
    #expect(load == [0.4, 0.4, 0.4, 0.6, 0.2, 0.2, 0.2, 0, 0, 0])
  }

  @Test func `a steady stream has the load that the metric has`() {
    let load = LoadSeries.values(
      arrivals: .init(repeating: 1, count: 200), refreshRate: 60, imageMs: 20, workers: 2)
    #expect(load.last == 0.6)
  }

  @Test func `nothing arrives, nothing is to be done`() {
    #expect(LoadSeries.values(arrivals: [], refreshRate: 60, imageMs: 20, workers: 2).isEmpty)
    #expect(LoadSeries.values(arrivals: [0, 0], refreshRate: 60, imageMs: 20, workers: 2) == [0, 0])
  }

  @Test func `a run's timeline has one entry a frame, whose mean while it moves is about the metric`()
    throws
  {
    var scenario = try Scenario.model("fling")
    scenario.compare.strategies = ["none", "screens"].map { StrategySpec(name: $0) }
    for run in try scenario.modelResult().runs {
      let timeline = run.timeline
      let loads = try #require(timeline.load)
      #expect(loads.count == timeline.timeMs.count)
      let moving = zip(timeline.velocity, loads).filter { $0.0 != 0 }.map(\.1)
      let mean = moving.reduce(0, +) / Double(moving.count)
      let load = try #require(run.figure("load"))
      #expect(abs(mean - load) < 0.3 * load, "\(mean) and \(load)")
    }
  }
}
