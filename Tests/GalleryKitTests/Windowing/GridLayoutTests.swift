import GalleryKit
import TestSupport
import Testing

@Suite("The grid's layout")
struct GridLayoutTests {
  private let layout = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)

  @Test func `columns fill the width`() {
    let width: Double = 390 - 2 * 2
    #expect(layout.side == width / 3)
    #expect(layout.rowPitch * 3 == 392)
  }

  @Test func `content ends with a cell, not with spacing`() {
    #expect(layout.contentHeight(itemCount: 0) == 0)
    #expect(layout.contentHeight(itemCount: 1) == layout.side)
    #expect(layout.contentHeight(itemCount: 4) == layout.side * 2 + 2)
    #expect(layout.maximumOffset(itemCount: 3) == 0)
  }

  @Test func `visible items in closed form are those found by looking at each`() {
    var random = Shuffler(seed: 1)
    for _ in 0..<2000 {
      let columns = 1 + random.next(6)
      let spacing = Double(random.next(5))
      let layout = GridLayout(
        viewport: .init(width: 300 + Double(random.next(200)), height: 400), columns: columns,
        spacing: spacing)
      let count = random.next(200)
      let top = Double(random.next(20_000)) / 10 - 300
      let bottom = top + Double(random.next(10_000)) / 10
      let found = (0..<count).filter { item in
        layout.top(ofItem: item) < bottom && layout.top(ofItem: item) + layout.side > top
      }
      let range = layout.items(from: top, to: bottom, itemCount: count)
      #expect(
        Array(range) == found, "columns \(columns), spacing \(spacing), \(count) items, \(top) to \(bottom)")
    }
  }

  @Test func `ten million items cost no more than ten`() {
    let items = layout.items(from: 4e8, to: 4e8 + 844, itemCount: 10_000_000)
    #expect(items.count == 24 || items.count == 21)
    #expect(layout.top(ofItem: items.lowerBound) <= 4e8)
  }

  @Test func `the visible shares of a viewport's cells add up to its area`() {
    let layout = GridLayout(viewport: .init(width: 300, height: 500), columns: 3, spacing: 0)
    for offset in [0.0, 33, 99.5, 100] {
      let items = layout.items(from: offset, to: offset + 500, itemCount: 300)
      let area =
        items.reduce(0) { $0 + layout.visibleShare(ofItem: $1, offset: offset) } * layout.side * layout.side
      #expect(abs(area - 300 * 500) < 1e-6)
    }
  }
}
