/// Finds the EXIF data of a PNG by walking from chunk to chunk.
///
/// libpng would have to decode all the pixels to reach an `eXIf` chunk that stands behind them, as some cameras
/// write it; hopping over the lengths takes a read of eight bytes a chunk.
enum PNGChunks {
  /// More chunks than any camera writes; a file that has them is not searched further.
  private static let mostChunks = 100_000
  /// `eXIf` is bounded as in JPEG.
  private static let largestEXIF = 65_536

  /// The picture's size as `IHDR` states it.
  static func size(in file: borrowing EncodedFile) -> PixelSize? {
    let bytes = file.bytes(at: 16, count: 8)
    guard bytes.count == 8 else { return nil }
    func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(width: number(bytes[..<4]), height: number(bytes[4...]))
    return size.isEmpty ? nil : size
  }

  /// The TIFF structure of the `eXIf` chunk, or nothing.
  static func exif(in file: borrowing EncodedFile) -> [UInt8] {
    var offset = 8
    for _ in 0..<mostChunks {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { return [] }
      let length = head[0..<4].reduce(0) { $0 << 8 | Int($1) }
      switch Array(head[4...]) {
      case Array("eXIf".utf8):
        return length <= largestEXIF ? file.bytes(at: offset + 8, count: length) : []
      case Array("IEND".utf8):
        return []
      default:
        offset += 12 + length
      }
    }
    return []
  }
}
