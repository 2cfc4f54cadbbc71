import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

struct ScrollTraceTests {
  let limits = ScrollLimits(maximumOffset: 20_000, viewportLength: 844)

  func trace(_ gestures: [Gesture], within limits: ScrollLimits? = nil) -> ScrollTrace {
    GestureScript(gestures: gestures)
      .trace(physics: UIScrollViewPhysics.normal, limits: limits ?? self.limits)
  }

  @Test func `nothing moves without gestures, before the start and after the end`() {
    let still = trace([])
    #expect(still.duration == 1)
    #expect(still.sample(at: 0.5) == still.sample(at: 0) && still.sample(at: 0.5).phase == .idle)
    let drag = trace([.drag(distance: 500, duration: 0.35)])
    #expect(drag.sample(at: -1) == drag.sample(at: 0))
    #expect(drag.sample(at: 99) == drag.sample(at: drag.duration))
  }

  @Test func `a drag goes its distance in its time and fastest half-way`() {
    let trace = trace([.drag(distance: 700, duration: 0.5)])
    let (half, end) = (trace.sample(at: 0.25), trace.sample(at: 0.5))
    #expect(abs(half.offset - 350) < 1e-9 && abs(half.velocity - 1.875 * 1400) < 1e-9)
    #expect(end == trace.sample(at: 1.5) && abs(end.offset - 700) < 1e-9)
    #expect(trace.sample(at: 0).phase == .dragging && end.phase == .idle)
    #expect(trace.duration == 1.5)
  }

  @Test func `a fling lets go after a tenth of a second at its velocity`() throws {
    let trace = trace([.fling(velocity: 5000)])
    #expect(trace.sample(at: 0.05).phase == .dragging)
    #expect(abs(trace.sample(at: 0.0999).velocity - 4995) < 1)
    let release = trace.sample(at: 0.1)
    #expect(abs(release.velocity - 5000) < 1e-6)
    #expect(abs(release.offset - 250) < 1e-6)
    let restingOffset = try #require(release.phase.restingOffset)
    #expect(abs(restingOffset - 250 - 2497.5) < 0.1)
    #expect(abs(trace.sample(at: trace.duration).offset - restingOffset) < 1e-9)
    #expect(abs(trace.duration - 0.1 - 4.2534 - 1) < 0.001)
  }

  @Test func `twice as fast goes the same way in half the time, and rests as long`() {
    let slow = trace([.pause(2), .drag(distance: 700, duration: 0.5), .pause(1), .jump(.fraction(0.5))])
    let fast = slow.played(at: 2)
    #expect(fast.duration == slow.duration - 0.25)
    #expect(fast.jumps == slow.jumps.map { $0 - 0.25 })
    for time in stride(from: 0.0, to: 0.5, by: 0.01) {
      let (one, other) = (slow.sample(at: 2 + time), fast.sample(at: 2 + time / 2))
      #expect(abs(one.offset - other.offset) < 1e-9)
      #expect(abs(2 * one.velocity - other.velocity) < 1e-9)
      #expect(one.phase == other.phase)
    }
    #expect(fast.sample(at: 2.3) == slow.sample(at: 2.6))
    #expect(fast.sample(at: 99) == slow.sample(at: 99))
  }

  @Test func `a finger stops a fling at once, where it is`() {
    let trace = trace([.fling(velocity: 5000), .pause(0.5), .touch(0.2), .pause(1)])
    let (before, after) = (trace.sample(at: 0.5999), trace.sample(at: 0.6))
    #expect(before.velocity > 1000 && after.velocity == 0 && after.phase == .dragging)
    #expect(abs(after.offset - before.offset) < 1)
    #expect(trace.sample(at: trace.duration).offset == after.offset)
    #expect(trace.sample(at: 0.81).phase == .idle)
  }

  @Test func `a pause lets momentum go on`() {
    let short = trace([.fling(velocity: 3000), .pause(0.5)])
    let none = trace([.fling(velocity: 3000)])
    #expect(short.duration == none.duration)
    #expect(short.sample(at: 2) == none.sample(at: 2))
  }

  @Test func `a fling while content still moves starts from where it is`() {
    let trace = trace([.fling(velocity: 3000), .pause(0.3), .fling(velocity: 3000)])
    let landing = trace.sample(at: 0.4)
    #expect(abs(trace.sample(at: 0.3999).offset - landing.offset) < 1)
    #expect(landing.phase == .dragging)
    #expect(abs(trace.sample(at: 0.5).offset - landing.offset - 150) < 1e-6)
  }

