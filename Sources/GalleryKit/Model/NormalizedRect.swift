/// A part of a picture, whatever its size: the picture is the unit square, from its top left corner as it stands upright.
public struct NormalizedRect: Hashable, Sendable {
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

  /// How far sums of fractions such as 0.7 + 0.3 may miss the edge.
  private static let tolerance = 1e-9

  /// Makes a rectangle.
  ///
  /// What hangs over by a billionth or less, as sums of fractions do, is cut off.
  ///
  /// - Throws: ``ValueError`` unless all four are finite, it lies within the unit square, and there is something in it.
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
    // Where nothing was cut off, the length stays as it was given, to the last bit.
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
    let right = max(0, 1 - x - width)
    let bottom = max(0, 1 - y - height)
    return switch orientation {
    case .up: self
    case .upMirrored: Self(unchecked: right, y, width, height)
    case .down: Self(unchecked: right, bottom, width, height)
    case .downMirrored: Self(unchecked: x, bottom, width, height)
    case .leftMirrored: Self(unchecked: y, x, height, width)
    case .right: Self(unchecked: y, right, height, width)
    case .rightMirrored: Self(unchecked: bottom, right, height, width)
    case .left: Self(unchecked: bottom, x, height, width)
    }
  }
}

extension NormalizedRect: Comparable {
  /// A total order: by left edge, then top edge, width and height.
  public static func < (left: Self, right: Self) -> Bool {
    (left.x, left.y, left.width, left.height) < (right.x, right.y, right.width, right.height)
  }
}
