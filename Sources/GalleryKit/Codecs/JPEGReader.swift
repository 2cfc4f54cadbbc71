internal import CImageIO

/// Rows of one JPEG, from the top: libjpeg-turbo behind a handle that closes itself.
@safe struct JPEGReader: ~Copyable {
  let file: String
  let size: PixelSize
  let isProgressive: Bool
  /// What libjpeg-turbo holds of a file of many scans until it has read the last; 0 for a file of one scan.
  let coefficientByteCount: Int
  /// The TIFF structure of the EXIF marker, or nothing.
  let exif: [UInt8]
  private let handle: OpaquePointer

  /// Reads the header of a file.
  init(_ file: borrowing EncodedFile) throws(CodecError) {
    try unsafe self.init(file.input, named: file.path)
  }

  /// Reads the header; `input` must outlive the reader.
  @unsafe init(_ input: cis_input, named file: String) throws(CodecError) {
    let opened = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_open(input, $0) }
    guard let opened = unsafe opened else {
      throw CodecError(file: file, code: .malformed, message: "no JPEG header")
    }
    var info = unsafe cis_jpeg_info()
    unsafe cis_jpeg_describe(opened, &info)
    self.file = file
    size = unsafe PixelSize(width: Int(info.width), height: Int(info.height))
    isProgressive = unsafe info.progressive
    coefficientByteCount = unsafe Int(info.coefficient_bytes)
    exif = unsafe Array(UnsafeBufferPointer(start: info.exif, count: info.exif_count))
    unsafe handle = opened
  }

  deinit { unsafe cis_jpeg_close(handle) }

  /// Starts decoding at `eighths` eighths of the size.
  ///
  /// - Returns: the columns that rows will hold: `columns` and what whole blocks add to them.
  func start(eighths: Int, columns: Range<Int>, fancyUpsampling: Bool) throws(CodecError) -> Range<Int> {
    var section = cis_jpeg_section(
      eighths: UInt32(eighths), fancy_upsampling: fancyUpsampling, first_column: UInt32(columns.lowerBound),
      columns: UInt32(columns.count))
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_start(handle, &section, $0) }
    return Int(section.first_column)..<Int(section.first_column + section.columns)
  }

  /// Passes over rows without turning them into pixels.
  func skip(rows: Int) throws(CodecError) {
    guard rows > 0 else { return }
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_skip_rows(handle, UInt32(rows), $0) }
  }

  /// Reads the next row.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_read_row(handle, row, $0) }
  }

  var progress: DecodeProgress { unsafe DecodeProgress(cis_jpeg_progress(handle)) }
}
