import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite("Justified rows")
struct JustifiedRowsTests {
  /// Nominal rows of 100 pt on 300 pt.
  private func layout(
    _ ratios: [Double], count: Int? = nil, spacing: Double = 0, axis: GridLayout.Axis = .vertical,
    sections: GridLayout.Sections? = nil
  ) -> GridLayout {
    GridLayout(
      viewport: .init(width: 300, height: 300), columns: 3, spacing: spacing, axis: axis, sections: sections,
      aspectRatios: .init(ratios, count: count))
  }

  @Test func `take photos until they reach across, and are made as low as it takes`() {
    // 1.5 + 2.5 at 75 pt, 4 alone at 75 pt, 1 + 1 + 1 at 100 pt, and the rest at the greatest row height.
    let layout = layout([1.5, 2.5, 4, 1, 1, 1, 0.5, 2])
    let tops: [Double] = [0, 0, 75, 150, 150, 150, 250, 250]
    #expect((0..<8).map { layout.top(ofItem: $0) } == tops)
    let cells = layout.cells(at: 0, itemCount: 8)
    #expect(cells.map(\.width) == [112.5, 187.5, 300, 100, 100, 100, 50, 200])
    #expect(cells.map(\.height) == [75, 75, 75, 100, 100, 100, 100, 100])
    #expect(cells.map(\.x) == [0, 112.5, 0, 0, 100, 200, 0, 50])
    #expect(layout.contentLength(itemCount: 8) == 350 && layout.contentLength(itemCount: 1) == 75)
    #expect(layout.contentLength(itemCount: 0) == 0 && layout.maximumOffset(itemCount: 8) == 50)
  }

  @Test func `leave spacings their room, and end before one that takes all of it`() {
    let layout = layout([1, 1, 1, 1], spacing: 30)
    // Three of (300 − 60) ÷ 3.
    #expect(layout.side == 80 && layout.top(ofItem: 3) == 110)
    #expect(layout.cells(at: 0, itemCount: 4)[0].width == 80)
    let narrow = GridLayout(
      viewport: .init(width: 100, height: 300), columns: 2, spacing: 50,
      aspectRatios: .init([0.1, 0.1, 0.1, 0.1, 0.1]))
    // Beside two spacings of 50 pt a third photo has no room.
    #expect((0..<5).map { narrow.top(ofItem: $0) } == [0, 0, 75, 75, 150])
    let second = narrow.cells(at: 0, itemCount: 5)[1]
    #expect(second.height == 25 && second.width == 2.5)
  }

  @Test func `start over below a section's header, and are upright in a grid that scrolls sideways`() {
    let sections = GridLayout.Sections(photos: [1, 2], header: 20)
    let tops = (0..<5).map { layout([4, 1, 1], count: 5, sections: sections).top(ofItem: $0) }
    #expect(tops == [20, 115, 115, 235, 330])
    let strip = layout([0.25, 1, 1, 1, 2], axis: .horizontal)
    let cells = strip.cells(at: 0, itemCount: 5)
    #expect(cells.map(\.x) == [0, 75, 75, 75, 175])
    #expect(cells.map(\.y) == [0, 0, 100, 200, 0])
    #expect(cells[0].height == 300 && cells[4].height == 50)
    #expect(strip.largestCell.width == 100 && strip.largestCell.height == 300)
  }

  @Test func `count what is seen by its points`() {
    let layout = layout([2, 2, 4])
    // Both rows are 75 pt high, and three quarters of 100 pt by 300 pt.
    #expect(layout.visibleArea(of: 0..<3, offset: 0) == 4.5)
    #expect(layout.visibleArea(ofItem: 0, offset: 0) == 1.125)
    #expect(layout.visibleShare(ofItem: 0, offset: 37.5) == 0.5)
    #expect(layout.visibleArea(of: 0..<3, offset: 37.5) == 3.375)
  }

  @Test func `are no wider than the grid, no higher than a square cell, and full but where something ends`() {
    var random = Shuffler(seed: 5)
    for _ in 0..<500 {
      let grid = GridLayout.random(&random)
      let listed = grid.aspectRatios?.count ?? 0
      let breadth = grid.viewport.breadth(across: grid.axis)
      var item = 0
      while item < listed {
        let top = grid.top(ofItem: item)
        let row = (item..<listed).prefix { grid.top(ofItem: $0) == top }
        let cells = Array(grid.cells(at: top, itemCount: listed).prefix(row.count))
        #expect(cells.map(\.item) == Array(row))
        let wide = cells.map { grid.axis == .vertical ? $0.width : $0.height }.reduce(0, +)
        let all = wide + grid.spacing * Double(row.count - 1)
        let height = grid.axis == .vertical ? cells[0].height : cells[0].width
        #expect(height > 0 && height <= grid.side && all <= breadth + 1e-6, "\(grid), row of \(item)")
        // A row that is not full is as high as rows are.
        #expect(abs(all - breadth) < 1e-6 || height == grid.side, "\(grid), row of \(item)")
        let largest = grid.largestCell
        for cell in cells {
          #expect(cell.width <= largest.width + 1e-6 && cell.height <= largest.height + 1e-6)
        }
        item = row.endIndex
      }
    }
  }

