internal import CImageIO
internal import GalleryEngine

extension cis_part {
  /// Makes a part of these columns and rows, which are the picture's pixels, or those of a JPEG at its scale.
  init(columns: Range<Int>, rows: Range<Int>, side: Int = 1, eighths: Int = 8) {
    self.init(
      left: UInt32(columns.lowerBound), top: UInt32(rows.lowerBound), width: UInt32(columns.count),
      height: UInt32(rows.count), side: UInt32(side), eighths: UInt32(eighths), scans: CIS_SCANS_NEEDED,
      keeps_cmyk: false)
  }

  var columns: Range<Int> { Int(left)..<Int(left) + Int(width) }
  var rows: Range<Int> { Int(top)..<Int(top) + Int(height) }

  /// Columns and rows of boxes.
  var boxes: PixelSize {
    let side = Int(side)
    return PixelSize(width: (Int(width) + side - 1) / side, height: (Int(height) + side - 1) / side)
  }
}

/// RGBA rows of one picture, from the top: libjpeg-turbo, libpng, libwebp or libheif behind a handle that closes itself.
@safe struct PictureReader: ~Copyable {
  let file: String
  let size: PixelSize
  let format: ImageFormat
  /// The orientation of the rows.
  let orientation: ImageOrientation
  let hasAlpha: Bool
  let colorTag: ColorTag
  /// The bytes of EXIF and, except for a JPEG, of XMP.
  let metadata: DecodedImage.Metadata
  /// The camera's EXIF data; ``orientation`` replaces their orientation.
  let exif: EXIF
  /// Whether the container has a smaller version of this picture.
  let hasThumbnail: Bool
  /// The subtypes that other pictures in the container give it, such as a gain map.
  let companions: Asset.MediaSubtypes
  private let handle: OpaquePointer

  /// Reads the header of a file.
  ///
  /// - Parameter form: `CIS_JPEG_HEADER` or `CIS_HEIF_THUMBNAIL`, in place of the picture with all that belongs to it.
  init(_ file: borrowing EncodedFile, as form: cis_format? = nil) throws(CodecError) {
    let kind = file.kind
    let webP = kind == .webp ? WebPChunks(file) : nil
    try file.checkReads()
    // libwebp takes the size of such a file from its extended header.
    if let webP, webP.frame.isEmpty {
      throw CodecError(file: file.path, code: .malformed, message: "there is no frame in it")
    }
    let input = unsafe file.input
    let bytes = webP?.frame ?? 0..<file.byteCount
    let opened = try unsafe CodecStatus.check(file.path) { status in
      unsafe cis_picture_open(
        form ?? kind.library.code, input, UInt64(bytes.lowerBound), UInt64(bytes.count), status)
    }
    guard let handle = unsafe opened else {
      throw CodecError(file: file.path, code: .malformed, message: "no picture's header")
    }
    if let (size, left, top) = webP?.canvas {
      // A frame that reaches beyond its canvas is shown without the canvas.
      _ = unsafe cis_picture_place(handle, UInt32(left), UInt32(top), UInt32(size.width), UInt32(size.height))
    }
    let info = unsafe cis_picture_describe(handle).pointee
    unsafe self.handle = handle
    self.file = file.path
    size = unsafe PixelSize(width: Int(info.width), height: Int(info.height))
    format = unsafe kind.encoding(inPasses: info.in_passes)
    hasAlpha = unsafe info.has_alpha
    hasThumbnail = unsafe info.has_thumbnail
    let isHEIF = kind == .heic || kind == .avif
    let hasToneMap = isHEIF ? HEIFItems.haveToneMap(in: file) : false
    let gain: Asset.MediaSubtypes = unsafe info.has_gain_map || hasToneMap ? .photoHDR : []
    companions = unsafe info.has_depth_map ? gain.union(.photoDepthEffect) : gain
    // The shim does not read the metadata that these containers have beside their picture.
    if let webP {
      metadata = webP.metadata
      colorTag = webP.profile.isEmpty ? .none : .profile(webP.profile)
    } else {
      metadata =
        unsafe kind == .png
        ? PNGChunks(file, readsXMP: true).metadata
        : DecodedImage.Metadata(
          exif: Array(UnsafeBufferPointer(start: info.exif, count: info.exif_count)),
          xmp: Array(UnsafeBufferPointer(start: info.xmp, count: info.xmp_count)))
      colorTag = unsafe ColorTag(info.tag)
    }
    exif = EXIF(tiff: metadata.exif)
    // libheif rotates pictures itself.
    orientation = isHEIF ? .up : exif.orientation
  }

