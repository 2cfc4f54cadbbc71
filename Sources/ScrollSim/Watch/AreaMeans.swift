/// Means over rectangles of a frame, in constant time each (Crow, Summed-area tables for texture mapping, 1984).
package struct AreaMeans: Sendable {
  package let width: Int
  package let height: Int
  private let sums: [UInt32]

  /// - Complexity: O(pixels).
  package init(_ frame: LumaFrame) {
    (width, height) = (frame.width, frame.height)
    let stride = width + 1
    var sums = [UInt32](repeating: 0, count: stride * (height + 1))
    for y in 0..<height {
      // A picture of 16 million pixels or more overflows; differences of sums are right even so.
      var row: UInt32 = 0
      let (from, to) = (y * width, (y + 1) * stride + 1)
      for x in 0..<width {
        row &+= UInt32(frame.pixels[from + x])
        sums[to + x] = sums[to + x - stride] &+ row
      }
    }
    self.sums = sums
  }

  /// The mean of a rectangle, whose sides may cut pixels, clipped to the frame; 0 if it lies outside.
  package func mean(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Double {
    let (left, right) = (max(0, left), min(Double(width), right))
    let (top, bottom) = (max(0, top), min(Double(height), bottom))
    guard left < right, top < bottom else { return 0 }
    let (x0, x1, y0, y1) = (Int(left), Int(right), Int(top), Int(bottom))
    let (fx0, fx1) = (left - Double(x0), right - Double(x1))
    let (fy0, fy1) = (top - Double(y0), bottom - Double(y1))
    let (xs0, xs1) = (min(x0 + 1, width), min(x1 + 1, width))
    let (ys0, ys1) = (min(y0 + 1, height), min(y1 + 1, height))
    /// The sum between two corners of whole pixels.
    func sum(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) -> Double {
      let stride = width + 1
      let whole =
        sums[y1 * stride + x1] &- sums[y0 * stride + x1]
        &- sums[y1 * stride + x0] &+ sums[y0 * stride + x0]
      return Double(whole)
    }
    // The rectangle as whole pixels, less what is cut off at left and top, and what is added at right and bottom.
    func column(_ from: Int, _ to: Int, _ weight: Double) -> Double {
      weight * (sum(from, y0, to, y1) - fy0 * sum(from, y0, to, ys0) + fy1 * sum(from, y1, to, ys1))
    }
    let total = column(x0, x1, 1) - column(x0, xs0, fx0) + column(x1, xs1, fx1)
    return total / ((right - left) * (bottom - top))
  }

  /// The means of squares, row by row.
  func blocks(of side: Int) -> [Float] {
    stride(from: 0, to: height, by: side).flatMap { y in
      stride(from: 0, to: width, by: side).map { x in
        Float(mean(Double(x), Double(y), Double(x + side), Double(y + side)))
      }
    }
  }
}
