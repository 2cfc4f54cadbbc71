import Foundation
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
    #expect(layout.contentLength(itemCount: 0) == 0)
    #expect(layout.contentLength(itemCount: 1) == layout.side)
    #expect(layout.contentLength(itemCount: 4) == layout.side * 2 + 2)
    #expect(layout.maximumOffset(itemCount: 3) == 0)
  }

  @Test(arguments: [false, true])
  func `visible items in closed form are those found by looking at each`(isJustified: Bool) {
    var random = Shuffler(seed: 1)
    for _ in 0..<2000 {
      let grid = GridLayout.random(&random, isJustified: isJustified)
      // Beyond the photos whose shapes are known, the grid continues with squares.
      let count = random.next(1 + 2 * (grid.aspectRatios?.count ?? 100))
      let top = Double(random.next(40_000)) / 10 - 300
      let bottom = top + Double(1 + random.next(10_000)) / 10
      let found = (0..<count).filter { item in
        let edges = grid.edges(ofItem: item)
        return edges.top < bottom && edges.bottom > top
      }
      let items = grid.items(from: top, to: bottom, itemCount: count)
      #expect(Array(items) == found, "\(grid), \(count) items, \(top) to \(bottom)")
      let area = items.reduce(0) { $0 + grid.visibleArea(ofItem: $1, offset: top) }
      #expect(abs(grid.visibleArea(of: items, offset: top) - area) < 1e-6)
    }
  }

  static let emptyViewports: [GridLayout.Size] = [
    .init(width: 0, height: 0), .init(width: -1, height: 5), .init(width: 4, height: 800),
    .init(width: .nan, height: .nan), .init(width: .infinity, height: .infinity),
    .init(width: 1e-300, height: 1),
  ]

  @Test(arguments: emptyViewports, [GridLayout.Axis.vertical, .horizontal])
  func `a view that has no size yet is an empty grid`(viewport: GridLayout.Size, axis: GridLayout.Axis) {
    let turned = GridLayout.Size(width: viewport.height, height: viewport.width)
    for (sections, ratios) in [
      (nil, nil), (GridLayout.Sections(photos: [3, 1], header: 20), nil),
      (nil, GridLayout.AspectRatios([1.5, 0.5], count: 90)),
    ] {
      let empty = GridLayout(
        viewport: axis == .vertical ? viewport : turned, columns: 3, spacing: 2, axis: axis,
        sections: sections,
        aspectRatios: ratios)
      #expect(empty.isEmpty && empty.side == 0)
      #expect(empty.contentLength(itemCount: 90) == 0 && empty.maximumOffset(itemCount: 90) == 0)
      #expect(empty.items(from: -100, to: 1e6, itemCount: 90).isEmpty)
      #expect(empty.cells(at: 0, itemCount: 90).isEmpty)
      #expect(empty.visibleShare(ofItem: 5, offset: 0) == 0)
      #expect(empty.visibleArea(of: 0..<90, offset: 0) == 0)
      #expect(empty.largestCell.width == 0 && empty.largestCell.height == 0)
      // Its layout, once it has a size, begins at the top.
      #expect(empty.offset(500, in: layout, itemCount: 90) == 0)
      #expect(layout.offset(500, in: empty, itemCount: 90) == 0)
      _ = (empty.turned, empty.with(columns: 1), empty.top(ofItem: 7))
    }
  }

  @Test func `numbers that no grid can have are brought within what one can`() {
    let view = GridLayout.Size(width: 300, height: 600)
    #expect(GridLayout(viewport: view, columns: 0, spacing: 2).columns == 1)
    #expect(
      GridLayout(viewport: view, columns: -5, spacing: -2)
        == GridLayout(viewport: view, columns: 1, spacing: 0))
    #expect(GridLayout(viewport: view, columns: 3, spacing: .nan).spacing == 0)
    #expect(layout.with(columns: 0).columns == 1)
    let sections = GridLayout.Sections(photos: [3, 0, -2, 4], header: -.infinity)
    #expect(sections.photos == [3, 4] && sections.header == 0)
    let none = GridLayout(
      viewport: view, columns: 3, spacing: 0, sections: .init(photos: [0], header: 9))
    #expect(none.sections == nil && none.contentLength(itemCount: 3) == 100)
    #expect(GridLayout.AspectRatios([1, 2], count: -1).count == 0)
    #expect(layout.items(from: 0, to: 100, itemCount: -3).isEmpty)
    let fine = GridLayout(viewport: .init(width: 20, height: 600), columns: 15_000, spacing: 0)
    #expect(fine.items(from: 0, to: .infinity, itemCount: 900) == 0..<900)
    #expect(layout.contentLength(itemCount: .max) > 1e19)
    for sections in [nil, GridLayout.Sections(photos: [.max, .max], header: 20)] {
      for ratios in [nil, GridLayout.AspectRatios([1.5, 0.5], count: 90)] {
        let grid = GridLayout(
          viewport: view, columns: 3, spacing: 2, sections: sections, aspectRatios: ratios)
        for item in [Int.min, .max] {
          let edges = grid.edges(ofItem: item)
          #expect(edges.top.isFinite && edges.bottom.isFinite)
        }
      }
    }
  }

  @Test(arguments: [nil, GridLayout.AspectRatios([1.5, 0.5], count: 90)])
  func `an interval without end shows the content, and an invalid one shows nothing`(
    ratios: GridLayout.AspectRatios?
  ) {
    for sections in [nil, GridLayout.Sections(photos: [3, 1], header: 20)] {
      let grid = GridLayout(
        viewport: layout.viewport, columns: 3, spacing: 2, sections: sections, aspectRatios: ratios)
      #expect(grid.items(from: -.infinity, to: .infinity, itemCount: 900) == 0..<900)
      #expect(grid.items(from: 1e300, to: .infinity, itemCount: 900).isEmpty)
      #expect(grid.items(from: -.infinity, to: -1e300, itemCount: 900).isEmpty)
      #expect(grid.items(from: .nan, to: 1, itemCount: 900).isEmpty)
      #expect(grid.items(from: 1, to: .nan, itemCount: 900).isEmpty)
      #expect(grid.cells(at: .infinity, itemCount: 900).isEmpty)
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

  @Test func `the most cells that it ever shows are in as many rows as reach across, and one more`() {
    // Rows of 100 points: two whole ones and parts of two.
    for height in [250.0, 300] {
      let grid = GridLayout(viewport: .init(width: 300, height: height), columns: 3, spacing: 0)
      #expect(grid.items(from: 75, to: 75 + height, itemCount: 90) == 0..<12)
      #expect(grid.neverShows(moreThan: 12) && !grid.neverShows(moreThan: 11))
    }
  }

  @Test func `rotated, the same cells are in a row across the longer side`() {
    let turned = layout.turned
    #expect(turned.viewport == .init(width: 844, height: 390))
    #expect(turned.side == (844.0 - 4) / 3 && turned.turned == layout)
    #expect(layout.with(columns: 5).side == (390.0 - 8) / 5)
  }

  @Test func `laid out again, the first item in view stays at the top, as much of its row scrolled off`() {
    let grid = GridLayout(viewport: .init(width: 300, height: 600), columns: 3, spacing: 0)
    // Item 30 is in row 10 of three columns, 6 of five, 10 of three that are twice as large.
    #expect(grid.offset(1025, in: grid.with(columns: 5), itemCount: 900) == 6.25 * 60)
    #expect(grid.offset(1025, in: grid.turned, itemCount: 900) == 10.25 * 200)
    #expect(grid.offset(1025, in: grid, itemCount: 900) == 1025)
    // The content's end holds it farther down.
    let end = grid.maximumOffset(itemCount: 900)
    let wide = grid.with(columns: 5)
    #expect(grid.offset(end, in: wide, itemCount: 900) == wide.maximumOffset(itemCount: 900))
    #expect(grid.offset(0, in: wide, itemCount: 0) == 0)
  }

  @Test func `on its side, a grid has the same cells at the same distances`() {
    let strip = GridLayout(
      viewport: .init(width: 844, height: 390), columns: 3, spacing: 2, axis: .horizontal)
    #expect(strip.side == layout.side && strip.screenful == 844)
    #expect(strip.maximumOffset(itemCount: 900) == layout.maximumOffset(itemCount: 900))
    let items = strip.items(from: 1000, to: 1000 + strip.screenful, itemCount: 900)
    #expect(items == layout.items(from: 1000, to: 1844, itemCount: 900))
    let lying = strip.cells(at: 1000, itemCount: 900)
    let standing = layout.cells(at: 1000, itemCount: 900)
    #expect(lying.map(\.x) == standing.map(\.y) && lying.map(\.y) == standing.map(\.x))
    for item in items {
      #expect(
        strip.visibleShare(ofItem: item, offset: 1000) == layout.visibleShare(ofItem: item, offset: 1000))
    }
    // A device that is rotated scrolls it as before, and shows less of it.
    #expect(strip.turned.axis == .horizontal && strip.turned.screenful == 390)
    #expect(strip.turned.side == (844.0 - 4) / 3 && strip.with(columns: 2).side == 194)
  }

  @Test func `what is at the top is in view in any other layout`() {
    var random = Shuffler(seed: 2)
    for _ in 0..<2000 {
      let grid = GridLayout(
        viewport: .init(width: 200 + Double(random.next(600)), height: 200 + Double(random.next(600))),
        columns: 1 + random.next(8), spacing: Double(random.next(6)),
        axis: GridLayout.Axis.allCases[random.next(2)])
      let next = random.next(2) == 0 ? grid.turned : grid.with(columns: 1 + random.next(8))
      let count = 1 + random.next(500)
      let offset = Double(random.next(1000)) / 1000 * grid.maximumOffset(itemCount: count)
      let anchor = grid.items(from: offset, to: offset + grid.screenful, itemCount: count).lowerBound
      let moved = grid.offset(offset, in: next, itemCount: count)
      let seen = next.items(from: moved, to: moved + next.screenful, itemCount: count)
      #expect(seen.contains(anchor), "\(grid) at \(offset) as \(next) at \(moved)")
      #expect((0...next.maximumOffset(itemCount: count)).contains(moved))
    }
  }
}

