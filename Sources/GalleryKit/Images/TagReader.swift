internal import CImageIO

/// A tag that was found in a picture: its number, and where it lies.
///
/// Positions and lengths are in pixels from the picture's top left corner; the centre of the first pixel is (0.5, 0.5).
package struct TagSighting: Hashable, Sendable {
  package var number: Int
  /// The centre of the tag.
  package var x: Float
  package var y: Float
  /// The tag's width and height as it lies in the picture, all ten modules.
  package var width: Float
  package var height: Float
  /// Quarter turns clockwise from the upright tag, 0…3.
  package var turns: Int

  package init(number: Int, x: Float, y: Float, width: Float, height: Float, turns: Int = 0) {
    (self.number, self.x, self.y) = (number, x, y)
    (self.width, self.height, self.turns) = (width, height, turns)
  }
}

/// Finds the tags of marked photos in pictures, with libapriltag (Wang and Olson, AprilTag 2, IROS 2016).
///
/// The tags are those of the family tagStandard52h13. A reader needs 124 MB to correct one wrong bit of 52. From then on the
/// process keeps freed memory, since each picture needs as much as the one before has freed.
///
/// `@unchecked Sendable`: nothing in it changes until it is destroyed.
@safe package struct TagReader: ~Copyable, @unchecked Sendable {
  /// Whether this build has the library, which the package trait `Watch` brings.
  package static var isAvailable: Bool { cis_can_find_tags() }

  /// A bit must differ from the threshold by this much luminance on average; less is chance.
  private static let leastMargin: Float = 8
  /// A tag is seen from the front: the sides of its border lean by at most this share of their length.
  private static let mostLean: Float = 0.2
  /// No tag has fewer pixels in width or height.
  private static let leastSide = 8

  private let tags: OpaquePointer

  /// Makes a reader; `nil` if this build has none, or if there is no memory.
  package init?() {
    guard let tags = unsafe cis_tags_open() else { return nil }
    unsafe self.tags = tags
  }

  deinit { unsafe cis_tags_close(tags) }

  /// The tags of a grey picture by number.
  ///
  /// Rows have no padding. Several threads may call at once.
  ///
  /// - Complexity: O(pixels).
  package borrowing func find(in gray: [UInt8], width: Int, height: Int) -> [TagSighting] {
    precondition(gray.count == width * height, "A grey picture has a byte for each pixel.")
    // All threads share Swift's one empty array, and making one with a capacity of 0 writes to it.
    guard width >= Self.leastSide, height >= Self.leastSide else { return [] }
    let most = (width / Self.leastSide) * (height / Self.leastSide)
    let found = unsafe [cis_sighting](unsafeUninitializedCapacity: most) { room, count in
      unsafe count = cis_tags_find(tags, gray, UInt32(width), UInt32(height), room.baseAddress, most)
    }
    return found.compactMap(Self.sighting).sorted { ($0.number, $0.y, $0.x) < ($1.number, $1.y, $1.x) }
  }

  /// The modules of a tag, row by row from the top left: whether each is light; `nil` if the family has no such tag.
  package static func modules(of number: Int) -> [Bool]? {
    guard let number = UInt32(exactly: number) else { return nil }
    var light = [Bool](repeating: false, count: Int(CIS_TAG_MODULES))
    return unsafe cis_tag_modules(number, &light) ? light : nil
  }

  /// The tag along the picture's axes; `nil` if it does not lie along them, or if it is a chance match.
  private static func sighting(_ tag: cis_sighting) -> TagSighting? {
    guard tag.margin >= leastMargin else { return nil }
    let (leftBottom, rightBottom, rightTop, leftTop) = tag.corners
    // Along the tag's own axes.
    let (acrossX, acrossY) = (
      (rightBottom.0 - leftBottom.0 + rightTop.0 - leftTop.0) / 2,
      (rightBottom.1 - leftBottom.1 + rightTop.1 - leftTop.1) / 2
    )
    let (downX, downY) = (
      (leftBottom.0 - leftTop.0 + rightBottom.0 - rightTop.0) / 2,
      (leftBottom.1 - leftTop.1 + rightBottom.1 - rightTop.1) / 2
    )
    let isUpright = abs(acrossX) > abs(acrossY)
    let (width, height) = isUpright ? (abs(acrossX), abs(downY)) : (abs(downX), abs(acrossY))
    let lean = isUpright ? max(abs(acrossY), abs(downX)) : max(abs(acrossX), abs(downY))
    guard width > 0, height > 0, lean < mostLean * min(width, height) else { return nil }
    // The light ring is six modules wide, the tag ten.
    let whole: Float = 10 / 6
    return TagSighting(
      number: Int(tag.number), x: (leftBottom.0 + rightBottom.0 + rightTop.0 + leftTop.0) / 4,
      y: (leftBottom.1 + rightBottom.1 + rightTop.1 + leftTop.1) / 4, width: width * whole,
      height: height * whole,
      turns: isUpright ? (acrossX > 0 ? 0 : 2) : (acrossY > 0 ? 1 : 3))
  }
}
