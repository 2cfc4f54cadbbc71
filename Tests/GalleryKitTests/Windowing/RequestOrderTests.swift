import GalleryKit
import Testing

/// The image that each order makes next.
@Suite struct `The next image` {
  private func cell(
    _ purpose: RequestOrder.Image.Purpose = .final, enters: Double = 0, leaves: Double = .infinity,
    seconds: Double = 0.02, isDegraded: Bool = false, hasDegraded: Bool = false
  ) -> RequestOrder.Image {
    RequestOrder.Image(
      purpose: purpose, sighting: .init(enters: enters, leaves: leaves), seconds: seconds,
      isDegraded: isDegraded, hasDegraded: hasDegraded)
  }

  private func next(
    _ order: RequestOrder, _ waiting: [RequestOrder.Image], prefetching: Int = 0, of count: Int = 2
  ) -> Int? {
    order.next(waiting, .init(count: count, prefetching: prefetching))
  }

  @Test(arguments: RequestOrder.all.map(\.name))
  func `is one of those that wait, and the same when asked twice`(name: String) throws {
    let order = try #require(RequestOrder.named(name))
    let waiting = [
      cell(.degraded, leaves: 0.1, seconds: 0), cell(leaves: 0), cell(.prefetch, enters: 0.2, leaves: 0.9),
      cell(.prefetch, enters: .infinity),
    ]
    for count in 1...waiting.count {
      let place = try #require(next(order, Array(waiting.prefix(count))))
      #expect(place < count && place == next(order, Array(waiting.prefix(count))))
    }
  }

  @Test(arguments: ["fifo", "lifo", "reserved", "deadline"])
  func `is for a cell before it is for the cache, and degraded before final`(name: String) throws {
    let order = try #require(RequestOrder.named(name))
    #expect(next(order, [cell(.degraded), cell(), cell(.prefetch)]) == 0)
    #expect(next(order, [cell(), cell(.prefetch)]) == 0)
  }

  @Test func `leaves every second decoder to cells, where they are reserved`() {
    #expect(next(.reserved, [cell(.prefetch)], prefetching: 0) == 0)
    #expect(next(.reserved, [cell(.prefetch)], prefetching: 1) == nil)
    #expect(next(.reserved, [cell(), cell(.prefetch)], prefetching: 1) == 0)
    #expect(next(.reserved, [cell(.prefetch)], prefetching: 0, of: 1) == 0)
    #expect(next(.reserved, [cell(.prefetch)], prefetching: 2, of: 6) == 0)
  }

  @Test func `is what leaves first and can be in time, by deadline`() {
    #expect(next(.deadline, [cell(leaves: 0.5), cell(leaves: 0.1), cell(leaves: 0.01)]) == 1)
    // No image is in time: the one of which most will be seen comes first.
    #expect(next(.deadline, [cell(leaves: 0.001), cell(leaves: 0.01)]) == 1)
  }

