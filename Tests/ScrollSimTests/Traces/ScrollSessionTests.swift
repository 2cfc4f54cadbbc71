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

  private func session(_ seconds: Double, _ change: (inout ScrollSession) -> Void = { _ in }) -> ScrollSession
  {
    var session = ScrollSession(seconds: seconds)
    change(&session)
    return session
  }

  @Test func `a seed gives one session, and another seed another`() {
    let first = trace(session(30)).samples(refreshRate: 60)
    #expect(first == trace(session(30)).samples(refreshRate: 60))
    #expect(first != trace(session(30), seed: 2).samples(refreshRate: 60))
  }

  @Test func `a session rests for a second, goes on as long as it says, and ends at rest`() {
    let trace = trace(session(40))
    #expect(trace.sample(at: 0.99) == trace.sample(at: 0))
    #expect(trace.duration > 40)
    #expect(trace.sample(at: trace.duration).phase == .idle)
  }

  @Test func `speeds are as they are said to be`() {
    // Each burst one flick, from which speeds are read off.
    let session = session(3600) {
      ($0.flicks, $0.stops, $0.drags, $0.scrubs, $0.reversals, $0.dwell) = (1, 0, 0, 0, 0, 0.1)
    }
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
    let scrubs = TraceSummary(trace(session(60) { $0.scrubs = 1 }), viewportLength: 844)
    #expect(scrubs.jumps >= 60 && scrubs.flings == 0 && scrubs.distance == 0)
    let drags = TraceSummary(
      trace(session(60) { ($0.scrubs, $0.drags, $0.reversals) = (0, 1, 0) }), viewportLength: 844)
    #expect(drags.jumps == 0 && drags.flings == 0 && drags.distance > 500)
  }

  @Test func `a session turns round where the content ends, and scrolls nowhere where there is none`() {
    let short = ScrollLimits(maximumOffset: 6000, viewportLength: 844)
    let summary = TraceSummary(
      trace(session(120) { ($0.reversals, $0.scrubs) = (0, 0) }, within: short), viewportLength: 844)
    #expect(summary.directionChanges > 4 && summary.distance > 30_000)
    let nowhere = ScrollLimits(maximumOffset: 0, viewportLength: 844)
    #expect(trace(session(20), within: nowhere).sample(at: 25).offset == 0)
  }
}
