import GalleryKit
import Testing

private let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)

private func state(
  _ velocity: Double = 0, phase: ScrollState.Phase = .idle, seconds: Double = 0.045, capacity: Int = .max
) -> ScrollState {
  ScrollState(
    offset: 13_067, velocity: velocity, phase: phase, hasScrolled: true, layout: layout, itemCount: 3000,
    decoding: .init(workers: 2, seconds: seconds, capacity: capacity))
}

@Suite("ladder")
struct LadderTests {
  private func window(
    _ velocity: Double = 0, phase: ScrollState.Phase = .idle, capacity: Int = .max
  ) -> CachingWindow {
    LadderStrategy().window(for: state(velocity, phase: phase, capacity: capacity), after: .empty)
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

@Suite("bank")
struct BankTests {
  private func window(_ state: ScrollState, _ parameters: [String: Double] = [:]) -> CachingWindow {
    BankStrategy(parameters).window(for: state, after: .empty)
  }

  @Test(arguments: [(0.045, 6000.0, 1.11), (0.075, 8000, 2.72), (0.022, 6000, 0.23), (0.010, 6000, 0)])
  func `holds what two decoders fall behind in a fling`(seconds: Double, speed: Double, screens: Double) {
    let cells = BankStrategy.deficit(speed, in: layout, .init(workers: 2, seconds: seconds, capacity: 0))
    let cellsPerScreen = 844 / layout.rowPitch * 3
    #expect(abs(cells / cellsPerScreen - screens) < 0.005)
  }

  @Test func `reaches twice as far, around the viewport, and a screenful behind`() {
    // 21.50 cells are missed at 6,000 points a second: 14.33 rows ahead of the 6.46 on screen.
    let rest = state(seconds: 0.045)
    #expect(rest.visibleItems == 300..<321)
    #expect(window(rest).span == 279..<363)
    #expect(window(rest).items(tier: .decoded).prefix(63) == ArraySlice(300..<363))
    #expect(window(state(-1, phase: .dragging, seconds: 0.045)).span == 255..<339)
    // A fling changes nothing about it, wherever it will end.
    let fling = state(3000, phase: .decelerating(restingOffset: 30_000), seconds: 0.045)
    #expect(window(fling) == window(rest))
  }

  @Test func `is what goes by until an image is seen, where decoders keep up`() {
    // 6,000 points a second, for 2 · 10 ms and two frames: 320 points, as far as row 108.
    #expect(window(state(seconds: 0.010)).span == 279..<327)
    #expect(window(state(-1, phase: .dragging, seconds: 0.010)).span == 291..<339)
    #expect(window(state(seconds: 0.010), ["leading": 100]).span == 279..<324, "a row at least")
  }

  @Test func `is what a second makes or a screenful, then what is behind, then what is farther ahead`() {
    // 20 cells a second are 6.67 rows, of the 26 that two such flings miss; two screenfuls are 12.92.
    let slow = window(state(seconds: 0.1)).items(tier: .decoded)
    #expect(slow == Array(300..<342) + (279..<300).reversed() + Array(342..<360))
    // Two cells a second; 6,000 points go by while two images are made, of which a screenful comes first: 6.46 rows.
    let slower = window(state(-1, phase: .dragging, seconds: 1)).items(tier: .decoded)
    #expect(slower == (279..<321).reversed() + Array(321..<339) + (261..<279).reversed())
  }

  @Test func `reaches as far as the users' own flings`() {
    let slow = window(state(seconds: 0.045), ["leading": 2000]).span
    let fast = window(state(seconds: 0.045), ["leading": 8000]).span
    #expect(slow == 279..<327 && fast == 279..<366)
  }

  @Test func `leaves out what memory has no room for, the farthest behind first`() {
    for (capacity, items) in [
      (65, Array(300..<363) + [299, 298]), (30, Array(300..<330)), (5, Array(300..<305)),
    ] {
      #expect(window(state(seconds: 0.045, capacity: capacity)).items(tier: .decoded) == items)
    }
  }
}
