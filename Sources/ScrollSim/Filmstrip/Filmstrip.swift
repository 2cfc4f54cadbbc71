package import BenchReport
package import GalleryKit

/// The screen every tenth of a second, strategy by strategy, as one picture.
///
/// Frames run from left to right and continue on the next line after four seconds; the seconds stand at the left, the
/// strategy's name above.
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

  /// Seconds from one picture of the screen to the next.
  package static let interval = 0.1
  /// Pixels across a screen.
  package static let screenWidth = 72

  private enum Size {
    static let framesInLine = 40
    static let gap = 4
    static let margin = 16
    static let left = 56
    /// Pixels above and below a name.
    static let nameGaps = (17, 10)
    static let mostPixels = 120_000_000
  }

  private typealias Ink = ScreenPainter.Ink

  private let screen: ScreenPainter
  private let refreshRate: Int

  /// - Parameters:
  ///   - layout: the grid's first layout.
  ///   - later: later layouts, each with its first frame; they are drawn within the first one's screen.
  package init(
    layout: GridLayout, later: [(frame: Int, layout: GridLayout)] = [], photos: Int, refreshRate: Int
  ) {
    screen = ScreenPainter(layout: layout, later: later, photos: photos, width: Self.screenWidth)
    self.refreshRate = refreshRate
  }

  /// Pixels across the largest cell.
  package var cellSide: Int { screen.cellSide }

  /// Draws the strips, one below the other.
  ///
  /// - Parameter thumbnail: the photo of an item; `nil` is drawn grey.
  /// - Throws: ``Picture/TooLarge`` if the picture would have more than 120 million pixels.
  package func draw(_ strips: [Strip], thumbnail: (Int) -> Picture?) throws(Picture.TooLarge) -> Picture {
    let lines = strips.map { (frames(of: $0).count + Size.framesInLine - 1) / Size.framesInLine }
    let lineHeight = screen.height + Size.gap
    let width = Size.left + Size.framesInLine * (Self.screenWidth + Size.gap) - Size.gap + Size.margin
    let names = strips.map { Self.names.broken($0.name, toWidth: width - Size.left - Size.margin) }
    let titles = names.map {
      Size.nameGaps.0 + ($0.count - 1) * Self.names.lineHeight + Int(Self.names.capHeight) + Size.nameGaps.1
    }
    let height = zip(titles, lines).reduce(Size.margin) { $0 + $1.0 + $1.1 * lineHeight }
    guard width * height <= Size.mostPixels else {
      throw Picture.TooLarge(
        description: "expected at most \(Size.mostPixels) pixels, found \(width) × \(height); "
          + "name fewer strategies by '--strategy'")
    }
    var picture = Picture(width: width, height: height, colour: Ink.paper)
    var top = 0
    for (place, strip) in strips.enumerated() {
      Self.names.draw(
        names[place], atX: Size.left, y: top + Size.nameGaps.0, colour: Ink.text, on: &picture)
      top += titles[place]
      draw(strip, at: top, on: &picture, thumbnail: thumbnail)
      top += lines[place] * lineHeight
    }
    return picture
  }

  private static let names = Lettering(capHeight: 13)
  private static let seconds = Lettering(capHeight: 10)

  /// The shown frames: the last one at or before each tenth of a second.
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
      let y = top + place / Size.framesInLine * (screen.height + Size.gap)
      if place.isMultiple(of: Size.framesInLine) {
        let seconds = Double(place) * Self.interval
        let words = "\(Int(seconds.rounded())) s"
        Self.seconds.draw(
          words, atX: Size.left - 10 - Self.seconds.width(of: words), y: y + 2, colour: Ink.faint,
          on: &picture)
      }
      screen.draw(
        atX: x, y: y, frame: frame, offset: strip.offsets[frame], shown: shown, on: &picture,
        thumbnail: thumbnail)
    }
  }
}
