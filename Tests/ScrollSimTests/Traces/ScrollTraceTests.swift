import GalleryKit
import ScrollSim
import Testing

struct ScrollTraceTests {
  @Test func `nothing moves without gestures`() {
    let limits = ScrollLimits(maximumOffset: 1000, viewportHeight: 800)
    let trace = GestureScript(gestures: []).trace(physics: UIScrollViewPhysics.normal, limits: limits)
    #expect(trace.duration == 1)
    #expect(trace.sample(at: 0.5) == trace.sample(at: 0))
    #expect(trace.sample(at: 0.5).phase == .idle)
  }
}
