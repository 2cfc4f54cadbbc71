internal import GalleryKit

/// How a marked photo is stored in its file: its size in modules, and the rotation with which it is shown.
///
/// The square of ``MarkedPattern`` is in the middle of the longer side, which has four modules more.
struct MarkedForm: Hashable, Sendable {
  /// The modules of the longer side: 4 to 3, as cameras have it.
  private static let longerModules = 16
  /// The modules before the square, and after it.
  private static let extraModules = (longerModules - MarkedPattern.squareModules) / 2
  /// Pixels a side of a JPEG's MCU whose chroma has half the size: a module is a whole number of these.
  static let mcuSide = 16
  /// Pixels of the largest module's side: decoders (``DecodeLimits``) and WebP refuse a larger photo.
  private static let mostModuleSide = 63 * mcuSide

  let moduleSide: Int
  /// Whether the photo, as it is seen, is higher than wide.
  let isPortrait: Bool
  let orientation: ImageOrientation

  static func moduleSide(megapixels: Double) -> Int {
    let pixels = Double(longerModules * MarkedPattern.squareModules * mcuSide * mcuSide)
    let side = mcuSide * max(1, Int((megapixels * 1e6 / pixels).squareRoot().rounded()))
    return min(mostModuleSide, side)
  }

  var seenModules: (rows: Int, columns: Int) {
    let (longer, shorter) = (Self.longerModules, MarkedPattern.squareModules)
    return isPortrait ? (longer, shorter) : (shorter, longer)
  }

  var seenSize: PixelSize {
    PixelSize(width: seenModules.columns * moduleSide, height: seenModules.rows * moduleSide)
  }

  var storedSize: PixelSize { seenSize.turned(orientation) }

  /// The same form with the smallest modules, as a camera's embedded thumbnail has it.
  var thumbnail: Self { Self(moduleSide: Self.mcuSide, isPortrait: isPortrait, orientation: orientation) }

  /// The place, in pixels as seen, of a pixel in the file.
  func seen(x: Int, y: Int) -> (x: Int, y: Int) {
    let (column, row) = orientation.swapsAxes ? (y, x) : (x, y)
    return (
      orientation.flipsColumns ? seenSize.width - 1 - column : column,
      orientation.flipsRows ? seenSize.height - 1 - row : row
    )
  }

  /// The pattern's module at a module of the photo, as seen.
  func module(row: Int, column: Int) -> (row: Int, column: Int) {
    (row - (isPortrait ? Self.extraModules : 0), column - (isPortrait ? 0 : Self.extraModules))
  }

  /// The pattern's place, in sides of its square, at a place in pixels as seen.
  func place(x: Double, y: Double) -> (x: Double, y: Double) {
    let (first, side) = (module(row: 0, column: 0), Double(moduleSide))
    let square = Double(MarkedPattern.squareModules)
    return ((x / side + Double(first.column)) / square, (y / side + Double(first.row)) / square)
  }
}
