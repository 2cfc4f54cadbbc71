import GalleryKit
import TestSupport
import Testing

@Suite("ladder")
struct LadderTests {
  private let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)

  private func window(
    _ velocity: Double = 0, phase: ScrollState.Phase = .idle, capacity: Int = 1000
  ) -> CachingWindow {
    let state = ScrollState(
      offset: 13_067, velocity: velocity, phase: phase, hasScrolled: true, layout: layout, itemCount: 3000,
      decoding: .init(workers: 2, seconds: 0.045, capacity: capacity))
    return LadderStrategy()
      .window(for: state, after: .empty)
  }

  @Test func `wants final images as bank does, and degraded ones for two screenfuls ahead`() {
    #expect(Set(window().items(tier: .decoded)) == Set(279..<363))
    #expect(window().items(tier: .degraded) == Array(321..<360))
    let back = window(-1, phase: .dragging)
    #expect(Set(back.items(tier: .decoded)) == Set(255..<339))
    #expect(back.items(tier: .degraded) == (261..<300).reversed())
  }

  @Test func `makes what is on screen first, then what is cheap, then what costs`() {
    #expect(window().segments.map(\.tier) == [.decoded, .degraded, .decoded, .decoded])
  }

  @Test func `leaves out final images for the room that degraded ones take`() {
    // 39 degraded images take the room of 4.
    #expect(window(capacity: 34).items(tier: .decoded) == Array(300..<330))
    #expect(window(capacity: 10).items(tier: .decoded) == Array(300..<310))
  }
}

@Suite("Degraded images in a caching window")
struct DegradedWindowTests {
  @Test func `stay until the final image is there, or their item leaves`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      window degraded 1+ 2+ 3        | begin preview 1+
      finish preview 1+              | begin preview 2+
      finish preview 2+              |
      window 1+ degraded 1+ 2+       | begin 1+
      finish 1+                      | evict preview 1+
      request 2+                     | 1:degraded begin 2+
      finish 2+                      | 1:image
      window degraded 1+             | evict preview 2+ evict 1+ begin preview 1+
      finish preview 1+              |
      window                         | evict preview 1+
      """)
    #expect(timeline.engine.isIdle)
    #expect(timeline.ledger.snapshot.total == 0)
  }

  @Test func `are not made where the final image was faster, or is there already`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      window 1+                | begin 1+
      window 1+ degraded 1+ 2+ |
      finish 1+                | drop preview 1+ begin preview 2+
      finish preview 2+        |
      window degraded 2+       | evict 1+
      window 1+ degraded 2+    | begin 1+
      finish 1+                |
      window 1+ degraded 1+ 2+ |
      """)
  }

  @Test func `come before final ones that are only to be cached, in the order of the window`() throws {
    var timeline = EngineTimeline(workers: 1)
    try timeline.play(
      """
      window 1+                           | begin 1+
      window 1+ 2+ degraded 2+ 3+         |
      finish 1+                           | begin preview 2+
      finish preview 2+                   | begin preview 3+
      finish preview 3+                   | begin 2+
      finish 2+                           | evict preview 2+
      """)
  }

  @Test func `come first under urgency, which knows what they cost`() {
    let state = ScrollState(
      velocity: 2000, phase: .dragging,
      layout: GridLayout(viewport: .init(width: 100, height: 100), columns: 1, spacing: 0), itemCount: 20)
    let sighting = ScrollPath(state).sighting(ofItem: 2)
    let degraded = RequestOrder.Image(
      purpose: .prefetch, sighting: sighting, seconds: 0.001, isDegraded: true)
    let final = RequestOrder.Image(purpose: .prefetch, sighting: sighting, seconds: 0.03)
    let better = RequestOrder.Image(
      purpose: .prefetch, sighting: sighting, seconds: 0.03, hasDegraded: true)
    let decoders = RequestOrder.Decoders(count: 1, prefetching: 0)
    #expect(RequestOrder.urgency.next([final, degraded], decoders) == 1)
    #expect(RequestOrder.urgency.next([better, final], decoders) == 1, "what shows nothing yet comes first")
    let unreached = [degraded, final].map { image in
      var image = image
      image.sighting = .never
      return image
    }
    #expect(RequestOrder.urgency.next(unreached, decoders) == 1, "there is time for final images")
  }
}
