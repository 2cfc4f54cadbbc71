internal import Foundation

/// The picture of a marked photo: which photo it is, and how sharp it is shown, legible in every frame of a recording.
///
/// Its centred square is `squareModules` modules wide. An AprilTag of the family tagStandard52h13 fills all but the outermost
/// modules, which are the quiet zone. Stripes lie on every row of modules, and beyond the square as well; they vary only across
/// the scroll axis, which is vertical, so that neither motion nor blended frames wash them out. The finest legible stripes tell
/// the resolution that was decoded.
///
/// Positions are in units of the square's side, from its top left corner as the photo is seen.
public struct MarkedPattern: Hashable, Sendable {
  /// The modules across the square.
  public static let squareModules = 12
  /// The modules across the tag.
  public static let tagModules = 10
  /// The modules of the quiet zone on each side of the tag.
  public static let quietModules = 1
  /// The number of a photo's embedded thumbnail is the photo's number plus this.
  public static let thumbnailStep = 20_000
  /// The largest number of a photo; numbers begin with 0.
  public static let mostPhotos = thumbnailStep

  /// Luminance of a dark and a light module, and of everything that is no tag, 0…255.
  ///
  /// They are neither black nor white, so that stripes and noise have room.
  public static let (dark, light, ground) = (70.0, 185.0, 127.5)
  /// The stripes' amplitude: the most luminance that they add or take away.
  public static let stripeDepth = 24.0
  /// The stripes' frequency in each row of modules, in cycles a square.
  ///
  /// They are closer than an octave, so that a cell of any size has one that it can just show. The finest three are in every
  /// second row, so that some of them are legible in a cell that an edge cuts.
  public static let stripes: [Double] = [96, 32, 64, 24, 48, 16, 96, 32, 64, 24, 48, 12]

  /// The number of the tag.
  public let number: Int
  /// Whether each module of the tag is light, row by row from the top left.
  public let modules: [Bool]

  /// Makes the picture of a number.
  ///
  /// - Parameter modules: the tag's modules, row by row, `tagModules` in each row.
  public init(number: Int, modules: [Bool]) {
    precondition(modules.count == Self.tagModules * Self.tagModules, "A tag has 10 rows of 10 modules.")
    (self.number, self.modules) = (number, modules)
  }

  /// The luminance of a module without its stripes; `ground` outside the tag.
  public func level(row: Int, column: Int) -> Double {
    let (row, column) = (row - Self.quietModules, column - Self.quietModules)
    let tag = 0..<Self.tagModules
    guard tag.contains(row), tag.contains(column) else { return Self.ground }
    return modules[row * Self.tagModules + column] ? Self.light : Self.dark
  }

  /// The luminance that the stripes add; the stripes of the outermost rows continue above and below the
  /// square.
  public static func stripe(x: Double, y: Double) -> Double {
    let row = min(max(Int((y * Double(squareModules)).rounded(.down)), 0), squareModules - 1)
    return stripeDepth * sin(2 * .pi * stripes[row] * x)
  }
}
