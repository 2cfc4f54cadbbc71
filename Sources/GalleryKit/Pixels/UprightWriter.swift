/// Lays rows of a stored picture into a buffer so that the picture stands upright.
package struct UprightWriter: RowSink {
  private let buffer: PixelBuffer
  private let orientation: ImageOrientation
  /// Of the picture as stored.
  private let size: PixelSize
  private var row = 0

  /// Makes a writer of all rows of `buffer`, whose size is the upright picture's.
  package init(_ buffer: PixelBuffer, orientation: ImageOrientation) {
    self.buffer = buffer
    self.orientation = orientation
    size = orientation.swapsAxes ? buffer.size.transposed : buffer.size
  }

  package mutating func append(_ source: UnsafePointer<UInt8>) {
    let (first, step) = path(ofRow: row)
    row += 1
    unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      if step == 1 {
        unsafe (base + first * 4).copyMemory(from: source, byteCount: size.width * 4)
        return
      }
      let pixels = unsafe UnsafeRawPointer(source)
      for column in 0..<size.width {
        let pixel = unsafe pixels.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
        unsafe base.storeBytes(of: pixel, toByteOffset: (first + column * step) * 4, as: UInt32.self)
      }
    }
  }

  /// Where a stored row's first pixel goes in the upright picture, and how far it is from each to the next.
  private func path(ofRow row: Int) -> (first: Int, step: Int) {
    let width = buffer.size.width
    let lastColumn = size.width - 1
    let lastRow = size.height - 1
    return switch orientation {
    case .up: (row * width, 1)
    case .upMirrored: (row * width + lastColumn, -1)
    case .down: ((lastRow - row) * width + lastColumn, -1)
    case .downMirrored: ((lastRow - row) * width, 1)
    case .leftMirrored: (row, width)
    case .right: (lastRow - row, width)
    case .rightMirrored: (lastColumn * width + lastRow - row, -width)
    case .left: (lastColumn * width + row, -width)
    }
  }
}