  @Test func `a jump leads to an offset or a share of the content, and no farther`() {
    #expect(trace([.jump(.offset(7840))]).sample(at: 0).offset == 7840)
    #expect(trace([.jump(.fraction(0.5))]).sample(at: 0).offset == 10_000)
    #expect(trace([.jump(.offset(99_999))]).sample(at: 0).offset == 20_000)
    #expect(trace([.pause(0.5), .jump(.offset(10))]).jumps == [0.5])
    let flung = trace([.fling(velocity: 3000), .pause(0.3), .jump(.offset(100))])
    #expect(flung.sample(at: flung.duration).offset == 100, "a jump ends momentum")
  }

  @Test func `laps start and end at rest`() {
    let script = GestureScript(
      before: [.fling(velocity: 1000)],
      gestures: [.fling(velocity: 2000), .pause(1), .drag(distance: -300, duration: 0.4)], laps: 5,
      settle: 2)
    let trace = script.trace(physics: UIScrollViewPhysics.normal, limits: limits)
    #expect(trace.lapEnds.count == 5)
    // The next lap starts the moment the last one ends: a finger has landed, but not moved yet.
    #expect(trace.lapEnds.allSatisfy { abs(trace.sample(at: $0).velocity) < 1e-6 })
    #expect(trace.lapEnds.allSatisfy { trace.sample(at: $0 - 1e-6).velocity < 0.01 })
    #expect(abs(trace.duration - trace.lapEnds[4] - 2) < 1e-9)
    let offsets = trace.lapEnds.map { trace.sample(at: $0).offset }
    let gains = zip(offsets.dropFirst(), offsets).map { $0 - $1 }
    #expect(gains.allSatisfy { abs($0 - gains[0]) < 1e-6 })
  }

  @Test func `content shorter than the viewport comes back to its start`() {
    let short = ScrollLimits(maximumOffset: 0, viewportLength: 844)
    for velocity in [4000.0, -4000] {
      let trace = trace([.fling(velocity: velocity)], within: short)
      #expect(trace.samples(refreshRate: 60).contains { $0.offset != 0 })
      #expect(trace.sample(at: trace.duration).offset == 0)
    }
  }

  @Test func `momentum into the end bounces and rests at the end`() {
    let trace = trace([.jump(.offset(19_500)), .fling(velocity: 6000)])
    let samples = trace.samples(refreshRate: 120)
    #expect(samples.contains { $0.offset > 20_100 })
    #expect(samples.last?.offset == 20_000)
    #expect(samples.contains { $0.phase == .decelerating(restingOffset: 20_000) })
  }

  @Test func `frame k shows what is there at k over the refresh rate`() {
    let trace = trace([.fling(velocity: 900)])
    let frames = trace.samples(refreshRate: 60)
    #expect(frames.count == Int(trace.duration * 60) + 1)
    #expect(frames[30] == trace.sample(at: 0.5))
  }

  @Test func `a summary adds up what happens`() {
    let trace = trace([
      .fling(velocity: 5200), .pause(1), .touch(0.1), .drag(distance: -400, duration: 0.5),
      .jump(.offset(5000)),
    ])
    let summary = TraceSummary(trace, viewportLength: 844)
    #expect(summary.flings == 1 && summary.jumps == 1 && summary.directionChanges == 1)
    #expect(abs(summary.maximumVelocity - 5200) < 1e-6)
    #expect(abs(summary.draggingSeconds - 0.7) < 1e-6)
    #expect(abs(summary.deceleratingSeconds - 1) < 1e-6)
    #expect(abs(summary.idleSeconds - 1) < 1e-6)
    let flung = 260 + 5200 * 0.4995 * (1 - 0.13506)
    #expect(abs(summary.distance - flung - 400) < 2)
    #expect(summary.offsets.upperBound == 5000)
    #expect(abs(summary.screenfuls - summary.distance / 844) < 1e-9)
  }
}

/// Traces in which the device is rotated or a pinch changes the columns.
@Suite struct `A trace in which the grid is laid out anew` {
  private static let grid = GridLayout(viewport: .init(width: 300, height: 600), columns: 3, spacing: 0)