  deinit { unsafe cis_picture_close(handle) }

  /// The bytes that decoding the part holds besides a few rows.
  func heldByteCount(_ part: cis_part) -> Int { unsafe Int(clamping: cis_picture_cost(handle, part)) }

  /// The bytes that decoding the whole picture holds in boxes of this side.
  func heldByteCount(side: Int) -> Int {
    heldByteCount(cis_part(columns: 0..<size.width, rows: 0..<size.height, side: side))
  }

  /// Refuses a picture whose header asks for too much at any reduction.
  func checkLimits() throws(CodecError) {
    try DecodeLimits.check(size, file: file)
    let least = heldByteCount(side: max(size.width, size.height))
    try DecodeLimits.check(workingBytes: least, of: size, format, file: file)
  }

  /// Starts decoding a part, in whole boxes except for the last ones, and returns the part that rows cover, which may be wider;
  /// its side is 1 if the caller has to average boxes.
  func start(_ part: cis_part) throws(CodecError) -> cis_part {
    var part = part
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_start(handle, &part, $0) }
    return part
  }

  @unsafe func readRow(into row: UnsafeMutablePointer<UInt8>) throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_read_row(handle, row, $0) }
  }

  /// Reads the rest of the file after the last row, only to find damage.
  func finish() throws(CodecError) {
    _ = try unsafe CodecStatus.check(file) { unsafe cis_picture_finish(handle, $0) }
  }

  /// The meaning of rows; of a gray picture that libheif reads, known once it is started.
  var colors: cis_colors { unsafe cis_picture_describe(handle).pointee.colors }

  /// The bytes that the decoder has read, and its first complaints: about pixels that it could repair, and about anything else.
  var progress: (bytesRead: Int, warning: String?, note: String?) {
    let progress = unsafe cis_picture_progress(handle)
    return unsafe (
      Int(progress.bytes_read), progress.first_warning.map { unsafe String(cString: $0) },
      progress.first_note.map { unsafe String(cString: $0) }
    )
  }
}

/// Calls into the C shim, and turns its failures into ``CodecError``.
enum CodecStatus {
  /// The result of a call, unless that reports a failure.
  static func check<Result>(
    _ file: String, _ call: (UnsafeMutablePointer<cis_status>) -> Result
  ) throws(CodecError) -> Result {
    var status = cis_status()
    let result = unsafe call(&status)
    guard status.code != CIS_OK else { return result }
    throw CodecError(
      file: file, code: code(of: status.code), message: text(of: &status),
      offset: status.offset < 0 ? nil : Int(status.offset))
  }

  /// Takes over the bytes that an encoder of the shim allocates.
  static func collect(
    _ encode: (UnsafeMutablePointer<cis_bytes>, UnsafeMutablePointer<cis_status>) -> Bool
  ) throws(CodecError) -> [UInt8] {
    var out = unsafe cis_bytes()
    _ = try unsafe check("the encoded picture") { unsafe encode(&out, $0) }
    defer { unsafe cis_bytes_free(out) }
    return unsafe Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
  }

  private static func code(of code: cis_code) -> CodecError.Code {
    switch code {
    case CIS_UNREADABLE: .unreadable
    case CIS_UNSUPPORTED: .unsupported
    case CIS_TOO_COSTLY: .tooCostly
    case CIS_NO_MEMORY: .outOfMemory
    default: .malformed
    }
  }

  private static func text(of status: inout cis_status) -> String {
    unsafe withUnsafeBytes(of: &status.message) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension CodecError {
  /// The damage of a picture that breaks off after `rows` rows.
  ///
  /// - Throws: the error itself if there is no row, or if the file is not at fault.
  func damage(afterRows rows: Int) throws(CodecError) -> String {
    guard code == .malformed || code == .unsupported, rows > 0 else { throw self }
    return reason
  }
}

package enum ImageLibraries {
  /// Versions by name, of the libraries in this build.
  package static var versions: [String: String] {
    var versions = ["lcms2": "\(cis_color_version() / 1000).\(cis_color_version() % 1000 / 10)"]
    for (name, format) in [
      ("libjpeg-turbo", CIS_JPEG), ("libpng", CIS_PNG), ("libwebp", CIS_WEBP), ("libheif", CIS_HEIC),
    ] {
      versions[name] = unsafe cis_picture_version(format).map { unsafe String(cString: $0) }
    }
    return versions
  }
}
