internal import CImageIO
internal import GalleryEngine

/// Turns a picture's rows into the wanted image.
struct PictureDecoding {
  let order: DecodeOrder

  func decode(_ reader: borrowing PictureReader) throws(CodecError) -> DecodedImage {
    let plan = order.plan(reader.size, isJPEG: reader.format.isJPEG)
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: order.ledger)
    let colors = ColorTreatment(reader.colorTag, of: reader.colors, mode: order.specification.colorMode)
    var wanted = plan.part(of: reader.size)
    wanted.keepsCMYK = colors.transform != nil
    wanted.scans =
      order.degraded?.isFirstScans == true
      ? CIS_SCANS_FIRST : order.readsToEnd ? CIS_SCANS_ALL : CIS_SCANS_NEEDED
    var asked = wanted
    if order.readsToEnd { asked.rows = wanted.rows.lowerBound..<plan.lastRow(of: reader.size) }
    let heldByteCount = reader.heldByteCount(asked)
    try DecodeLimits.check(workingBytes: heldByteCount, of: reader.size, file: reader.file)
    let given = try reader.start(asked)
    var sink = RowPipeline.make(
      plan, orientation: order.orientation, hasAlpha: reader.hasAlpha, colors: colors.transform, into: buffer,
      ledger: order.ledger)
    if given.side < wanted.side {
      sink = BoxReducer(
        side: wanted.side, width: wanted.columns.count, rows: wanted.rows.count, hasAlpha: reader.hasAlpha,
        ledger: order.ledger, next: sink)
    }
    let damage = try readRows(reader, wanted, of: given, holding: heldByteCount, into: &sink)
    order.toning?.apply(to: buffer)
    let progress = reader.progress
    return DecodedImage(
      pixels: buffer, colorProfile: colors.profile, damage: damage ?? progress.warning,
      warnings: [colors.warning, progress.note].compactMap(\.self), bytesRead: progress.bytesRead,
      decodedPixels: (wanted.rows.upperBound - given.rows.lowerBound) * given.columns.count)
  }

  /// Streams rows, holding one; reads to the file's end if the order asks for it.
  private func readRows(
    _ reader: borrowing PictureReader, _ wanted: PicturePart, of given: PicturePart,
    holding heldByteCount: Int, into sink: inout any RowSink
  ) throws(CodecError) -> String? {
    let row = ScratchBuffer<UInt8>(
      count: given.boxes.width * 4, besides: heldByteCount, ledger: order.ledger)
    let column = (wanted.columns.lowerBound - given.columns.lowerBound) / given.side
    let first = (wanted.rows.lowerBound - given.rows.lowerBound) / given.side
    let end = (wanted.rows.upperBound - given.rows.lowerBound + given.side - 1) / given.side
    // libjpeg-turbo's own value for missing data; other formats' are transparent.
    let missing: UInt8 = reader.format.isJPEG ? 128 : 0
    var damage: String?
    for number in 0..<(order.readsToEnd ? given.boxes.height : end) {
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
    guard order.readsToEnd, damage == nil else { return damage }
    return try readToEnd(reader)
  }

  private func readToEnd(_ reader: borrowing PictureReader) throws(CodecError) -> String? {
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
  fileprivate func part(of size: PixelSize) -> PicturePart {
    switch reduction {
    case .eighths(let eighths): PicturePart(columns: columns, rows: rows, eighths: eighths)
    case .box(let side):
      PicturePart(
        columns: columns.scaled(by: side, within: size.width),
        rows: rows.scaled(by: side, within: size.height), side: side)
    }
  }

  /// The end of the picture in rows of such a part.
  fileprivate func lastRow(of size: PixelSize) -> Int {
    switch reduction {
    case .eighths: scaledSize.height
    case .box: size.height
    }
  }
}

extension Range<Int> {
  fileprivate func scaled(by factor: Int, within count: Int) -> Range<Int> {
    Swift.min(lowerBound * factor, count)..<Swift.min(upperBound * factor, count)
  }
}
