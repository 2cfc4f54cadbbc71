internal import CImageIO
internal import GalleryEngine

/// A part of a stored picture, in its pixels, and the boxes that its rows are the means of.
struct PicturePart {
  var columns: Range<Int>
  var rows: Range<Int>
  /// The boxes' side; 1 of pixels as they are.
  var side: Int

  /// Columns and rows of boxes.
  var boxes: PixelSize {
    PixelSize(width: (columns.count + side - 1) / side, height: (rows.count + side - 1) / side)
  }
}

/// Rows of one picture, from the top, RGBA: a decoder that closes itself.
protocol RowReader: ~Copyable {
  var file: String { get }
  var size: PixelSize { get }
  var hasAlpha: Bool { get }
  var colors: cis_colors { get }
  var colorTag: ColorTag { get }
  var progress: DecodeProgress { get }

  /// What decoding the part holds, beside a row.
  func heldByteCount(_ part: PicturePart) -> Int
  /// Starts decoding.
  ///
  /// - Parameter part: what is wanted, in whole boxes but for the last ones.
  /// - Returns: the part that rows will come of, which may be wider; its side is 1 where boxes are left to the caller.
  func start(_ part: PicturePart) throws(CodecError) -> PicturePart
  /// Reads the next row.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError)
  /// Reads what is left of the file behind the last row, only for what is wrong with it.
  func finish() throws(CodecError)
}

extension RowReader where Self: ~Copyable {
  func finish() throws(CodecError) {}

  /// What decoding the whole picture holds, beside a row, however small it is wanted.
  var leastHeldByteCount: Int {
    heldByteCount(
      PicturePart(columns: 0..<size.width, rows: 0..<size.height, side: max(size.width, size.height)))
  }

  /// Refuses a picture whose header asks for too much, however small it is wanted.
  func checkLimits() throws(CodecError) {
    try DecodeLimits.check(size, file: file)
    try DecodeLimits.check(workingBytes: leastHeldByteCount, of: size, file: file)
  }
}
