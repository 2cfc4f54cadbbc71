import GalleryKit
import TestSupport
import Testing

@Suite("A grid's sections")
struct GridSectionsTests {
  private let layout = GridLayout(
    viewport: .init(width: 300, height: 500), columns: 3, spacing: 0,
    sections: .init(photos: [4, 1], header: 20))

  @Test func `begin rows of their own below their headers, the list over and over`() {
    let tops = (0..<10).map { layout.top(ofItem: $0) }
    let expected: [Double] = [20, 20, 20, 120, 240, 360, 360, 360, 460, 580]
    #expect(tops == expected)
    #expect(layout.corner(ofItem: 4, offset: 200).x == 0)
    #expect(layout.corner(ofItem: 3, offset: 20).y == 100)
  }

  @Test func `are content up to the last photo's lower edge`() {
    #expect(layout.contentLength(itemCount: 0) == 0)
    #expect(layout.contentLength(itemCount: 4) == 220)
    #expect(layout.contentLength(itemCount: 5) == 340)
    #expect(layout.maximumOffset(itemCount: 8) == 0)
    #expect(layout.maximumOffset(itemCount: 9) == 60)
  }

  @Test func `count what is seen of cells, and nothing of headers`() {
    #expect(layout.items(from: 0, to: 20, itemCount: 100) == 0..<0)
    #expect(layout.items(from: 220, to: 240, itemCount: 100).isEmpty)
    let items = layout.items(from: 70, to: 290, itemCount: 100)
    #expect(items == 0..<5)
    let area = items.reduce(0) { $0 + layout.visibleShare(ofItem: $1, offset: 70) }
    #expect(layout.visibleArea(of: items, offset: 70) == area)
    #expect(area == 3.5, "half of three cells, and two whole")
  }

  @Test func `of photos in whole rows, each below a spacing, are as good as none`() {
    let plain = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
    let sectioned = GridLayout(
      viewport: .init(width: 390, height: 844), columns: 3, spacing: 2,
      sections: .init(photos: [6, 3, 12], header: 2))
    for item in 0..<300 {
      #expect(abs(sectioned.top(ofItem: item) - plain.top(ofItem: item) - 2) < 1e-6)
    }
  }

  @Test func `have the visible items in O(log sections) that are found by looking at each`() {
    var random = Shuffler(seed: 4)
    for _ in 0..<2000 {
      let layout = GridLayout(
        viewport: .init(width: 300 + Double(random.next(200)), height: 400), columns: 1 + random.next(6),
        spacing: Double(random.next(5)), axis: GridLayout.Axis.allCases[random.next(2)],
        sections: .init(
          photos: (0..<1 + random.next(4)).map { _ in 1 + random.next(20) }, header: Double(random.next(60))))
      let count = random.next(200)
      let top = Double(random.next(20_000)) / 10 - 300
      let bottom = top + Double(random.next(10_000)) / 10
      let found = (0..<count).filter { item in
        layout.top(ofItem: item) < bottom && layout.top(ofItem: item) + layout.side > top
      }
      let items = layout.items(from: top, to: bottom, itemCount: count)
      #expect(Array(items) == found, "\(layout), \(count) items, \(top) to \(bottom)")
    }
  }

  @Test func `stay where the grid is laid out anew`() {
    #expect(layout.turned.sections == layout.sections)
    #expect(layout.with(columns: 2).top(ofItem: 4) == 340, "below two rows of 150 points and two headers")
  }
}
