internal import CImageIO
internal import GalleryEngine

/// Turns a JPEG's rows into the wanted image.
struct JPEGDecoding {
  let order: DecodeOrder

  /// libjpeg-turbo's own value for missing data.
  private static let grey: UInt8 = 128

  func decode(_ reader: borrowing JPEGReader) throws(CodecError) -> DecodedImage {
    let plan = order.plan(reader.size, isJPEG: true)
    guard case .eighths(let eighths) = plan.reduction else { preconditionFailure("a JPEG scales by eighths") }
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: order.ledger)
    let colors = ColorTreatment(
      try reader.readColorTag(), of: reader.colors, mode: order.specification.colorMode)
    let scans: JPEGReader.Section.Scans =
      order.degraded?.isFirstScans == true ? .first : order.readsToEnd ? .all : .asNeeded
    let row = ScratchBuffer<UInt8>(
      count: plan.scaledSize.width * 4, besides: reader.heldByteCount, ledger: order.ledger)
    // A scaled-down image needs no fine interpolation of colour; at full size, the result equals the library's own.
    let columns = try reader.start(
      JPEGReader.Section(
        eighths: eighths, columns: plan.columns, fancyUpsampling: eighths == 8,
        keepsCMYK: colors.transform != nil, scans: scans))
    try reader.skip(rows: plan.rows.lowerBound)
    var sink = RowPipeline.make(
      plan, orientation: order.orientation, hasAlpha: false, colors: colors.transform, into: buffer,
      ledger: order.ledger)
    let wanted = unsafe row.start + (plan.columns.lowerBound - columns.lowerBound) * 4
    var damage: String?
    for number in plan.rows {
      if damage == nil {
        do throws(CodecError) {
          try unsafe reader.readRow(into: row.start)
        } catch {
          damage = try error.damage(afterRows: number - plan.rows.lowerBound)
          unsafe row.start.update(repeating: Self.grey, count: plan.scaledSize.width * 4)
        }
      }
      unsafe sink.append(wanted)
    }
    order.toning?.apply(to: buffer)
    if order.readsToEnd, damage == nil { damage = try readToEnd(reader) }
    let progress = reader.progress
    return DecodedImage(
      pixels: buffer, colorProfile: colors.profile, damage: damage ?? progress.warning,
      warnings: [colors.warning, progress.note].compactMap(\.self), bytesRead: progress.bytesRead,
      decodedPixels: plan.rows.count * columns.count)
  }

  private func readToEnd(_ reader: borrowing JPEGReader) throws(CodecError) -> String? {
    do throws(CodecError) {
      try reader.finish()
      return nil
    } catch {
      return try error.damage(afterRows: reader.size.height)
    }
  }
}

/// Rows of one JPEG, from the top: libjpeg-turbo behind a handle that closes itself.
@safe struct JPEGReader: ~Copyable {
  let file: String
  let size: PixelSize
  let isProgressive: Bool
  let colors: cis_colors
  /// The bytes that the reader holds while it decodes, apart from a few rows: markers, and the coefficients of a file of many
  /// scans, whatever the scale.
  let heldByteCount: Int
  /// The TIFF structure of the EXIF marker, or nothing.
  let exif: [UInt8]
  private let handle: OpaquePointer

  /// Reads the header of a file.
  init(_ file: borrowing EncodedFile) throws(CodecError) {
    try unsafe self.init(file.input, named: file.path)
  }

  /// Reads the header; `input` must outlive the reader, which has no EXIF and no profile without its markers.
  @unsafe init(_ input: cis_input, named file: String, keepsMarkers: Bool = true) throws(CodecError) {
    let opened = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_open(input, keepsMarkers, $0) }
    guard let opened = unsafe opened else {
      throw CodecError(file: file, code: .malformed, message: "no JPEG header")
    }
    var info = unsafe cis_jpeg_info()
    unsafe cis_jpeg_describe(opened, &info)
    self.file = file
    size = unsafe PixelSize(width: Int(info.width), height: Int(info.height))
    isProgressive = unsafe info.progressive
    colors = unsafe info.colors
    heldByteCount = unsafe Int(info.marker_bytes + cis_jpeg_held_bytes(opened))
    exif = unsafe Array(UnsafeBufferPointer(start: info.exif, count: info.exif_count))
    unsafe handle = opened
  }

  deinit { unsafe cis_jpeg_close(handle) }

  /// Refuses a picture whose header asks for too much.
  func checkLimits() throws(CodecError) {
    try DecodeLimits.check(size, file: file)
    try DecodeLimits.check(workingBytes: heldByteCount, of: size, file: file)
  }

  /// Reads the colours that the file states.
  ///
  /// ``progress`` reports an unusable profile.
  func readColorTag() throws(CodecError) -> ColorTag {
    var bytes = unsafe cis_bytes()
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_read_profile(handle, &bytes, $0) }
    defer { unsafe cis_bytes_free(bytes) }
    guard unsafe bytes.count > 0 else { return .none }
    return unsafe .profile(Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.count)))
  }

  /// The wanted scale, columns and form of pixels.
  struct Section {
    /// The scale.
    var eighths: Int
    var columns: Range<Int>
    /// Whether colours are interpolated as finely as at full size.
    var fancyUpsampling: Bool
    /// Whether rows of a CMYK picture are CMYK.
    var keepsCMYK: Bool
    /// The scans of a progressive picture that are read.
    var scans: Scans

    enum Scans {
      /// Scans up to the first after which all DC coefficients are known.
      case first
      /// Scans up to the last that shows at this size.
      case asNeeded
      /// All scans.
      case all

      var code: cis_scans {
        switch self {
        case .first: CIS_SCANS_FIRST
        case .asNeeded: CIS_SCANS_NEEDED
        case .all: CIS_SCANS_ALL
        }
      }
    }
  }

  /// Starts decoding.
  ///
  /// - Returns: the columns of the rows: the section's columns, widened to whole blocks.
  func start(_ wanted: Section) throws(CodecError) -> Range<Int> {
    var section = cis_jpeg_section(
      eighths: UInt32(wanted.eighths), fancy_upsampling: wanted.fancyUpsampling, keeps_cmyk: wanted.keepsCMYK,
      scans: wanted.scans.code, first_column: UInt32(wanted.columns.lowerBound),
      columns: UInt32(wanted.columns.count))
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_start(handle, &section, $0) }
    return Int(section.first_column)..<Int(section.first_column + section.columns)
  }

  /// Skips rows without turning them into pixels.
  func skip(rows: Int) throws(CodecError) {
    guard rows > 0 else { return }
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_skip_rows(handle, UInt32(rows), $0) }
  }

  /// Reads the next row.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_read_row(handle, row, $0) }
  }

  /// Reads the rest of the file, only to find damage.
  func finish() throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_jpeg_finish(handle, $0) }
  }

  var progress: DecodeProgress { unsafe DecodeProgress(cis_jpeg_progress(handle)) }
}