@Suite("A grid's sections")
struct GridSectionsTests {
  private let layout = GridLayout(
    viewport: .init(width: 300, height: 500), columns: 3, spacing: 0,
    sections: .init(photos: [4, 1], header: 20))

  @Test func `begin new rows below their headers, the list over and over`() {
    let tops = (0..<10).map { layout.top(ofItem: $0) }
    let expected: [Double] = [20, 20, 20, 120, 240, 360, 360, 360, 460, 580]
    #expect(tops == expected)
    #expect(layout.cells(at: 200, itemCount: 10).first { $0.item == 4 }?.x == 0)
    #expect(layout.cells(at: 20, itemCount: 10).first { $0.item == 3 }?.y == 100)
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

  @Test func `of photos in whole rows, each below a spacing, change nothing`() {
    let plain = GridLayout(viewport: .init(width: 390, height: 844), columns: 3, spacing: 2)
    let sectioned = GridLayout(
      viewport: .init(width: 390, height: 844), columns: 3, spacing: 2,
      sections: .init(photos: [6, 3, 12], header: 2))
    for item in 0..<300 {
      #expect(abs(sectioned.top(ofItem: item) - plain.top(ofItem: item) - 2) < 1e-6)
    }
  }

  @Test func `are read as they are made, those without photos left out`() throws {
    let text = #"{"photos":[0,3],"header":-9}"#
    let read = try JSONDecoder().decode(GridLayout.Sections.self, from: Data(text.utf8))
    #expect(read.photos == [3] && read.header == 0)
    #expect(try JSONDecoder().decode(GridLayout.Sections.self, from: JSONEncoder().encode(read)) == read)
  }

  @Test func `stay when the layout changes`() {
    #expect(layout.turned.sections == layout.sections)
    #expect(layout.with(columns: 2).top(ofItem: 4) == 340, "below two rows of 150 points and two headers")
  }

  @Test func `keep as much of a header in view when the layout changes below it`() {
    let single = layout.with(columns: 1)
    // Of the second section the header begins at 220 points, and at 1,220 below four rows of 300.
    #expect(layout.offset(220, in: single, itemCount: 100) == 1220)
    #expect(layout.offset(235, in: single, itemCount: 100) == 1235)
    #expect(layout.offset(290, in: single, itemCount: 100) == 1240 + 150)
    #expect(single.offset(1235, in: layout, itemCount: 100) == 235)
  }
}

extension GridLayout {
  /// A grid of squares or of justified rows, with sections or without, down or sideways.
  static func random(_ random: inout Shuffler, isJustified: Bool = true) -> GridLayout {
    let ratios = (0..<1 + random.next(12)).map { _ in Double(50 + random.next(2500)) / 1000 }
    return GridLayout(
      viewport: .init(width: 300 + Double(random.next(200)), height: 400), columns: 1 + random.next(6),
      spacing: Double(random.next(5)), axis: Axis.allCases[random.next(2)],
      sections: random.next(2) == 0
        ? nil
        : .init(
          photos: (0..<1 + random.next(4)).map { _ in 1 + random.next(20) }, header: Double(random.next(60))),
      aspectRatios: isJustified ? .init(ratios, count: random.next(200)) : nil)
  }
}
