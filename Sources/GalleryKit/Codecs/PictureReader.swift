internal import CImageIO
internal import GalleryEngine

/// Rows of one PNG, WebP, HEIF or AVIF, from the top: libpng, libwebp or libheif behind a handle that closes itself.
@safe struct PictureReader: RowReader, ~Copyable {
  let file: String
  let size: PixelSize
  /// The encoding.
  let format: ImageFormat
  /// The orientation of the rows.
  let orientation: ImageOrientation
  let hasAlpha: Bool
  let colors: cis_colors
  let colorTag: ColorTag
  /// The camera's EXIF data; ``orientation`` replaces their orientation.
  let exif: EXIF
  /// The TIFF structure that ``exif`` was read from.
  let exifBytes: [UInt8]
  /// The XMP packet, or nothing.
  let xmp: [UInt8]
  /// Whether the container has a smaller version of this picture.
  let hasThumbnail: Bool
  private let handle: OpaquePointer

  /// Reads the header of a file.
  ///
  /// - Parameter thumbnail: whether to read the smallest version that a HEIF file has of its picture.
  init(_ file: borrowing EncodedFile, thumbnail: Bool = false) throws(CodecError) {
    let chunks = file.kind == .webp ? WebPChunks(file) : nil
    let (coded, plain): (cis_format, ImageFormat) =
      switch file.kind {
      case .png: (CIS_PNG, .png)
      case .webp: (CIS_WEBP, .webp)
      case .avif: (CIS_AVIF, .avif)
      default: (CIS_HEIC, .heic)
      }
    let (input, bytes) = unsafe (file.input, chunks?.frame ?? 0..<file.byteCount)
    let opened = try unsafe CodecStatus.check(file.path) { status in
      unsafe cis_picture_open(
        thumbnail ? CIS_HEIF_THUMBNAIL : coded, input, UInt64(bytes.lowerBound), UInt64(bytes.count), status)
    }
    if let opened = unsafe opened, let (size, left, top) = chunks?.canvas {
      // A frame that reaches beyond its canvas is shown without the canvas.
      _ = unsafe cis_picture_place(
        opened, UInt32(left), UInt32(top), UInt32(size.width), UInt32(size.height))
    }
    guard let opened = unsafe opened, let info = unsafe cis_picture_describe(opened)?.pointee else {
      throw CodecError(file: file.path, code: .malformed, message: "no picture's header")
    }
    unsafe handle = opened
    self.file = file.path
    size = unsafe PixelSize(width: Int(info.width), height: Int(info.height))
    format = unsafe info.interlaced ? .pngInterlaced : plain
    hasAlpha = unsafe info.has_alpha
    colors = unsafe info.colors
    hasThumbnail = unsafe info.has_thumbnail
    if let chunks {
      exifBytes = chunks.exif
      exif = EXIF(tiff: chunks.exif)
      xmp = chunks.xmp
      colorTag = chunks.profile.isEmpty ? .none : .profile(chunks.profile)
      orientation = exif.orientation
    } else if file.kind == .png {
      let chunks = PNGChunks(file, readsXMP: true)
      exifBytes = chunks.exif
      exif = EXIF(tiff: chunks.exif)
      xmp = chunks.xmp
      colorTag = unsafe ColorTag(info.tag)
      orientation = exif.orientation
    } else {
      exifBytes = unsafe Array(UnsafeBufferPointer(start: info.exif, count: info.exif_count))
      exif = EXIF(tiff: exifBytes)
      xmp = unsafe Array(UnsafeBufferPointer(start: info.xmp, count: info.xmp_count))
      colorTag = unsafe ColorTag(info.tag)
      orientation = .up
    }
  }

  deinit { unsafe cis_picture_close(handle) }

  func heldByteCount(_ part: PicturePart) -> Int {
    unsafe Int(clamping: cis_picture_cost(handle, cis_part(part)))
  }

  func start(_ part: PicturePart) throws(CodecError) -> PicturePart {
    var coded = cis_part(part)
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_start(handle, &coded, $0) }
    return PicturePart(
      columns: Int(coded.left)..<Int(coded.left + coded.width),
      rows: Int(coded.top)..<Int(coded.top + coded.height), side: Int(coded.side))
  }

  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_read_row(handle, row, $0) }
  }

  func finish() throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_finish(handle, $0) }
  }

  var progress: DecodeProgress { unsafe DecodeProgress(cis_picture_progress(handle)) }
}

extension cis_part {
  fileprivate init(_ part: PicturePart) {
    self.init(
      left: UInt32(part.columns.lowerBound), top: UInt32(part.rows.lowerBound),
      width: UInt32(part.columns.count), height: UInt32(part.rows.count), side: UInt32(part.side))
  }
}
