import GalleryKit
import Testing

@testable import ScrollSim

struct ScrollSessionTests {
  let limits = ScrollLimits(maximumOffset: 200_000, viewportLength: 844)

  private func trace(
    _ session: ScrollSession, seed: UInt64 = 1, within limits: ScrollLimits? = nil
  ) -> ScrollTrace {
    session.trace(physics: UIScrollViewPhysics.normal, limits: limits ?? self.limits, seed: seed)
  }

  @Test func `a seed gives one session, and another seed another`() {
    let session = ScrollSession(seconds: 30)
    let first = trace(session).samples(refreshRate: 60)
    #expect(first == trace(session).samples(refreshRate: 60))
    #expect(first != trace(session, seed: 2).samples(refreshRate: 60))
  }

  @Test func `a session rests for a second, goes on as long as it says, and ends at rest`() {
    let trace = trace(ScrollSession(seconds: 40))
    #expect(trace.sample(at: 0.99) == trace.sample(at: 0))
    #expect(trace.duration > 40)
    #expect(trace.sample(at: trace.duration).phase == .idle)
  }

  @Test func `speeds are as given`() {
    // Each burst one flick, from which speeds are read.
    let session = ScrollSession(
      seconds: 3600, flicks: 1, dwell: 0.1, reversals: 0, stops: 0, drags: 0, scrubs: 0)
    let endless = ScrollLimits(maximumOffset: 1e9, viewportLength: 844)
    let trace = trace(session, within: endless)
    var releases: [Double] = []
    var wasDragging = false
    for sample in trace.samples(refreshRate: 60) {
      if wasDragging, case .decelerating = sample.phase { releases.append(sample.velocity) }
      wasDragging = sample.phase == .dragging
    }
    releases.sort()
    let count = releases.count
    #expect(count > 500)
    // Read up to a frame late, when 3 in 100 are lost.
    #expect(abs(releases[count / 2] / 2700 - 0.98) < 0.08)
    #expect(abs(releases[count * 95 / 100] / 6000 - 0.98) < 0.12)
    #expect(releases.allSatisfy { $0 <= 8000.001 })
  }

  @Test func `shares of none and all are none and all`() {
    let scrubs = TraceSummary(trace(ScrollSession(seconds: 60, scrubs: 1)), viewportLength: 844)
    #expect(scrubs.jumps >= 60 && scrubs.flings == 0 && scrubs.distance == 0)
    let drags = TraceSummary(
      trace(ScrollSession(seconds: 60, reversals: 0, drags: 1, scrubs: 0)), viewportLength: 844)
    #expect(drags.jumps == 0 && drags.flings == 0 && drags.distance > 500)
  }

  @Test func `a session turns back where the content ends, and scrolls nowhere where there is none`() {
    let short = ScrollLimits(maximumOffset: 6000, viewportLength: 844)
    let summary = TraceSummary(
      trace(ScrollSession(seconds: 120, reversals: 0, scrubs: 0), within: short), viewportLength: 844)
    #expect(summary.directionChanges > 4 && summary.distance > 30_000)
    let nowhere = ScrollLimits(maximumOffset: 0, viewportLength: 844)
    #expect(trace(ScrollSession(seconds: 20), within: nowhere).sample(at: 25).offset == 0)
  }

  @Test func `content of less than two screenfuls is scrolled to its end and back`() throws {
    let short = ScrollLimits(maximumOffset: 500, viewportLength: 844)
    let session = ScrollSession(seconds: 60, reversals: 0, drags: 0, scrubs: 0)
    let offsets = trace(session, within: short).samples(refreshRate: 60).map(\.offset)
    let end = try #require(offsets.firstIndex { $0 > 499 })
    #expect(offsets[end...].contains { $0 < 1 })
  }
}

/// The predicted view of a scroll, against the actual one.
struct ForeseenPathTests {
  @Test(arguments: ScrollPhysicsModels.all.map(\.name), [2500.0, -2500, 8000])
  func `cells enter and leave when the path says`(name: String, velocity: Double) throws {
    let layout = GridLayout(viewport: GridLayout.Size(width: 390, height: 844), columns: 3, spacing: 2)
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