  @Test func `is what loses most by waiting, by urgency`() {
    // An image that stays loses the whole wait, one that leaves only the rest of its stay, and one already gone comes last.
    #expect(next(.urgency, [cell(leaves: 0.08), cell(), cell(leaves: 0.01)]) == 1)
    #expect(next(.urgency, [cell(leaves: 0.01), cell(leaves: 0.08)]) == 1)
    // Among equal losses, the image of which most will be seen comes first.
    #expect(next(.urgency, [cell(leaves: 0.3), cell(leaves: 0.9), cell()]) == 2)
    // A cheap image first, where both lose alike.
    #expect(
      next(.urgency, [cell(leaves: 0.5, seconds: 0.08), cell(leaves: 0.5, seconds: 0.02)]) == 1)
    // A cell that shows a degraded image can wait for one that shows nothing.
    #expect(next(.urgency, [cell(leaves: 0.3, hasDegraded: true), cell(leaves: 0.3)]) == 1)
    // An image that comes soon goes before one that will be gone by then, even as a prefetch, and after one that stays blank
    // meanwhile; one that never comes goes last.
    #expect(next(.urgency, [cell(leaves: 0.05), cell(.prefetch, enters: 0.03, leaves: 0.4)]) == 1)
    #expect(next(.urgency, [cell(), cell(.prefetch, enters: 0.05, leaves: 0.4)]) == 0)
    #expect(next(.urgency, [cell(), cell(.prefetch, enters: .infinity)]) == 0)
  }

  @Test func `is a cheap degraded image before a final one, by urgency, where the scroll leads`() {
    let final = cell(.prefetch, enters: 0.05, leaves: 0.15, seconds: 0.03)
    let better = cell(.prefetch, enters: 0.05, leaves: 0.15, seconds: 0.03, hasDegraded: true)
    let degraded = cell(.prefetch, enters: 0.05, leaves: 0.15, seconds: 0.001, isDegraded: true)
    #expect(next(.urgency, [final, degraded]) == 1)
    #expect(next(.urgency, [better, final]) == 1, "what shows nothing yet comes first")
    let unreached = [0.001, 0.03].map {
      cell(.prefetch, enters: .infinity, seconds: $0, isDegraded: $0 < 0.01)
    }
    #expect(next(.urgency, unreached) == 1, "there is time for final images")
  }

  @Test func `is the newest for a cell, if nothing is known of the scroll`() {
    #expect(next(.urgency, [cell(), cell(seconds: 0.5), cell(.prefetch)]) == 1)
    #expect(next(.urgency, [cell(.prefetch), cell(.prefetch)]) == 0)
  }
}

@Suite struct `A scroll's path` {
  private let layout = GridLayout(viewport: .init(width: 300, height: 600), columns: 3, spacing: 0)

  private func path(
    _ phase: ScrollState.Phase, offset: Double = 1000, velocity: Double = 0
  ) -> ScrollPath {
    ScrollPath(
      ScrollState(offset: offset, velocity: velocity, phase: phase, layout: layout, itemCount: 300))
  }

  /// The first item of a row; rows are 100 points high.
  private func sighting(_ path: ScrollPath, row: Int) -> RequestOrder.Sighting {
    path.sighting(ofItem: row * 3)
  }

  @Test func `at rest shows what is on screen, and nothing else`() {
    let still = path(.idle)
    #expect(sighting(still, row: 12) == .unknown)
    #expect(sighting(still, row: 16).enters == .infinity)
    #expect(sighting(still, row: 9).leaves == 0)
  }

  @Test func `of a drag is a straight line`() {
    let drag = path(.dragging, velocity: 500)
    // Row 16 begins at 1600, where the screen ends now; row 17 is 100 points on.
    #expect(abs(sighting(drag, row: 17).enters - 0.2) < 1e-5)
    #expect(abs(sighting(drag, row: 10).leaves - 0.2) < 1e-5)
    // Not seen within 0.6 s.
    #expect(sighting(drag, row: 25).enters == .infinity && sighting(drag, row: 14).leaves == .infinity)
    let back = path(.dragging, velocity: -500)
    #expect(abs(sighting(back, row: 8).enters - 0.2) < 1e-5)
    #expect(abs(sighting(back, row: 15).leaves - 0.2) < 1e-5)
  }

  @Test func `of a fling is the exponential to its rest`() {
    // K = −v ÷ D = −2 a second: after ln 2 ÷ 2 s it has gone half of the way.
    let fling = path(.decelerating(restingOffset: 2000), velocity: 2000)
    #expect(abs(sighting(fling, row: 14).leaves - 0.34657) < 1e-4)
    #expect(abs(sighting(fling, row: 21).enters - 0.34657) < 1e-4)
    #expect(sighting(fling, row: 22).leaves == .infinity)
    #expect(sighting(fling, row: 26).enters == .infinity)
  }

  @Test func `stops where the content ends, and does not bounce`() {
    // The content ends at 10,000; the last screenful begins at 9400.
    let fling = path(.decelerating(restingOffset: 12_000), offset: 9000, velocity: 6000)
    #expect(sighting(fling, row: 99).enters.isFinite && sighting(fling, row: 99).leaves == .infinity)
    let bounce = path(.decelerating(restingOffset: 9400), offset: 9500, velocity: 300)
    #expect(sighting(bounce, row: 96) == .unknown)
  }
}
