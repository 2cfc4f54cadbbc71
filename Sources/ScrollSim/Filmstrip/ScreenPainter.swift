internal import BenchReport
internal import GalleryKit

/// Draws the grid as it stood on screen.
///
/// A cell shows its photo; blocks of the photo's colours under stripes for a degraded image; a diagonal for none yet; a
/// cross for a failed one.
struct ScreenPainter {
  /// The colours of everything other than photos.
  enum Ink {
    static let paper = Picture.Colour(255, 255, 255, 255)
    static let text = Picture.Colour(27, 33, 39, 255)
    static let faint = Picture.Colour(87, 97, 108, 255)
    static let line = Picture.Colour(200, 206, 214, 255)
    static let screen = Picture.Colour(241, 243, 245, 255)
    static let rule = Picture.Colour(141, 153, 166, 255)
    static let bad = Picture.Colour(163, 33, 26, 255)
    static let unknown = Picture.Colour(125, 136, 148, 255)
  }

  /// The stripes across a degraded cell, and the smallest cell with room for them.
  private static let stripes = (count: 5, leastSide: 24, share: Float(0.55))

  private let layouts: [(frame: Int, layout: GridLayout)]
  private let photos: Int
  /// Pixels across and down the screen.
  let width: Int
  let height: Int

  /// - Parameters:
  ///   - layout: the grid's first layout.
  ///   - later: later layouts, each with its first frame; they are drawn within the first one's screen.
  ///   - width: pixels across the screen.
  init(layout: GridLayout, later: [(frame: Int, layout: GridLayout)] = [], photos: Int, width: Int) {
    layouts = [(0, layout)] + later
    self.photos = photos
    self.width = width
    let scale = Double(width) / layout.viewport.width
    height = max(1, Int((layout.viewport.height * scale).rounded()))
  }

  /// The common aspect ratio of photos, whose square pictures are cropped to the shapes of their cells.
  private static let commonShape = 1.5

  /// Pixels across the photos' square pictures: the largest cell, or a common one where cells have their photos' shapes.
  var cellSide: Int {
    layouts.map { _, layout in
      let side = layout.side * (layout.aspectRatios == nil ? 1 : Self.commonShape)
      return max(1, Int((side * scale(of: layout)).rounded(.up)))
    }.max() ?? 1
  }

  /// Pixels a point, such that the whole screen fits.
  private func scale(of layout: GridLayout) -> Double {
    let fitting = Double(width) / layout.viewport.width
    return layout.viewport.height * fitting < Double(height) + 1
      ? fitting : Double(height) / layout.viewport.height
  }

  /// Draws the screen.
  ///
  /// - Parameters:
  ///   - x: the left edge; `y` is the top edge.
  ///   - frame: the shown frame, which also chooses the layout.
  ///   - offset: the grid's scroll offset.
  ///   - shown: the cells' states; unnamed cells are blank.
  ///   - thumbnail: the photo of an item; `nil` is drawn grey.
  func draw(
    atX x: Int, y: Int, frame: Int, offset: Double, shown: [Int: CellState], on picture: inout Picture,
    thumbnail: (Int) -> Picture?
  ) {
    let layout = layouts.last { $0.frame <= frame }?.layout ?? layouts[0].layout
    let scale = scale(of: layout)
    func pixels(_ points: Double, most: Int) -> Int { min(most, max(1, Int((points * scale).rounded()))) }
    let screen = Picture.Area(
      x: x, y: y, width: pixels(layout.viewport.width, most: width),
      height: pixels(layout.viewport.height, most: height))
    picture.fill(screen, within: screen) { _, _ in Ink.paper }
    for cell in layout.cells(at: offset, itemCount: photos) {
      let (left, top) = (Int((cell.x * scale).rounded()), Int((cell.y * scale).rounded()))
      let area = Picture.Area(
        x: x + left, y: y + top, width: Int(((cell.x + cell.width) * scale).rounded()) - left,
        height: Int(((cell.y + cell.height) * scale).rounded()) - top)
      draw(area, as: shown[cell.item] ?? .blank, within: screen, on: &picture) { thumbnail(cell.item) }
    }
  }

  /// Draws a cell.
  func draw(
    _ cell: Picture.Area, as state: CellState, within screen: Picture.Area, on picture: inout Picture,
    photo: () -> Picture?
  ) {
    let (width, height) = (cell.columns.count, cell.rows.count)
    let side = min(width, height)
    switch state {
    case .final, .degraded:
      let photo = photo() ?? Picture(width: 1, height: 1, colour: Ink.unknown)
      picture.draw(photo, covering: cell, within: screen, grain: state == .final ? 1 : max(2, side / 4))
      guard state == .degraded, side >= Self.stripes.leastSide else { return }
      let pitch = Double(side) / Double(Self.stripes.count)
      let lines = stride(from: -Double(height) + pitch / 2, to: Double(width), by: pitch).map { start in
        Self.line(in: cell, [(start, Double(height)), (start + Double(height), 0)])
      }
      picture.draw(
        Strokes(lines), thickness: pitch / 3, colour: Ink.paper, share: Self.stripes.share,
        within: cell.clamped(to: screen))
    case .blank, .failed:
      let (low, right, bottom) = (0.5, Double(width) - 0.5, Double(height) - 0.5)
      var lines = [Self.line(in: cell, [(low, bottom), (right, low)])]
      if state == .failed { lines.append(Self.line(in: cell, [(low, low), (right, bottom)])) }
      picture.fill(cell, within: screen) { _, _ in Ink.screen }
      picture.draw(
        Strokes(lines), thickness: side >= Self.stripes.leastSide ? 1.6 : 1,
        colour: state == .failed ? Ink.bad : Ink.rule, within: cell.clamped(to: screen))
    }
  }

  private static func line(in cell: Picture.Area, _ places: [(x: Double, y: Double)]) -> [Strokes.Point] {
    places.map {
      Strokes.Point(Double(cell.columns.lowerBound) + $0.x, Double(cell.rows.lowerBound) + $0.y)
    }
  }
}
