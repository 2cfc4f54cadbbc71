import GalleryKit
import Testing

@testable import ScrollSim

/// The foreseen view of a scroll, against the actual one.
struct ForeseenPathTests {
  @Test(arguments: ScrollPhysicsModels.all.map(\.name), [2500.0, -2500, 8000])
  func `cells enter and leave when the path says`(name: String, velocity: Double) throws {
    let layout = GridLayout(viewport: GridLayout.Viewport(width: 390, height: 844), columns: 3, spacing: 2)
    let itemCount = 6000
    let limits = ScrollLimits(maximumOffset: layout.maximumOffset(itemCount: itemCount), viewportLength: 844)
    var builder = GestureScript(gestures: [.jump(.offset(60_000)), .fling(velocity: velocity)])
    builder.settle = 2
    let trace = builder.trace(physics: try ScrollPhysicsModels.physics(named: name), limits: limits)
    func visible(at time: Double) -> Range<Int> {
      let offset = trace.sample(at: time).offset
      return layout.items(from: offset, to: offset + 844, itemCount: itemCount)
    }
    for moment in [0.11, 0.25, 0.4] {
      let sample = trace.sample(at: moment)
      let path = ScrollPath(
        ScrollState(
          time: moment, offset: sample.offset, velocity: sample.velocity, phase: sample.phase,
          waypoints: trace.waypoints(at: moment), layout: layout, itemCount: itemCount))
      let now = visible(at: moment)
      for item in stride(from: now.lowerBound - 90, to: now.upperBound + 90, by: 7) {
        let sighting = path.sighting(ofItem: item)
        for (seconds, isLeaving) in [(sighting.enters, false), (sighting.leaves, true)]
        where seconds.isFinite && seconds > 0 {
          let offset = trace.sample(at: moment + seconds).offset
          let isForward = velocity > 0
          let edge = layout.top(ofItem: item) + (isLeaving == isForward ? layout.side : 0)
          let border = isLeaving == isForward ? offset : offset + 844
          #expect(
            abs(border - edge) < 8, "item \(item) at \(moment) s, \(isLeaving ? "leaving" : "entering")")
        }
      }
    }
  }
}
