internal import GalleryKit

/// Large files that take little time to make.
package enum LargeFiles {
  /// Writes a black JPEG.
  package static func writeJPEG(_ width: Int, _ height: Int, to path: String) throws {
    try PictureWriter.jpeg(quality: 75).write(blank(width, height), to: path)
  }

  /// Writes a black PNG.
  package static func writePNG(_ width: Int, _ height: Int, to path: String) throws {
    try PictureWriter.png(compression: 1).write(blank(width, height), to: path)
  }

  /// Pixels that were never written, which the system does not have to find memory for.
  private static func blank(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try PixelBuffer(size: PixelSize(width: width, height: height), ledger: MemoryLedger())
  }
}
