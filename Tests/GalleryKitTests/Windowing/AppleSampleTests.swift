import GalleryKit
import Testing

/// The published sample, as rectangles and sets of items, to compare the strategy with.
private struct PublishedSample {
  struct Strip {
    var top: Double
    var bottom: Double
  }

  let layout: GridLayout
  let itemCount: Int
  var previous = Strip(top: 0, bottom: 0)
  var cached: Set<Int> = []

  /// Every item whose cell touches the strip, found by looking at each.
  func items(in strip: Strip) -> [Int] {
    (0..<itemCount).filter {
      layout.top(ofItem: $0) < strip.bottom && layout.top(ofItem: $0) + layout.side > strip.top
    }
  }

  /// The items that the sample starts and stops at this offset, or `nil` where it does nothing.
  mutating func update(offset: Double) -> (start: [Int], stop: [Int])? {
    let height = layout.viewport.height
    let new = Strip(top: offset - height / 2, bottom: offset + height * 1.5)
    let old = previous
    let moved = abs((new.top + new.bottom) / 2 - (old.top + old.bottom) / 2)
    guard moved > height / 3 else { return nil }
    var added: [Strip] = []
    var removed: [Strip] = []
    if old.top <= new.bottom && new.top <= old.bottom {
      if new.bottom > old.bottom { added.append(Strip(top: old.bottom, bottom: new.bottom)) }
      if old.top > new.top { added.append(Strip(top: new.top, bottom: old.top)) }
      if new.bottom < old.bottom { removed.append(Strip(top: new.bottom, bottom: old.bottom)) }
      if old.top < new.top { removed.append(Strip(top: old.top, bottom: new.top)) }
    } else {
      added = [new]
      removed = [old]
    }
    previous = new
    let start = added.flatMap(items)
    let stop = removed.flatMap(items)
    cached.formUnion(start)
    cached.subtract(stop)
    return (start.sorted(), stop.sorted())
  }
}

@Suite("apple-sample")
struct AppleSampleTests {
  private static let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)

  /// Slow and fast, forwards and backwards, a jump, past both ends, and a third of a screenful less and more.
  private static let traces: [[Double]] = [
    (0..<400).map { Double($0) * 13.7 },
    (0..<200).map { Double($0) * 133 },
    (0..<300).map { 7000 - Double($0) * 23.6 },
    [0, 300, 5000, 5100, 200, 150, 20_000, 19_000, 0],
    (0..<300).map { 3000 + 2500 * (Double($0 % 60) / 30 - 1) },
    [0, 281, 282],
  ]

  @Test(arguments: traces)
  func `starts and stops exactly what the published arithmetic does`(offsets: [Double]) {
    let strategy = AppleSampleStrategy()
    var published = PublishedSample(layout: Self.layout, itemCount: 600)
    var window = CachingWindow.empty
    var redundant = 0
    var straddling = 0
    for offset in offsets {
      let state = ScrollState(offset: offset, layout: Self.layout, itemCount: 600)
      let next = strategy.window(for: state, after: window)
      let before = published.cached
      let expected = published.update(offset: offset)
      #expect((next != window) == (expected != nil), "at \(offset)")
      if let expected {
        let start = (next.calls?.start ?? []).flatMap(Array.init).sorted()
        let stop = (next.calls?.stop ?? []).flatMap(Array.init).sorted()
        #expect(start == expected.start, "at \(offset)")
        #expect(stop == expected.stop, "at \(offset)")
        redundant += start.count { before.contains($0) }
        let covered = Set(published.items(in: published.previous))
        straddling += stop.count { covered.contains($0) }
      }
      #expect(Set(next.items(tier: .decoded)) == published.cached, "at \(offset)")
      window = next
    }
    // Rows that straddle the rectangle's edges; only jumps beyond it have none.
    if offsets.count > 100 { #expect(redundant > 0 && straddling > 0) }
  }
}