  private func trace(_ gestures: [Gesture], laps: Int? = nil, photos: Int = 3000) -> ScrollTrace {
    GestureScript(gestures: gestures, laps: laps).trace(
      physics: UIScrollViewPhysics.normal, limits: ScrollLimits(Self.grid, itemCount: photos))
  }

  @Test func `continues from the offset that keeps what is at the top`() {
    let trace = trace([
      .jump(.offset(1025)), .pause(1), .columns(5), .pause(1), .rotate(to: .landscape), .pause(1),
      .drag(distance: 100, duration: 0.5),
    ])
    #expect(trace.sample(at: 0.99).offset == 1025)
    #expect(trace.layout(at: 0.99) == Self.grid)
    // Item 30 is in row 6 of five columns, of 60 pt, then of 120 pt.
    #expect(trace.sample(at: 1).offset == 6.25 * 60)
    #expect(trace.layout(at: 1) == Self.grid.with(columns: 5))
    #expect(trace.sample(at: 2).offset == 6.25 * 120)
    #expect(trace.layout(at: 99) == Self.grid.with(columns: 5).turned)
    #expect(abs(trace.sample(at: 3.5).offset - 850) < 1e-9)
    #expect(trace.jumps == [0, 1, 2], "the offset is not continuous there")
    let summary = TraceSummary(trace, viewportLength: 600)
    #expect(summary.layouts == 2 && summary.jumps == 1 && abs(summary.distance - 100) < 1e-6)
  }

  @Test func `rotates a grid that scrolls sideways`() {
    let strip = GridLayout(
      viewport: .init(width: 600, height: 300), columns: 3, spacing: 0, axis: .horizontal)
    let trace = GestureScript(gestures: [.jump(.offset(1025)), .rotate(to: .portrait), .columns(6)]).trace(
      physics: UIScrollViewPhysics.normal, limits: ScrollLimits(strip, itemCount: 3000))
    // Item 30 is in the tenth row of 100 pt, then of 200 pt, then in the fifth of 100 pt.
    #expect(trace.layouts.map(\.grid) == [strip, strip.turned, strip.turned.with(columns: 6)])
    #expect(trace.layouts.last?.grid.screenful == 300)
    #expect(trace.sample(at: trace.duration).offset == 525)
  }

  @Test func `stops momentum, as fingers do that touch the screen`() {
    let trace = trace([.fling(velocity: 3000), .pause(0.3), .columns(4), .pause(0.1)])
    #expect(trace.sample(at: 0.39).velocity > 1000)
    #expect(trace.sample(at: 0.4).velocity == 0 && trace.sample(at: 0.4).phase == .idle)
    #expect(trace.sample(at: 0.4).offset == trace.sample(at: trace.duration).offset)
  }

  @Test func `stays as it is if the grid already has the layout`() {
    let still = trace([.fling(velocity: 3000), .pause(0.3), .columns(3), .rotate(to: .portrait)])
    #expect(still.jumps.isEmpty && still.layouts.count == 1)
    #expect(still.sample(at: 0.41).velocity > 1000, "momentum goes on")
  }

  @Test func `scrolls as far as the new layout goes`() {
    let wide = Self.grid.with(columns: 6)
    let trace = trace([.jump(.fraction(1)), .pause(0.5), .columns(6), .pause(0.5), .jump(.fraction(1))])
    let end = wide.maximumOffset(itemCount: 3000)
    #expect(trace.sample(at: 0.5).offset == end && trace.sample(at: trace.duration).offset == end)
  }

  @Test func `has its layouts in every lap`() {
    let trace = trace([.columns(5), .pause(0.5), .columns(3), .pause(0.5)], laps: 3)
    #expect(trace.layouts.map(\.grid.columns) == [3, 5, 3, 5, 3, 5, 3])
    #expect(trace.lapEnds == [1, 2, 3])
  }

  @Test func `played faster is laid out at the same places`() {
    let slow = trace([.drag(distance: 700, duration: 0.5), .pause(1), .columns(5), .pause(0.5)])
    let fast = slow.played(at: 2)
    #expect(fast.layouts.map(\.start) == [0, 1.25])
    #expect(fast.sample(at: 1.25).offset == slow.sample(at: 1.5).offset)
    #expect(fast.layout(at: 1.24) == Self.grid)
  }
}
