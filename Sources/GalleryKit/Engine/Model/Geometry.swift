/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// A size larger than any picture; as a target, it asks for the picture at its own size.
  public static let maximum = PixelSize(width: 1 << 30, height: 1 << 30)

  /// Makes a size of `width` × `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The bytes of the decoded pixels: four a pixel, whatever the file's size; `Int.max` if they are more.
  public var decodedByteCount: Int {
    let (pixels, isTooLarge) = width.multipliedReportingOverflow(by: height)
    let (bytes, areTooMany) = pixels.multipliedReportingOverflow(by: 4)
    return isTooLarge || areTooMany ? .max : bytes
  }

  /// Millions of pixels.
  public var megapixels: Double { Double(width) * Double(height) / 1_000_000 }

  /// Whether it has no pixels.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }

  /// The upright size of a stored picture with this orientation, or the stored size of an upright one.
  package func turned(_ orientation: ImageOrientation) -> PixelSize {
    orientation.swapsAxes ? transposed : self
  }

  /// The size as `4032×3024`.
  public var description: String { "\(width)×\(height)" }
}

/// A part of a picture of any size: the upright picture is the unit square, from its top left corner.
public struct NormalizedRect: Hashable, Sendable, Comparable {
  /// From the picture's left edge, 0 to 1.
  public let x: Double
  /// From the picture's top edge, 0 to 1.
  public let y: Double
  /// More than 0, at most 1 − ``x``.
  public let width: Double
  /// More than 0, at most 1 − ``y``.
  public let height: Double

  /// The whole picture.
  public static let whole = NormalizedRect(unchecked: 0, 0, 1, 1)

  /// The tolerance at the edge for sums of fractions such as 0.7 + 0.3.
  private static let tolerance = 1e-9

  /// Makes a rectangle.
  ///
  /// An overhang of a billionth or less, which rounding leaves in sums of fractions, is cut off.
  ///
  /// - Throws: ``ValueError`` unless all four are finite, and the rectangle lies within the unit square and is not empty.
  public init(x: Double, y: Double, width: Double, height: Double) throws(ValueError) {
    let (x, width) = try Self.clipped(x, width, "x", "width")
    let (y, height) = try Self.clipped(y, height, "y", "height")
    self.init(unchecked: x, y, width, height)
  }

  private init(unchecked x: Double, _ y: Double, _ width: Double, _ height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  private static func clipped(
    _ start: Double, _ length: Double, _ startName: String, _ lengthName: String
  ) throws(ValueError) -> (Double, Double) {
    guard start >= -tolerance, start < 1 else {
      throw ValueError(name: startName, expected: "0 to less than 1", found: start)
    }
    let first = max(0, start)
    let clipped = min(1, start + length) - first
    guard start + length <= 1 + tolerance, clipped > 0 else {
      throw ValueError(name: lengthName, expected: "more than 0, at most \(1 - first)", found: length)
    }
    // If nothing was cut off, the length stays as given, to the last bit.
    return (first, first == start && start + length <= 1 ? length : clipped)
  }

  /// A part of this part, as a part of the whole picture.
  func part(_ inner: Self) -> Self {
    let (left, top) = (x + inner.x * width, y + inner.y * height)
    return Self(
      unchecked: left, top, min(inner.width * width, 1 - left), min(inner.height * height, 1 - top))
  }

  /// The same part of the picture as it is stored, before it is turned upright.
  package func stored(_ orientation: ImageOrientation) -> Self {
    let left = orientation.flipsColumns ? max(0, 1 - x - width) : x
    let top = orientation.flipsRows ? max(0, 1 - y - height) : y
    return orientation.swapsAxes
      ? Self(unchecked: top, left, height, width) : Self(unchecked: left, top, width, height)
  }

  /// A total order: by left edge, then top edge, width and height.
  public static func < (left: Self, right: Self) -> Bool {
    (left.x, left.y, left.width, left.height) < (right.x, right.y, right.width, right.height)
  }
}

/// The turn that stored pixels need to stand upright, by EXIF's numbers (tag 0x0112, values 1 to 8).
///
/// A case names where the stored picture's top edge and left edge lie on the upright one, so `right` (6) is
/// the usual phone held upright: stored on its side, turned 90° clockwise to be shown.
public enum ImageOrientation: UInt8, Hashable, Sendable, Codable, CaseIterable {
  /// 1: stored upright.
  case up = 1
  /// 2: mirrored left to right.
  case upMirrored = 2
  /// 3: turned by 180°.
  case down = 3
  /// 4: mirrored top to bottom.
  case downMirrored = 4
  /// 5: mirrored, then turned 90° counter-clockwise to be stored (a transpose).
  case leftMirrored = 5
  /// 6: turn 90° clockwise to show.
  case right = 6
  /// 7: transposed along the other diagonal.
  case rightMirrored = 7
  /// 8: turn 90° counter-clockwise to show.
  case left = 8

  /// Whether the stored and the upright picture have width and height swapped.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// Whether the upright picture's columns run against the stored axis that they come from; EXIF's numbers are a Gray code.
  package var flipsColumns: Bool { rawValue & 2 != 0 }
  /// Whether the upright picture's rows run against the stored axis that they come from.
  package var flipsRows: Bool { (rawValue - 1) & 2 != 0 }

  private init(swapsAxes: Bool, flipsColumns: Bool, flipsRows: Bool) {
    let found = Self.allCases.first {
      ($0.swapsAxes, $0.flipsColumns, $0.flipsRows) == (swapsAxes, flipsColumns, flipsRows)
    }
    self = found ?? .up
  }

  /// The orientation of a picture that is turned further, clockwise, once it stands upright.
  package func turned(quarters: Int) -> ImageOrientation {
    (0..<(quarters & 3)).reduce(self) { turned, _ in
      Self(swapsAxes: !turned.swapsAxes, flipsColumns: !turned.flipsRows, flipsRows: turned.flipsColumns)
    }
  }

  /// The orientation of a picture whose left and right are exchanged once it stands upright.
  package var mirrored: ImageOrientation {
    Self(swapsAxes: swapsAxes, flipsColumns: !flipsColumns, flipsRows: flipsRows)
  }
}
