internal import CImageIO
package import Foundation
package import GalleryEngine
public import GalleryRequests

/// Decodes originals upright, in the wanted size; of an animation, the first frame.
///
/// - `none` decodes the whole picture.
/// - `fast` lets the decoder shrink it: a JPEG to the smallest number of eighths that still covers the target, all others by
///   averaging whole boxes. Only the rows and columns that the crop needs become pixels.
/// - `exact` resamples such a reduction to the target by Lanczos with three lobes; a crop does so with its part.
///
/// A progressive JPEG that is scaled to half its size or less is read until no later scan would change the share of a
/// coefficient in a pixel by more than about two levels; in the mean, pixels then differ by less than one.
///
/// Rows are streamed: apart from its result, decoding holds a few rows. There are exceptions: JPEGs of many scans hold all
/// coefficients; interlaced PNG, HEIF, AVIF, lossless WebP and WebP with alpha hold the whole picture. This memory is booked
/// as ``MemoryOwner/scratch``; a file whose header shows that it needs more than 300 MB, or a HEIC more than 620 MB, is
/// refused. A HEIC takes six bytes a pixel, or twelve if it has ten bits: 604 MB for 50 megapixels.
///
/// **Damaged data.** A file that is cut off or corrupt, and still yields a picture, is delivered, with the decoder's
/// complaint in ``DecodedImage/damage``; missing pixels are grey in a JPEG and transparent otherwise. Only a file without a
/// single row is an error. The decoder does not read data that the image does not need; `strict` reads the file to its end,
/// and refuses it, as ``CodecError/Code/damaged``, if anything is wrong with its pixels. Invalid metadata are ignored, and
/// harm no picture; ``DecodedImage/warnings`` reports an invalid colour profile.
///
/// **Colours.** Little CMS converts a tagged picture to sRGB, with perceptual intent, in the delivered size. The tag is
/// JPEG's APP2; PNG's cICP, iCCP, gAMA and cHRM; in other formats an ICC profile or, in HEIF, code points. A picture that is
/// not tagged, or whose profile differs from sRGB by at most one level of 255, counts as sRGB. With ``ColorMode/asTagged``
/// pixel values stay unchanged and the profile is delivered beside them; only CMYK pictures, and gray ones with a profile of
/// gray, become sRGB in any case.
package struct ImageDecoder: ImageCodec {
  package init() {}

  /// Decodes a file; its bytes decide the format, not its name.
  ///
  /// - Parameters:
  ///   - strict: whether a damaged picture is an error.
  ///   - ledger: books the image (as ``MemoryOwner/inFlight``) and working memory.
  package static func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments? = nil, strict: Bool = false,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try decode(EncodedFile(path: path), as: specification, adjustments, strict: strict, ledger: ledger)
  }

  /// Decodes a file in memory; see the form with a path.
  package static func decode(
    bytes: [UInt8], as specification: ImageSpecification, adjustments: Adjustments? = nil,
    strict: Bool = false, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try decode(EncodedFile(bytes: bytes), as: specification, adjustments, strict: strict, ledger: ledger)
  }

  private static func decode(
    _ file: borrowing EncodedFile, as specification: ImageSpecification, _ adjustments: Adjustments?,
    strict: Bool, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    let reader = try PictureReader(file)
    try file.checkReads()
    try reader.checkLimits()
    let order = DecodeOrder(
      orientation: reader.orientation, specification: specification, adjustments: adjustments,
      readsToEnd: strict, ledger: ledger)
    let image = try order.decode(reader)
    if strict, let damage = image.damage {
      throw CodecError(file: file.path, code: .damaged, message: damage)
    }
    return image
  }

  package func decode(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage {
    try Self.decode(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments?, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try Self.degradedImage(path: path, as: specification, adjustments: adjustments, ledger: ledger)
  }

  package func file(of image: DecodedImage, isLossless: Bool, captureDate: Date) throws(CodecError) -> Data {
    let exif = EXIFWriter(captureDate: captureDate)
    if isLossless {
      let writer = PictureWriter.png(keepsAlpha: true, exif: exif, colorProfile: image.colorProfile)
      return Data(try writer.encode(image.pixels))
    }
    let pixels: PixelBuffer
    do {
      // A JPEG would show the colours of transparent pixels, which may be anything.
      pixels = try image.pixels.isOpaque ? image.pixels : DecodedImage.overWhite(image.pixels)
    } catch {
      throw CodecError(file: "the edited picture", code: .outOfMemory, message: error.description)
    }
    let writer = PictureWriter.jpeg(quality: 95, exif: exif, colorProfile: image.colorProfile)
    return Data(try writer.encode(pixels))
  }
}

extension DecodeThreads {
  package convenience init(workers: Int, ledger: MemoryLedger, store: ThumbnailStore? = nil) {
    self.init(workers: workers, codec: ImageDecoder(), ledger: ledger, store: store)
  }
}

extension ImageManager {
  /// Makes a manager that decodes by the C libraries, on its own threads.
  ///
  /// - Parameters:
  ///   - configuration: how the manager works.
  ///   - thumbnailStore: keeps thumbnails; none by default.
  ///   - originals: downloads originals that are in the cloud; without it they stay there.
  public convenience init(
    configuration: Configuration = Configuration(), thumbnailStore: ThumbnailStore? = nil,
    originals: RemoteOriginals? = nil
  ) {
    self.init(
      configuration: configuration, codec: ImageDecoder(), thumbnailStore: thumbnailStore,
      originals: originals)
  }

  /// Makes a manager with an executor and an observer, which makes files of edited pictures by the C libraries; see the form
  /// with a codec.
  package convenience init(
    configuration: Configuration, ledger: MemoryLedger, executor: any DecodeExecuting,
    originals: (any OriginalFetching)? = nil, observer: (any ImageManagerObserving)? = nil
  ) {
    self.init(
      configuration: configuration, ledger: ledger, executor: executor, codec: ImageDecoder(),
      originals: originals, observer: observer)
  }

  /// Makes memory that decoders free leave the process at once, on Linux; call it when the process starts.
  ///
  /// The decoders' libraries take megabytes from `malloc` for a photo. glibc's keeps blocks as large as those that were freed
  /// before, in each thread, so that a process that has decoded some progressive photos stays more than a hundred megabytes
  /// larger. This sets its threshold for all of the process: larger blocks than 64 KB are mapped, and unmapped when they are
  /// freed. Other systems' libraries need no such call, and it does nothing there.
  public static func returnMemoryWhenFreed() { cis_return_freed_memory() }

  /// The settings that ``returnMemoryWhenFreed()`` makes; empty if it does nothing.
  package static var memorySettings: String { unsafe String(cString: cis_memory_setting()) }
}

extension DecodeOrder {
  /// Turns a picture's rows into the wanted image.
  func decode(_ reader: borrowing PictureReader) throws(CodecError) -> DecodedImage {
    let plan = self.plan(reader.size, isJPEG: reader.format.isJPEG)
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: ledger)
    var wanted = plan.part(of: reader.size)
    wanted.keeps_cmyk = treatment(of: reader).transform != nil
    wanted.scans =
      degraded?.isFirstScans == true
      ? CIS_SCANS_FIRST : readsToEnd ? CIS_SCANS_ALL : CIS_SCANS_NEEDED
    var asked = wanted
    if readsToEnd {
      let last = (reader.format.isJPEG ? plan.scaledSize : reader.size).height
      asked.height = UInt32(last) - wanted.top
    }
    let heldByteCount = reader.heldByteCount(asked)
    try DecodeLimits.check(
      workingBytes: heldByteCount, of: reader.size, reader.format, file: reader.file)
    // Some libraries decode all of a picture when they start.
    ledger.add(heldByteCount, to: .scratch)
    defer { ledger.remove(heldByteCount, from: .scratch) }
    let given = try reader.start(asked)
    // Only now is it known whether a picture of libheif is gray.
    let colors = treatment(of: reader)
    var sink = RowPipeline.make(
      plan, orientation: orientation, hasAlpha: reader.hasAlpha, into: buffer, ledger: ledger
    ) { next, width in
      colors.transform.map { ColorConverter($0, width: width, ledger: ledger, next: next) } ?? next
    }
    if given.side < wanted.side {
      sink = BoxReducer(
        side: Int(wanted.side), width: wanted.columns.count, rows: wanted.rows.count,
        hasAlpha: reader.hasAlpha, ledger: ledger, next: sink)
    }
    let damage = try readRows(reader, wanted, of: given, into: &sink)
    toning?.apply(to: buffer)
    let progress = reader.progress
    return DecodedImage(
      pixels: buffer, colorProfile: colors.profile, damage: damage ?? progress.warning,
      warnings: [colors.warning, progress.note].compactMap(\.self), bytesRead: progress.bytesRead,
      decodedPixels: (wanted.rows.upperBound - given.rows.lowerBound) * given.columns.count)
  }

  private func treatment(of reader: borrowing PictureReader) -> ColorTreatment {
    ColorTreatment(reader.colorTag, of: reader.colors, mode: specification.colorMode)
  }

  /// Streams rows, holding one; reads to the file's end if the order asks for it.
  private func readRows(
    _ reader: borrowing PictureReader, _ wanted: cis_part, of given: cis_part, into sink: inout any RowSink
  ) throws(CodecError) -> String? {
    let row = ScratchBuffer<UInt8>(count: given.boxes.width * 4, ledger: ledger)
    let side = Int(given.side)
    let column = (wanted.columns.lowerBound - given.columns.lowerBound) / side
    let first = (wanted.rows.lowerBound - given.rows.lowerBound) / side
    let end = (wanted.rows.upperBound - given.rows.lowerBound + side - 1) / side
    // libjpeg-turbo's own value for missing data; in other formats missing pixels are transparent.
    let missing: UInt8 = reader.format.isJPEG ? 128 : 0
    var damage: String?
    for number in 0..<(readsToEnd ? given.boxes.height : end) {
      if damage == nil {
        do throws(CodecError) {
          try unsafe reader.readRow(into: row.start)
        } catch {
          damage = try error.damage(afterRows: number)
          unsafe row.start.update(repeating: missing, count: given.boxes.width * 4)
        }
      }
      if (first..<end).contains(number) { unsafe sink.append(row.start + column * 4) }
    }
    guard readsToEnd, damage == nil else { return damage }
    do throws(CodecError) {
      try reader.finish()
      return nil
    } catch {
      return try error.damage(afterRows: reader.size.height)
    }
  }
}

extension DecodePlan {
  /// The part of a file's picture that makes up the plan's columns and rows.
  fileprivate func part(of size: PixelSize) -> cis_part {
    switch reduction {
    case .eighths(let eighths): cis_part(columns: columns, rows: rows, eighths: eighths)
    case .box(let side):
      cis_part(
        columns: columns.scaled(by: side, within: size.width),
        rows: rows.scaled(by: side, within: size.height), side: side)
    }
  }
}

extension Range<Int> {
  fileprivate func scaled(by factor: Int, within count: Int) -> Range<Int> {
    Swift.min(lowerBound * factor, count)..<Swift.min(upperBound * factor, count)
  }
}
