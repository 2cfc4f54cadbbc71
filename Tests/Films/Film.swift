internal import Foundation
internal import ScrollSim

/// A recording of a photo grid that a test draws itself, so that it knows what every frame shows.
///
/// All choices come from the seed: the grid, its colours, how it scrolls, and when each cell shows what.
package struct Film: Sendable {
  package enum Shown: Hashable, Sendable {
    case sharp
    /// A picture of that many pixels across, enlarged.
    case degraded(Int)
    /// The embedded thumbnail, of that many pixels across.
    case thumbnail(Int)
    case blank
    /// The picture of another number, of that many pixels across.
    case wrong(Int, Int)
  }

  /// A cell in a frame: its place on screen, and the part of it inside the viewport.
  package struct Cell: Sendable {
    package var item: Int
    package var x: Double
    package var y: Double
    package var shown: Shown
    /// The visible area as a share of the cell's.
    package var area: Double
  }

  package struct Frame: Sendable {
    package var offset: Double
    package var cells: [Cell]
  }

  /// The stand-in for a missing photo.
  package enum Placeholder: CaseIterable { case flat, colours, gradient, icon, shimmer }

  package private(set) var columns = 3
  package private(set) var cell = 128.0
  package private(set) var gap = 2.0
  package private(set) var margin = 0.0
  package private(set) var width = 390
  package private(set) var height = 844
  /// Rows of the grid, and the rows before which a header stands.
  package private(set) var rows = 40
  package private(set) var headers: [Int: Double] = [:]
  package private(set) var topBar = 0.0
  package private(set) var bottomBar = 0.0
  package private(set) var isDark = false
  package private(set) var radius = 0.0
  package private(set) var placeholder = Placeholder.flat
  /// Items whose picture is smaller in its cell, as portraits are that are fitted into it.
  package private(set) var fitted: Set<Int> = []
  package private(set) var base = 0
  package private(set) var frames: [Frame] = []
  /// The number of pixels across a sharp picture.
  package var textureSide: Int { Int(cell.rounded()) }

  package func side(of item: Int) -> Double { fitted.contains(item) ? cell * 0.75 : cell }
  package func number(of item: Int) -> Int { base + item }

  package func top(ofRow row: Int) -> Double {
    Double(row) * (cell + gap) + headers.reduce(0) { $0 + ($1.key <= row ? $1.value : 0) }
  }
  package func left(ofColumn column: Int) -> Double { margin + Double(column) * (cell + gap) }
  package var mostOffset: Double {
    max(0, top(ofRow: rows - 1) + cell + gap - (Double(height) - topBar - bottomBar))
  }

  /// A film of a plain grid of three columns between two bars.
  ///
  /// - Parameter shown: what a cell shows, by its item and the frames since it came on screen.
  package init(offsets: [Double], height: Int = 600, shown: (_ item: Int, _ age: Int) -> Shown) {
    (self.height, topBar, bottomBar) = (height, 40, 40)
    var since: [Int: Int] = [:]
    for (index, offset) in offsets.enumerated() {
      let cells = (0..<rows * columns).compactMap { item -> Cell? in
        let y = top(ofRow: item / columns) - offset + topBar
        let height = min(y + cell, Double(self.height) - bottomBar) - max(y, topBar)
        guard height > 0 else { return nil }
        let age = index - (since[item] ?? index)
        return Cell(
          item: item, x: left(ofColumn: item % columns), y: y, shown: shown(item, age), area: height / cell)
      }
      since = Dictionary(uniqueKeysWithValues: cells.map { ($0.item, since[$0.item] ?? index) })
      frames.append(Frame(offset: offset, cells: cells))
    }
  }

  /// - Parameters:
  ///   - isBare: whether nothing comes while it is flung, so that whole screens are blank.
  ///   - unfinished: of ten photos, those of which only the embedded thumbnail ever comes.
  package init(seed: UInt64, leastCell: Double = 40, isBare: Bool = false, unfinished: Int = 0) {
    var random = SeededGenerator(seed: seed)
    func uniform(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * Double(random.next() >> 11) * 0x1p-53
    }
    func chance(_ share: Double) -> Bool { uniform(0...1) < share }
    columns = Int(uniform(2...6.99))
    cell = chance(0.5) ? uniform(leastCell...200) : uniform(leastCell...130).rounded()
    while Double(columns) * cell > 420, columns > 2 { columns -= 1 }
    gap = chance(0.2) ? 0 : chance(0.5) ? uniform(0...30) : uniform(0...30).rounded()
    margin = chance(0.5) ? 0 : uniform(0...16)
    width = Int((2 * margin + Double(columns) * (cell + gap) - gap).rounded(.up))
    width += width % 2
    height = Int(uniform(max(300, cell * 2.5)...520))
    height += height % 2
    topBar = chance(0.5) ? 0 : uniform(20...90).rounded()
    bottomBar = chance(0.5) ? 0 : uniform(20...80).rounded()
    isDark = chance(0.5)
    radius = chance(0.3) ? uniform(2...cell * 0.12) : 0
    placeholder = Placeholder.allCases.randomElement(using: &random) ?? .flat
    let least = topBar + bottomBar + 2.2 * (cell + gap) + 70
    if Double(height) < least { height = Int(least / 2) * 2 + 2 }
    let screen = Double(height) - topBar - bottomBar
    rows = max(6, Int(uniform(3...7) * screen / (cell + gap)))
    base = Int(uniform(0...15_000))
    if chance(0.3) {
      var row = 0
      while row < rows {
        headers[row] = uniform(20...60).rounded()
        row += Int(uniform(2...12))
      }
    }
    if chance(0.25) { for item in 0..<rows * columns where chance(0.15) { fitted.insert(item) } }

    // How it scrolls: at rest, slowly through everything, and back and forth in flings.
    var offsets: [Double] = Array(repeating: 0, count: 12)
    let slow = uniform(6...min(0.2 * screen, 30))
    var position = 0.0
    while position < mostOffset {
      position = min(position + slow, mostOffset)
      offsets.append(position)
    }
    offsets += Array(repeating: position, count: Int(uniform(15...40)))
    let passFrames = offsets.count
    var isDown = false
    for _ in 0..<2 {
      var speed = (chance(0.3) ? uniform(200...2000) : uniform(1000...8000)) / 60
      while speed > 0.2 {
        position += isDown ? speed : -speed
        speed *= 0.955
        if position <= 0 || position >= mostOffset {
          (position, speed) = (min(max(position, 0), mostOffset), 0)
        }
        offsets.append(chance(0.02) ? position.rounded() : position)
        position = offsets.last ?? position
      }
      offsets += Array(repeating: position, count: Int(uniform(10...45)))
      isDown = position < mostOffset / 2
    }

    // What cells show: the sequence and the durations are drawn when a cell appears.
    var plans: [Int: (since: Int, blank: Int, first: Shown, until: Int)] = [:]
    let mostBlank = uniform(2...25)
    let lateness = uniform(0.2...0.9)
    for (index, offset) in offsets.enumerated() {
      var cells: [Cell] = []
      var visible: Set<Int> = []
      for row in 0..<rows {
        let y = top(ofRow: row) - offset + topBar
        let shownHeight = min(y + cell, Double(height) - bottomBar) - max(y, topBar)
        guard shownHeight > 0 else { continue }
        for column in 0..<columns {
          let item = row * columns + column
          visible.insert(item)
          if plans[item] == nil {
            let isCalm = index < passFrames
            let isLate = chance(isCalm ? 0.1 : lateness)
            let blank = isLate && chance(0.7) ? Int(-log(uniform(0.001...1)) * (isCalm ? 3 : mostBlank)) : 0
            let kept = isLate ? Int(-log(uniform(0.001...1)) * (isCalm ? 3 : mostBlank)) : 0
            let k = [2, 3, 4, 8, 16].randomElement(using: &random) ?? 2
            let texture = max(8, Int((side(of: item) / Double(k)).rounded()))
            var first = Shown.degraded(texture)
            if chance(0.1) {
              let other = Int(uniform(0...Double(rows * columns) - 0.01))
              if other != item {
                first = .wrong(other, chance(0.7) ? textureSide : texture)
              }
            } else if chance(0.15) {
              first = .thumbnail(max(texture, 16))
            }
            // Long enough that whole screens are blank, and not for all alike.
            let isMissing = isBare && index >= passFrames
            plans[item] =
              item % 10 < unfinished
              ? (index, 0, .thumbnail(textureSide), .max)
              : isMissing
                ? (index, 70 - index % 20, .sharp, 0)
                : (index, index == 0 ? 0 : blank, first, index == 0 ? 0 : kept)
          }
          guard let plan = plans[item] else { continue }
          let age = index - plan.since
          let shown: Shown =
            age < plan.blank ? .blank : age - plan.blank < plan.until ? plan.first : .sharp
          cells.append(
            Cell(item: item, x: left(ofColumn: column), y: y, shown: shown, area: shownHeight / cell))
        }
      }
      for item in plans.keys where !visible.contains(item) { plans[item] = nil }
      frames.append(Frame(offset: offset, cells: cells))
    }
  }
}
