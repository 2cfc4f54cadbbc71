/// A frame of a video in shades of grey, and when it was shown.
package struct LumaFrame: Sendable {
  package let width: Int
  package let height: Int
  /// Luminance, row by row from the top.
  package var pixels: [UInt8]
  /// Seconds from the first frame.
  package var time: Double

  package init(width: Int, height: Int, pixels: [UInt8], time: Double = 0) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels, self.time) = (width, height, pixels, time)
  }
}
