package import BenchReport
package import GalleryKit

/// A picture to draw on: opaque pixels in rows, from the top.
package struct Picture {
  /// An error: the picture would have too many pixels to look at.
  package struct TooLarge: Error, CustomStringConvertible {
    package let description: String
  }

  /// Red, green, blue, alpha.
  package typealias Colour = SIMD4<UInt8>

  package let width: Int
  package let height: Int
  package private(set) var pixels: [Colour]

  /// Makes a picture of one colour.
  package init(width: Int, height: Int, colour: Colour) {
    self.width = width
    self.height = height
    pixels = Array(repeating: colour, count: width * height)
  }

  /// Makes a picture of one pixel, which can be drawn over any area.
  package init(plain colour: CellColour) { self.init(square: [colour], side: 1) }

  /// Makes a picture of a decoded image.
  package init(_ buffer: PixelBuffer) {
    width = buffer.size.width
    height = buffer.size.height
    pixels = buffer.pixels
  }

  /// Makes a picture of a square of colours, row by row.
  init(square colours: [CellColour], side: Int) {
    precondition(colours.count == side * side)
    (width, height) = (side, side)
    pixels = colours.map { Colour($0.red, $0.green, $0.blue, 255) }
  }

  package subscript(x: Int, y: Int) -> Colour {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// Part of a picture: columns and rows.
  package struct Area {
    var columns: Range<Int>
    var rows: Range<Int>

    package init(x: Int, y: Int, width: Int, height: Int) {
      columns = x..<x + max(0, width)
      rows = y..<y + max(0, height)
    }

    init(columns: Range<Int>, rows: Range<Int>) {
      self.columns = columns
      self.rows = rows
    }

    /// The part within another area.
    func clamped(to other: Area) -> Area {
      Area(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
    }
  }

  /// The whole picture's area.
  var whole: Area { Area(columns: 0..<width, rows: 0..<height) }

  /// Fills the part of an area that lies within the frame and the picture.
  mutating func fill(_ area: Area, within frame: Area, _ colour: (_ x: Int, _ y: Int) -> Colour) {
    let columns = area.columns.clamped(to: frame.columns).clamped(to: 0..<width)
    for y in area.rows.clamped(to: frame.rows).clamped(to: 0..<height) {
      for x in columns { self[x, y] = colour(x - area.columns.lowerBound, y - area.rows.lowerBound) }
    }
  }

  /// Draws a picture's middle over an area, cropped to the area's shape to within a pixel.
  mutating func draw(_ picture: Picture, covering area: Area, within frame: Area, grain: Int = 1) {
    let (width, height) = (area.columns.count, area.rows.count)
    guard abs(width * picture.height - height * picture.width) > max(picture.width, picture.height) else {
      return draw(picture, over: area, within: frame, grain: grain)
    }
    let side = min(
      Double(picture.width) / Double(max(1, width)), Double(picture.height) / Double(max(1, height)))
    let (across, down) = (max(1, Int(Double(width) * side)), max(1, Int(Double(height) * side)))
    var part = Picture(width: across, height: down, colour: picture[0, 0])
    let (left, top) = ((picture.width - across) / 2, (picture.height - down) / 2)
    part.fill(part.whole, within: part.whole) { x, y in picture[left + x, top + y] }
    draw(part, over: area, within: frame, grain: grain)
  }

  /// Draws a picture over an area by nearest pixels, in blocks of `grain` pixels a side, as in a degraded image.
  mutating func draw(_ picture: Picture, over area: Area, within frame: Area, grain: Int = 1) {
    let (width, height) = (area.columns.count, area.rows.count)
    fill(area, within: frame) { x, y in
      let (x, y) = (
        min(x / grain * grain + grain / 2, width - 1), min(y / grain * grain + grain / 2, height - 1)
      )
      return picture[x * picture.width / width, y * picture.height / height]
    }
  }

  /// The picture as a buffer for writing to a file.
  package func buffer(ledger: MemoryLedger) throws -> PixelBuffer {
    try PixelBuffer(size: PixelSize(width: width, height: height), pixels: pixels, ledger: ledger)
  }
}
