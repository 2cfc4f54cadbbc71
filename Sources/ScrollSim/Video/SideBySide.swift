package import BenchReport
package import GalleryKit

/// The screens of a few runs, side by side at one moment: above each its name, below it the shares of its area that are
/// blank and not sharp, now and over time.
package struct SideBySide {
  /// A run to show.
  package struct Side {
    let name: String
    let changes: [CellChange]
    let offsets: [Double]
    let blank: [Double]
    let blurred: [Double]

    /// - Parameter blank: the share of the area with nothing to show, frame by frame; `blurred`, with a degraded image only.
    package init(
      name: String, changes: [CellChange], offsets: [Double], blank: [Double], blurred: [Double]
    ) {
      self.name = name
      self.changes = changes
      self.offsets = offsets
      self.blank = blank
      self.blurred = blurred
    }

    /// The number of its frames.
    package var frameCount: Int { min(offsets.count, blank.count, blurred.count) }
  }

  /// The most runs side by side.
  package static let mostSides = 6

  private enum Size {
    /// The largest width of a screen, and of all together.
    static let screen = 480.0
    static let mostWidth = 1600.0
    static let leastScreen = 24.0
    /// The share below which all counts as sharp, and the least range of a chart.
    static let sharp = 0.005
    static let leastScale = 0.05
    static let mostPixels = 4_000_000
    static let margin = 20
    static let gap = 20
    static let space = 12
    static let chart = 36
    static let swatch = 9
  }

  private enum Ink {
    static let blank = Picture.Colour(190, 84, 20, 255)
    static let notSharp = Picture.Colour(250, 205, 140, 255)
  }

  private typealias Paper = ScreenPainter.Ink
  private static let title = Lettering(capHeight: 13)
  private static let text = Lettering(capHeight: 10)

  private let sides: [Side]
  private let screen: ScreenPainter
  /// The width of a side in pixels: its screen's, or its figures' where they are wider.
  private let column: Int
  private let refreshRate: Int
  private let frames: Range<Int>
  /// The highest share in any chart, once all is sharp for the first time, and whether there was a higher one before.
  private let highest: Double
  private let isCut: Bool
  private let names: [[String]]
  private let figuresStand: Bool
  /// The unchanging part of all pictures.
  private var background: Picture
  private let tops: (screen: Int, figures: Int, chart: Int, foot: Int)

  /// The cells' states so far, by side.
  private var shown: [[Int: CellState]]
  private var next: [ArraySlice<CellChange>]

  /// - Parameters:
  ///   - sides: one to six runs of the same trace.
  ///   - layout: the grid's first layout.
  ///   - later: later layouts, each with its first frame.
  ///   - title: the heading.
  ///   - frames: the frames to show.
  ///   - screenHeight: the largest height of a screen in pixels.
  /// - Throws: ``Picture/TooLarge`` if a picture would have more than four million pixels.
  package init(
    _ sides: [Side], layout: GridLayout, later: [(frame: Int, layout: GridLayout)] = [], photos: Int,
    refreshRate: Int, title: String, frames: Range<Int>, screenHeight: Int
  ) throws(Picture.TooLarge) {
    precondition(
      (1...Self.mostSides).contains(sides.count), "one to \(Self.mostSides) runs stand side by side")
    self.sides = sides
    self.refreshRate = refreshRate
    self.frames = frames
    let gaps = Double((sides.count - 1) * Size.gap + 2 * Size.margin)
    let widest = min(
      Size.screen, Double(screenHeight) * layout.viewport.width / layout.viewport.height,
      (Size.mostWidth - gaps) / Double(sides.count))
    screen = ScreenPainter(
      layout: layout, later: later, photos: photos,
      width: Int(max(Size.leastScreen, widest).rounded(.down)))
    let worst = frames.map { frame in
      sides.map { min(1, max(0, $0.blank[frame] + $0.blurred[frame])) }.max() ?? 0
    }
    let settled = worst.firstIndex { $0 < Size.sharp } ?? 0
    highest = worst[settled...].reduce(Size.leastScale, max)
    isCut = worst.contains { [highest] in $0 > highest }
    column = max(screen.width, Self.width(ofFigure: "not sharp"))
    let (column, content) = (column, Self.contentWidth(sides.count, column: column))
    names = sides.map { Self.text.broken($0.name, toWidth: column) }
    let titles = Self.title.broken(title, toWidth: content)
    figuresStand =
      Self.width(ofFigure: "blank") + Size.space + Self.width(ofFigure: "not sharp") > column

    let nameTop = Size.margin + titles.count * Self.title.lineHeight + Size.space
    let screenTop = nameTop + (names.map(\.count).max() ?? 1) * Self.text.lineHeight
    let figureTop = screenTop + screen.height + Size.space
    let chartTop = figureTop + (figuresStand ? 2 : 1) * Self.text.lineHeight + 4
    let footTop = chartTop + Size.chart + Size.space
    tops = (screenTop, figureTop, chartTop, footTop)
    let width = content + 2 * Size.margin
    let height = footTop + 2 * Self.text.lineHeight + Size.margin - 6
    guard width * height <= Size.mostPixels else {
      throw Picture.TooLarge(
        description:
          "expected at most \(Size.mostPixels) pixels, found \(width) × \(height); the grid's screen is too narrow"
      )
    }
    // Video wants even sides.
    var background = Picture(width: width + width % 2, height: height + height % 2, colour: Paper.paper)
    Self.title.draw(titles, atX: Size.margin, y: Size.margin, colour: Paper.text, on: &background)
    for (place, lines) in names.enumerated() {
      let left = Size.margin + place * (column + Size.gap)
      Self.text.draw(lines, atX: left, y: nameTop, colour: Paper.text, on: &background)
    }
    shown = Array(repeating: [:], count: sides.count)
    next = sides.map { $0.changes[...] }
    self.background = background
    for place in sides.indices { drawChart(of: place, on: &background) }
    self.background = background
  }

  private static func contentWidth(_ sides: Int, column: Int) -> Int {
    max(
      sides * (column + Size.gap) - Size.gap, text.width(of: footWords(highest: 1, isCut: true)),
      text.width(of: "000.00 s, at 0.00 × speed"))
  }

  private static func width(ofFigure name: String) -> Int {
    Size.swatch + 5 + text.width(of: "\(name) 100.0 %")
  }

  private static func footWords(highest: Double, isCut: Bool) -> String {
    "Shares of the visible area, up to \(Int((highest * 100).rounded(.up))) %"
      + (isCut ? "; more is cut off" : "")
  }

  /// A picture's size in pixels.
  package var size: PixelSize { PixelSize(width: background.width, height: background.height) }
  /// Pixels across a cell.
  package var cellSide: Int { screen.cellSide }

  /// The picture at a frame, which must not come before the last requested one.
  ///
  /// - Parameters:
  ///   - speed: the speed in words, if it is not the trace's.
  ///   - thumbnail: the photo of an item; `nil` is drawn grey.
  package mutating func picture(at frame: Int, speed: String?, thumbnail: (Int) -> Picture?) -> Picture {
    var picture = background
    for (place, side) in sides.enumerated() {
      while let change = next[place].first, change.frame <= frame {
        shown[place][change.item] = change.state
        next[place].removeFirst()
      }
      let left = x(of: place)
      screen.draw(
        atX: left, y: tops.screen, frame: frame, offset: side.offsets[frame], shown: shown[place],
        on: &picture, thumbnail: thumbnail)
      drawFrame(left, tops.screen, screen.height, on: &picture)
      drawFigures(of: side, at: frame, left: left, on: &picture)
      let share = Double(frame - frames.lowerBound) / Double(max(1, frames.count - 1))
      let hand = Double(left) + share * Double(screen.width - 1) + 0.5
      picture.draw(
        Strokes([[.init(hand, Double(tops.chart)), .init(hand, Double(tops.chart + Size.chart))]]),
        thickness: 1.5, colour: Paper.text)
    }
    let time =
      "\(Figure.fixed(Double(frame) / Double(refreshRate), 2)) s" + (speed.map { ", at \($0) × speed" } ?? "")
    Self.text.draw(time, atX: Size.margin, y: tops.foot, colour: Paper.text, on: &picture)
    Self.text.draw(
      Self.footWords(highest: highest, isCut: isCut), atX: Size.margin, y: tops.foot + Self.text.lineHeight,
      colour: Paper.faint, on: &picture)
    return picture
  }

  private func x(of place: Int) -> Int { Size.margin + place * (column + Size.gap) }

  private func drawFrame(_ left: Int, _ top: Int, _ height: Int, on picture: inout Picture) {
    let (low, high) = (
      Strokes.Point(Double(left) - 0.5, Double(top) - 0.5),
      Strokes.Point(Double(left + screen.width) + 0.5, Double(top + height) + 0.5)
    )
    picture.draw(
      Strokes([[low, .init(high.x, low.y), high, .init(low.x, high.y), low]]), thickness: 1,
      colour: Paper.line)
  }

  private func drawFigures(of side: Side, at frame: Int, left: Int, on picture: inout Picture) {
    let (blank, notSharp) = (side.blank[frame], side.blank[frame] + side.blurred[frame])
    let figures = [("blank", blank, Ink.blank), ("not sharp", notSharp, Ink.notSharp)]
    for (place, (name, share, ink)) in figures.enumerated() {
      let x = figuresStand ? left : left + place * (column - Self.width(ofFigure: name))
      let y = tops.figures + (figuresStand ? place * Self.text.lineHeight : 0)
      let swatch = Picture.Area(x: x, y: y, width: Size.swatch, height: Size.swatch + 1)
      picture.fill(swatch, within: picture.whole) { _, _ in ink }
      Self.text.draw(
        "\(name) \(Figure.fixed(share * 100, 1)) %", atX: x + Size.swatch + 5, y: y, colour: Paper.text,
        on: &picture)
    }
  }

  /// Draws the shares not sharp and blank over the frames; each column shows the worst of its frames.
  private func drawChart(of place: Int, on picture: inout Picture) {
    let (side, left) = (sides[place], x(of: place))
    let box = Picture.Area(x: left, y: tops.chart, width: screen.width, height: Size.chart)
    picture.fill(box, within: picture.whole) { _, _ in Paper.screen }
    for column in 0..<screen.width {
      let start = frames.lowerBound + column * frames.count / screen.width
      let end = max(start + 1, frames.lowerBound + (column + 1) * frames.count / screen.width)
      let part = start..<min(end, frames.upperBound)
      let blank = part.reduce(0) { max($0, side.blank[$1]) }
      let notSharp = part.reduce(0) { max($0, side.blank[$1] + side.blurred[$1]) }
      for (share, ink) in [(notSharp, Ink.notSharp), (blank, Ink.blank)] where share > 0 {
        let height = max(1, Int((min(1, share / highest) * Double(Size.chart)).rounded()))
        let bar = Picture.Area(
          x: left + column, y: tops.chart + Size.chart - height, width: 1, height: height)
        picture.fill(bar, within: box) { _, _ in ink }
      }
    }
  }
}
