internal import CImageIO
internal import GalleryEngine

/// A part of a stored picture, and how it is read.
struct PicturePart {
  /// Columns and rows in the picture's pixels; in those of a JPEG at its scale.
  var columns: Range<Int>
  var rows: Range<Int>
  /// The side of the boxes that rows average; 1 for single pixels.
  var side = 1
  /// The scale of a JPEG.
  var eighths = 8
  /// The scans of a progressive JPEG that are read.
  var scans = CIS_SCANS_NEEDED
  /// Whether rows of a CMYK picture are CMYK.
  var keepsCMYK = false

  /// Columns and rows of boxes.
  var boxes: PixelSize {
    PixelSize(width: (columns.count + side - 1) / side, height: (rows.count + side - 1) / side)
  }
}

/// RGBA rows of one picture, from the top: libjpeg-turbo, libpng, libwebp or libheif behind a handle that closes itself.
@safe struct PictureReader: ~Copyable {
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
  /// The XMP packet, or nothing; nothing of a JPEG.
  let xmp: [UInt8]
  /// Whether the container has a smaller version of this picture.
  let hasThumbnail: Bool
  private let handle: OpaquePointer

  /// What stands beside a picture in a container that the shim does not read.
  private typealias Beside = (exif: [UInt8], xmp: [UInt8], colorTag: ColorTag?)

  /// Reads the header of a file.
  ///
  /// - Parameter thumbnail: whether to read the smallest version that a HEIF file has of its picture.
  init(_ file: borrowing EncodedFile, thumbnail: Bool = false) throws(CodecError) {
    let webP = file.kind == .webp ? WebPChunks(file) : nil
    let handle = try unsafe Self.open(
      thumbnail ? CIS_HEIF_THUMBNAIL : file.kind.format, file.input, webP?.frame ?? 0..<file.byteCount,
      of: file.path)
    if let (size, left, top) = webP?.canvas {
      // A frame that reaches beyond its canvas is shown without the canvas.
      _ = unsafe cis_picture_place(
        handle, UInt32(left), UInt32(top), UInt32(size.width), UInt32(size.height))
    }
    var beside: Beside?
    if let webP {
      beside = (webP.exif, webP.xmp, webP.profile.isEmpty ? ColorTag.none : .profile(webP.profile))
    } else if file.kind == .png {
      let chunks = PNGChunks(file, readsXMP: true)
      beside = (chunks.exif, chunks.xmp, nil)
    }
    unsafe self.init(handle, of: file.path, file.kind, beside)
  }

  /// Reads the header of a JPEG alone, without EXIF and profile; `input` must outlive the reader.
  @unsafe init(headerOf input: cis_input, of file: String) throws(CodecError) {
    unsafe self.init(try Self.open(CIS_JPEG_HEADER, input, 0..<input.count, of: file), of: file, .jpeg, nil)
  }

  @unsafe private init(_ handle: OpaquePointer, of file: String, _ kind: FileKind, _ beside: Beside?) {
    let info = unsafe cis_picture_describe(handle).pointee
    unsafe self.handle = handle
    self.file = file
    size = unsafe PixelSize(width: Int(info.width), height: Int(info.height))
    format = unsafe kind.encoding(inPasses: info.in_passes)
    hasAlpha = unsafe info.has_alpha
    colors = unsafe info.colors
    hasThumbnail = unsafe info.has_thumbnail
    exifBytes =
      unsafe beside?.exif ?? Array(UnsafeBufferPointer(start: info.exif, count: info.exif_count))
    xmp = unsafe beside?.xmp ?? Array(UnsafeBufferPointer(start: info.xmp, count: info.xmp_count))
    colorTag = unsafe beside?.colorTag ?? ColorTag(info.tag)
    exif = EXIF(tiff: exifBytes)
    // libheif turns pictures itself.
    orientation = kind == .heic || kind == .avif ? .up : exif.orientation
  }

  @unsafe private static func open(
    _ format: cis_format, _ input: cis_input, _ bytes: Range<Int>, of file: String
  ) throws(CodecError) -> OpaquePointer {
    let opened = try unsafe CodecStatus.check(file) { status in
      unsafe cis_picture_open(format, input, UInt64(bytes.lowerBound), UInt64(bytes.count), status)
    }
    guard let opened = unsafe opened else {
      throw CodecError(file: file, code: .malformed, message: "no picture's header")
    }
    return unsafe opened
  }

  deinit { unsafe cis_picture_close(handle) }

  /// The bytes that decoding the part holds, beside a few rows.
  func heldByteCount(_ part: PicturePart) -> Int {
    unsafe Int(clamping: cis_picture_cost(handle, cis_part(part)))
  }

  /// The bytes that decoding the whole picture holds at full size.
  var mostHeldByteCount: Int { heldByteCount(side: 1) }

  private func heldByteCount(side: Int) -> Int {
    heldByteCount(PicturePart(columns: 0..<size.width, rows: 0..<size.height, side: side))
  }

  /// Refuses a picture whose header asks for too much at any reduction.
  func checkLimits() throws(CodecError) {
    try DecodeLimits.check(size, file: file)
    let least = heldByteCount(side: max(size.width, size.height))
    try DecodeLimits.check(workingBytes: least, of: size, file: file)
  }

  /// Starts decoding.
  ///
  /// - Parameter part: the wanted part, in whole boxes but for the last ones.
  /// - Returns: the part that rows cover, which may be wider; its side is 1 if the caller has to average boxes.
  func start(_ part: PicturePart) throws(CodecError) -> PicturePart {
    var coded = cis_part(part)
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_start(handle, &coded, $0) }
    return PicturePart(
      columns: Int(coded.left)..<Int(coded.left + coded.width),
      rows: Int(coded.top)..<Int(coded.top + coded.height), side: Int(coded.side))
  }

  /// Reads the next row.
  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_read_row(handle, row, $0) }
  }

  /// Reads the rest of the file behind the last row, only to find damage.
  func finish() throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_finish(handle, $0) }
  }

  var progress: DecodeProgress { unsafe DecodeProgress(cis_picture_progress(handle)) }
}

extension FileKind {
  fileprivate var format: cis_format {
    switch self {
    case .jpeg: CIS_JPEG
    case .png: CIS_PNG
    case .webp: CIS_WEBP
    case .heic: CIS_HEIC
    case .avif: CIS_AVIF
    }
  }

  fileprivate func encoding(inPasses: Bool) -> ImageFormat {
    switch self {
    case .jpeg: inPasses ? .jpegProgressive : .jpegBaseline
    case .png: inPasses ? .pngInterlaced : .png
    case .webp: .webp
    case .heic: .heic
    case .avif: .avif
    }
  }
}

extension cis_part {
  fileprivate init(_ part: PicturePart) {
    self.init(
      left: UInt32(part.columns.lowerBound), top: UInt32(part.rows.lowerBound),
      width: UInt32(part.columns.count), height: UInt32(part.rows.count), side: UInt32(part.side),
      eighths: UInt32(part.eighths), scans: part.scans, keeps_cmyk: part.keepsCMYK)
  }
}
