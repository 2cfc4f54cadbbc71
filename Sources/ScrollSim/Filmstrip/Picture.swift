internal import BenchReport
package import GalleryKit

/// A picture to draw on: opaque pixels in rows, from the top.
package struct Picture {
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

  /// Takes an image that was decoded.
  package init(_ buffer: PixelBuffer) {
    width = buffer.size.width
    height = buffer.size.height
    pixels = buffer.pixels
  }

  /// Takes a square of colours, row by row.
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
  }

  /// Fills an area, as far as it lies within the frame and the picture.
  mutating func fill(_ area: Area, within frame: Area, _ colour: (_ x: Int, _ y: Int) -> Colour) {
    let columns = area.columns.clamped(to: frame.columns).clamped(to: 0..<width)
    for y in area.rows.clamped(to: frame.rows).clamped(to: 0..<height) {
      for x in columns { self[x, y] = colour(x - area.columns.lowerBound, y - area.rows.lowerBound) }
    }
  }

  /// Draws a picture over an area, by its nearest pixels; `grain` pixels a side look alike, as in a degraded image.
  mutating func draw(_ picture: Picture, over area: Area, within frame: Area, grain: Int = 1) {
    let (width, height) = (area.columns.count, area.rows.count)
    fill(area, within: frame) { x, y in
      let (x, y) = (
        min(x / grain * grain + grain / 2, width - 1), min(y / grain * grain + grain / 2, height - 1)
      )
      return picture[x * picture.width / width, y * picture.height / height]
    }
  }

  /// The picture as a buffer, to be written to a file.
  package func buffer(ledger: MemoryLedger) throws -> PixelBuffer {
    try PixelBuffer(size: PixelSize(width: width, height: height), pixels: pixels, ledger: ledger)
  }
}

/// Letters of three by five pixels, enough to name a strategy and a second.
enum SmallType {
  /// Five rows from the top, each an octal digit: its bits are the columns, the highest to the left.
  private static let glyphs: [Character: [UInt8]] = [
    "A": [2, 5, 7, 5, 5], "B": [6, 5, 6, 5, 6], "C": [3, 4, 4, 4, 3], "D": [6, 5, 5, 5, 6],
    "E": [7, 4, 6, 4, 7], "F": [7, 4, 6, 4, 4], "G": [3, 4, 5, 5, 3], "H": [5, 5, 7, 5, 5],
    "I": [7, 2, 2, 2, 7], "J": [1, 1, 1, 5, 2], "K": [5, 5, 6, 5, 5], "L": [4, 4, 4, 4, 7],
    "M": [5, 7, 7, 5, 5], "N": [6, 5, 5, 5, 5], "O": [2, 5, 5, 5, 2], "P": [6, 5, 6, 4, 4],
    "Q": [2, 5, 5, 2, 1], "R": [6, 5, 6, 5, 5], "S": [3, 4, 2, 1, 6], "T": [7, 2, 2, 2, 2],
    "U": [5, 5, 5, 5, 7], "V": [5, 5, 5, 5, 2], "W": [5, 5, 7, 7, 5], "X": [5, 5, 2, 5, 5],
    "Y": [5, 5, 2, 2, 2], "Z": [7, 1, 2, 4, 7], "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7],
    "2": [6, 1, 2, 4, 7], "3": [6, 1, 2, 1, 6], "4": [5, 5, 7, 1, 1], "5": [7, 4, 6, 1, 6],
    "6": [3, 4, 6, 5, 2], "7": [7, 1, 2, 2, 2], "8": [2, 5, 2, 5, 2], "9": [2, 5, 3, 1, 6],
    "-": [0, 0, 7, 0, 0], ".": [0, 0, 0, 0, 2], ",": [0, 0, 0, 2, 4], "(": [1, 2, 2, 2, 1],
    ")": [4, 2, 2, 2, 4], "=": [0, 7, 0, 7, 0], "/": [1, 1, 2, 4, 4], " ": [0, 0, 0, 0, 0],
  ]
  /// What stands for any other character.
  private static let unknown: [UInt8] = [7, 7, 7, 7, 7]

  /// How high a line is at a scale, without space around it.
  static func height(scale: Int) -> Int { 5 * scale }

  /// Draws a line of capitals.
  static func draw(
    _ text: String, atX x: Int, y: Int, scale: Int, colour: Picture.Colour, on picture: inout Picture
  ) {
    let whole = Picture.Area(x: 0, y: 0, width: picture.width, height: picture.height)
    for (place, character) in text.uppercased().enumerated() {
      let rows = glyphs[character] ?? unknown
      for (row, bits) in rows.enumerated() {
        for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 {
          let dot = Picture.Area(
            x: x + (place * 4 + column) * scale, y: y + row * scale, width: scale, height: scale)
          picture.fill(dot, within: whole) { _, _ in colour }
        }
      }
    }
  }
}
