internal import CImageIO
internal import GalleryEngine

/// Rows of one PNG, from the top: libpng behind a handle that closes itself.
@safe struct PNGReader: RowReader, ~Copyable {
  let file: String
  let size: PixelSize
  /// 1, or 7 where the picture is interlaced.
  let passes: Int
  let hasAlpha: Bool
  let colors: cis_colors
  let colorTag: ColorTag
  private let handle: OpaquePointer

  var isInterlaced: Bool { passes > 1 }

  /// Reads everything before the pixels.
  init(_ file: borrowing EncodedFile) throws(CodecError) {
    let input = unsafe file.input
    let opened = try unsafe CodecStatus.check(file.path) { unsafe cis_png_open(input, $0) }
    guard let opened = unsafe opened else {
      throw CodecError(file: file.path, code: .malformed, message: "no PNG header")
    }
    var info = cis_png_info()
    unsafe cis_png_describe(opened, &info)
    var tag = unsafe cis_tag()
    unsafe cis_png_describe_colors(opened, &tag)
    self.file = file.path
    size = PixelSize(width: Int(info.width), height: Int(info.height))
    passes = Int(info.passes)
    hasAlpha = info.has_alpha
    colors = info.colors
    colorTag = unsafe ColorTag(tag)
    unsafe handle = opened
  }

  deinit { unsafe cis_png_close(handle) }

  /// The plane of an interlaced picture.
  func heldByteCount(_ part: PicturePart) -> Int { isInterlaced ? size.decodedByteCount : 0 }

  /// Rows come whole, from the first on.
  func start(_ part: PicturePart) -> PicturePart {
    PicturePart(columns: 0..<size.width, rows: 0..<part.rows.upperBound, side: 1)
  }

  /// Reads the next row; of an interlaced picture, what the present pass adds to it.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_png_read_row(handle, row, $0) }
  }

  /// Reads what is left of the file behind its last row, only for what is wrong with it.
  func finish() throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_png_finish(handle, $0) }
  }

  var progress: DecodeProgress { unsafe DecodeProgress(cis_png_progress(handle)) }
}