  @Test func `of squares are those of a square grid`() {
    let square = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 0)
    let justified = GridLayout(
      viewport: .init(width: 390, height: 844), columns: 3, spacing: 0, aspectRatios: .init([1], count: 90))
    for item in 0..<200 {
      let top = square.top(ofItem: item)
      #expect(justified.top(ofItem: item) == top)
      #expect(justified.cells(at: top, itemCount: 200) == square.cells(at: top, itemCount: 200))
      #expect(
        justified.visibleArea(ofItem: item, offset: 700) == square.visibleArea(ofItem: item, offset: 700))
    }
  }

  @Test func `keep the item at the top when the layout changes`() {
    let grid = layout([1.5, 2.5, 4, 1, 1, 1, 0.5, 2], count: 400)
    #expect(grid.turned.aspectRatios == grid.aspectRatios && grid.turned == grid)
    for offset in stride(from: 0.0, to: grid.maximumOffset(itemCount: 400) - 1000, by: 61.7) {
      let next = grid.with(columns: 4)
      let moved = grid.offset(offset, in: next, itemCount: 400)
      let anchors = [(grid, offset), (next, moved)].map { layout, offset in
        layout.items(from: offset, to: offset + 300, itemCount: 400).lowerBound
      }
      #expect(next.top(ofItem: anchors[1]) == next.top(ofItem: anchors[0]), "the same row, at \(offset)")
    }
  }
}

@Suite("Aspect ratios")
struct AspectRatiosTests {
  @Test func `are thousandths from a twentieth to twenty`() {
    let ratios = GridLayout.AspectRatios([4.0 / 3, 1000, 0, .nan, .infinity])
    #expect(ratios.list == [1.333, 20, 0.05, 1, 1] && ratios.count == 5)
    #expect(ratios[5] == 1 && ratios[-1] == 1)
  }

  @Test func `are kept as the shortest list that repeats`() {
    func list(_ ratios: [Double], _ count: Int? = nil) -> [Double] {
      GridLayout.AspectRatios(ratios, count: count).list
    }
    #expect(list([1, 2, 1, 2, 1]) == [1, 2])
    #expect(list([1, 2, 1], 4) == [1, 2, 1])
    #expect(list([1, 2, 1], 3) == [1, 2])
    #expect(list([1, 2, 1, 2], 1000) == [1, 2] && list([3, 3, 3]) == [3])
    #expect(list([1, 2, 3], 2) == [1, 2] && list([], 9) == [] && list([1], 0) == [])
    var random = Shuffler(seed: 8)
    for _ in 0..<300 {
      let given = (0..<1 + random.next(8)).map { _ in Double(1 + random.next(2)) }
      let ratios = GridLayout.AspectRatios(given, count: random.next(30))
      let all = (0..<ratios.count).map { given[$0 % given.count] }
      #expect((0..<ratios.count).map { ratios[$0] } == all)
      let shorter = (1..<max(1, ratios.list.count)).filter { period in
        all.indices.allSatisfy { all[$0] == all[$0 % period] }
      }
      #expect(shorter.isEmpty, "\(given), \(ratios.count)")
    }
  }

  @Test func `are those of upright photos with their edits`() throws {
    func ratio(
      _ width: Int, _ height: Int, _ orientation: ImageOrientation = .up, _ adjustments: Adjustments? = nil
    ) -> Double {
      let date = Date(timeIntervalSince1970: 0)
      return Asset(
        localIdentifier: "photo", pixelSize: PixelSize(width: width, height: height),
        orientation: orientation, creationDate: date, modificationDate: date, adjustments: adjustments,
        original: Original(path: "photo.jpg", format: .jpegBaseline, byteCount: 9)
      ).aspectRatio
    }
    #expect(
      ratio(3000, 4000) == 0.75 && ratio(3000, 4000, .right) == 0.75, "a size is that of the upright photo")
    #expect(ratio(3000, 4000, .right, Adjustments(quarterTurns: 1)) == 4.0 / 3)
    let left = try NormalizedRect(x: 0, y: 0, width: 0.5, height: 1)
    #expect(ratio(3000, 4000, .up, Adjustments(cropRect: left)) == 0.375)
    #expect(ratio(3000, 4000, .right, Adjustments(cropRect: left)) == 0.375)
    #expect(ratio(0, 0) == 1, "nothing is known of a file that cannot be read")
  }
}
