package import BenchReport
package import GalleryKit

/// What was on screen every tenth of a second, strategy by strategy, as one picture.
///
/// Frames go from left to right and, after four seconds, on in the next line; the seconds stand at the left, the
/// strategy's name above. Cells show their photos, blocks of a photo's colours where there was only a degraded image, a
/// diagonal where there was nothing, and a cross where there will be no image.
package struct Filmstrip {
  /// One strategy's run.
  package struct Strip {
    let name: String
    let changes: [CellChange]
    let offsets: [Double]

    package init(name: String, changes: [CellChange], offsets: [Double]) {
      self.name = name
      self.changes = changes
      self.offsets = offsets
    }
  }

  /// A picture would have more pixels than are worth looking at.
  package struct TooLarge: Error, CustomStringConvertible {
    package let description: String
  }

  /// Seconds from one picture of the screen to the next.
  package static let interval = 0.1
  /// Pixels across a screen.
  package static let screenWidth = 72

  private enum Size {
    static let framesInLine = 40
    static let gap = 4
    static let left = 40
    static let title = 26
    static let type = 2
    static let mostPixels = 120_000_000
  }

  private enum Ink {
    static let paper = Picture.Colour(255, 255, 255, 255)
    static let text = Picture.Colour(27, 33, 39, 255)
    static let faint = Picture.Colour(87, 97, 108, 255)
    static let screen = Picture.Colour(241, 243, 245, 255)
    static let rule = Picture.Colour(160, 170, 182, 255)
    static let bad = Picture.Colour(163, 33, 26, 255)
    static let unknown = Picture.Colour(125, 136, 148, 255)
  }

  private let layouts: [(frame: Int, layout: GridLayout)]
  private let photos: Int
  private let refreshRate: Int
  private let screenHeight: Int

  /// - Parameters:
  ///   - layout: the grid's at first.
  ///   - later: how it is laid out anew, each from a frame on; drawn within the first one's screen.
  package init(
    layout: GridLayout, later: [(frame: Int, layout: GridLayout)] = [], photos: Int, refreshRate: Int
  ) {
    layouts = [(0, layout)] + later
    self.photos = photos
    self.refreshRate = refreshRate
    let scale = Double(Self.screenWidth) / layout.viewport.width
    screenHeight = max(1, Int((layout.viewport.height * scale).rounded()))
  }

  /// Pixels across the largest cell.
  package var cellSide: Int {
    layouts.map { max(1, Int(($0.layout.side * scale(of: $0.layout)).rounded(.up))) }.max() ?? 1
  }

  /// Pixels a point, for all of the screen to be seen.
  private func scale(of layout: GridLayout) -> Double {
    let fitting = Double(Self.screenWidth) / layout.viewport.width
    return layout.viewport.height * fitting < Double(screenHeight) + 1
      ? fitting : Double(screenHeight) / layout.viewport.height
  }

  /// Draws the strips, one below the other.
  ///
  /// - Parameter thumbnail: the photo of an item, or `nil` if there is none; it is drawn grey.
  /// - Throws: ``TooLarge`` if the picture would have more than 120 million pixels.
  package func draw(_ strips: [Strip], thumbnail: (Int) -> Picture?) throws(TooLarge) -> Picture {
    let lines = strips.map { (frames(of: $0).count + Size.framesInLine - 1) / Size.framesInLine }
    let lineHeight = screenHeight + Size.gap
    let width = Size.left + Size.framesInLine * (Self.screenWidth + Size.gap)
    let height = lines.reduce(Size.gap) { $0 + Size.title + $1 * lineHeight }
    guard width * height <= Size.mostPixels else {
      throw TooLarge(
        description: "expected at most \(Size.mostPixels) pixels, found \(width) × \(height); "
          + "name fewer strategies by '--strategy'")
    }
    var picture = Picture(width: width, height: height, colour: Ink.paper)
    var top = 0
    for (strip, lines) in zip(strips, lines) {
      SmallType.draw(
        strip.name, atX: Size.left, y: top + 8, scale: Size.type, colour: Ink.text, on: &picture)
      top += Size.title
      draw(strip, at: top, on: &picture, thumbnail: thumbnail)
      top += lines * lineHeight
    }
    return picture
  }

  /// The frames that are shown: the last one at or before each tenth of a second.
  func frames(of strip: Strip) -> [Int] {
    guard !strip.offsets.isEmpty else { return [] }
    let step = Self.interval * Double(refreshRate)
    let count = Int((Double(strip.offsets.count - 1) / step + 1e-9).rounded(.down)) + 1
    return (0..<count).map { Int((Double($0) * step + 1e-9).rounded(.down)) }
  }

  private func draw(_ strip: Strip, at top: Int, on picture: inout Picture, thumbnail: (Int) -> Picture?) {
    var shown: [Int: CellState] = [:]
    var next = strip.changes[...]
    for (place, frame) in frames(of: strip).enumerated() {
      while let change = next.first, change.frame <= frame {
        shown[change.item] = change.state
        next.removeFirst()
      }
      let x = Size.left + place % Size.framesInLine * (Self.screenWidth + Size.gap)
      let y = top + place / Size.framesInLine * (screenHeight + Size.gap)
      if place.isMultiple(of: Size.framesInLine) {
        let seconds = Double(place) * Self.interval
        SmallType.draw(
          "\(Int(seconds.rounded())) s", atX: Size.gap, y: y + 4, scale: Size.type, colour: Ink.faint,
          on: &picture)
      }
      let screen = Picture.Area(x: x, y: y, width: Self.screenWidth, height: screenHeight)
      let layout = layouts.last { $0.frame <= frame }?.layout ?? layouts[0].layout
      drawScreen(
        screen, layout, offset: strip.offsets[frame], shown: shown, on: &picture, thumbnail: thumbnail)
    }
  }

  private func drawScreen(
    _ screen: Picture.Area, _ layout: GridLayout, offset: Double, shown: [Int: CellState],
    on picture: inout Picture, thumbnail: (Int) -> Picture?
  ) {
    let scale = scale(of: layout)
    func pixels(_ points: Double, most: Int) -> Int { min(most, max(1, Int((points * scale).rounded()))) }
    let screen = Picture.Area(
      x: screen.columns.lowerBound, y: screen.rows.lowerBound,
      width: pixels(layout.viewport.width, most: screen.columns.count),
      height: pixels(layout.viewport.height, most: screen.rows.count))
    picture.fill(screen, within: screen) { _, _ in Ink.screen }
    let items = layout.items(from: offset, to: offset + layout.viewport.height, itemCount: photos)
    for item in items {
      let left = Double(item % layout.columns) * layout.rowPitch * scale
      let top = (layout.top(ofItem: item) - offset) * scale
      let side = layout.side * scale
      let x = Int(left.rounded())
      let y = Int(top.rounded())
      let area = Picture.Area(
        x: screen.columns.lowerBound + x, y: screen.rows.lowerBound + y,
        width: Int((left + side).rounded()) - x, height: Int((top + side).rounded()) - y)
      switch shown[item] ?? .blank {
      case .final, .degraded:
        let grain = shown[item] == .final ? 1 : max(2, area.columns.count / 4)
        if let photo = thumbnail(item) {
          picture.draw(photo, over: area, within: screen, grain: grain)
        } else {
          picture.fill(area, within: screen) { _, _ in Ink.unknown }
        }
      case .blank:
        let side = area.columns.count
        picture.fill(area, within: screen) { x, y in x + y == side - 1 ? Ink.rule : Ink.screen }
      case .failed:
        let side = area.columns.count
        picture.fill(area, within: screen) { x, y in x == y || x + y == side - 1 ? Ink.bad : Ink.screen }
      }
    }
  }
}
