internal import CImageIO
internal import GalleryEngine

/// A part of a stored picture, in its pixels, and the size of the boxes that its rows average.
struct PicturePart {
  var columns: Range<Int>
  var rows: Range<Int>
  /// The boxes' side; 1 for single pixels.
  var side: Int

  /// Columns and rows of boxes.
  var boxes: PixelSize {
    PixelSize(width: (columns.count + side - 1) / side, height: (rows.count + side - 1) / side)
  }
}

/// A self-closing decoder that reads the RGBA rows of one picture from the top.
protocol RowReader: ~Copyable {
  var file: String { get }
  var size: PixelSize { get }
  var hasAlpha: Bool { get }
  var colors: cis_colors { get }
  var colorTag: ColorTag { get }
  var progress: DecodeProgress { get }

  /// The bytes that decoding the part holds, beside a row.
  func heldByteCount(_ part: PicturePart) -> Int
  /// Starts decoding.
  ///
  /// - Parameter part: the wanted part, in whole boxes but for the last ones.
  /// - Returns: the part that rows cover, which may be wider; its side is 1 if the caller has to average boxes.
  func start(_ part: PicturePart) throws(CodecError) -> PicturePart
  /// Reads the next row.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError)
  /// Reads the rest of the file behind the last row, only to find damage.
  func finish() throws(CodecError)
}

extension RowReader where Self: ~Copyable {
  func finish() throws(CodecError) {}

  /// The bytes that decoding the whole picture holds, beside a row, at full size.
  var mostHeldByteCount: Int { heldByteCount(side: 1) }

  /// The same at the strongest reduction.
  private var leastHeldByteCount: Int { heldByteCount(side: max(size.width, size.height)) }

  private func heldByteCount(side: Int) -> Int {
    heldByteCount(PicturePart(columns: 0..<size.width, rows: 0..<size.height, side: side))
  }

  /// Refuses a picture whose header asks for too much at any reduction.
  func checkLimits() throws(CodecError) {
    try DecodeLimits.check(size, file: file)
    try DecodeLimits.check(workingBytes: leastHeldByteCount, of: size, file: file)
  }
}
