import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// Traces in which the device is turned or a pinch changes the columns.
@Suite struct `A trace in which the grid is laid out anew` {
  private static let grid = GridLayout(viewport: .init(width: 300, height: 600), columns: 3, spacing: 0)

  private func trace(_ gestures: [Gesture], laps: Int? = nil, photos: Int = 3000) -> ScrollTrace {
    GestureScript(gestures: gestures, laps: laps).trace(
      physics: UIScrollViewPhysics.normal, limits: ScrollLimits(Self.grid, itemCount: photos))
  }

  @Test func `goes on from the offset that keeps what is at the top`() {
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

  @Test func `turns a grid that scrolls sideways`() {
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

  @Test func `stays as it is if the grid is laid out so already`() {
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

  @Test func `is looked at for how far it goes`() throws {
    var scenario = try Scenario.model("fling")
    scenario.trace = .gestures(
      GestureScript(gestures: [.columns(5), .drag(distance: 700, duration: 0.5)]), physics: "uiscrollview")
    #expect(try #require(scenario.overPhotos(5000)).traceNotes() == [])
    #expect(try #require(scenario.overPhotos(60)).traceNotes().first?.contains("ends hold it up") == true)
  }
}
