/// How stored pixels must be turned to stand upright, as EXIF numbers it (tag 0x0112, values 1 to 8).
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

  /// Whether width and height change places between the stored and the upright picture.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The orientation of a picture that is turned further, clockwise, once it stands upright.
  package func turned(quarters: Int) -> ImageOrientation {
    (0..<(quarters & 3)).reduce(self) { orientation, _ in
      switch orientation {
      case .up: .right
      case .right: .down
      case .down: .left
      case .left: .up
      case .upMirrored: .rightMirrored
      case .rightMirrored: .downMirrored
      case .downMirrored: .leftMirrored
      case .leftMirrored: .upMirrored
      }
    }
  }

  /// The orientation of a picture whose left and right are exchanged once it stands upright.
  package var mirrored: ImageOrientation {
    switch self {
    case .up: .upMirrored
    case .upMirrored: .up
    case .down: .downMirrored
    case .downMirrored: .down
    case .right: .leftMirrored
    case .leftMirrored: .right
    case .left: .rightMirrored
    case .rightMirrored: .left
    }
  }
}
