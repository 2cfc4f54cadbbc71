internal import CImageIO
internal import GalleryEngine

/// Turns the rows of a PNG into the image that is wanted.
struct PNGDecoding {
  let order: DecodeOrder

  func decode(_ reader: borrowing PNGReader) throws(CodecError) -> DecodedImage {
    let plan = order.plan(reader.size, isJPEG: false)
    guard case .box(let side) = plan.reduction else { preconditionFailure("a PNG scales by boxes") }
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: order.ledger)
    let colors = ColorTreatment(
      reader.colorTag, of: reader.colors, mode: order.specification.colorMode)
    // The rows and columns of the file that the plan's boxes are made of.
    let columns = plan.columns.scaled(by: side, within: reader.size.width)
    let rows = plan.rows.scaled(by: side, within: reader.size.height)
    var sink = RowPipeline.make(
      plan, orientation: order.orientation, hasAlpha: reader.hasAlpha, colors: colors.transform, into: buffer,
      ledger: order.ledger)
    if side > 1 {
      sink = BoxReducer(
        side: side, width: columns.count, rows: rows.count, hasAlpha: reader.hasAlpha,
        ledger: order.ledger, next: sink)
    }
    var damage =
      reader.isInterlaced
      ? try readInterlaced(reader, rows: rows, firstColumn: columns.lowerBound, into: &sink)
      : try readPlain(reader, rows: rows, firstColumn: columns.lowerBound, into: &sink)
    order.toning?.apply(to: buffer)
    if order.readsToEnd, damage == nil { damage = try readToEnd(reader, from: rows.upperBound) }
    let progress = reader.progress
    return DecodedImage(
      pixels: buffer, colorProfile: colors.profile, damage: damage ?? progress.warning,
      warnings: [colors.warning, progress.note].compactMap(\.self), bytesRead: progress.bytesRead,
      decodedPixels: rows.upperBound * reader.size.width)
  }

  /// Reads the unwanted rows and chunks that follow, and reports what is wrong there.
  private func readToEnd(_ reader: borrowing PNGReader, from row: Int) throws(CodecError) -> String? {
    let unwanted = ScratchBuffer<UInt8>(count: reader.size.width * 4, ledger: order.ledger)
    do throws(CodecError) {
      if !reader.isInterlaced {
        for _ in row..<reader.size.height { try unsafe reader.readRow(into: unwanted.start) }
      }
      try reader.finish()
      return nil
    } catch {
      return try error.damage(afterRows: row)
    }
  }

  /// Streams rows, holding one.
  private func readPlain(
    _ reader: borrowing PNGReader, rows: Range<Int>, firstColumn: Int, into sink: inout any RowSink
  ) throws(CodecError) -> String? {
    let byteCount = reader.size.width * 4
    let row = ScratchBuffer<UInt8>(count: byteCount, ledger: order.ledger)
    var damage: String?
    for number in 0..<rows.upperBound {
      if damage == nil {
        do throws(CodecError) {
          try unsafe reader.readRow(into: row.start)
        } catch {
          damage = try error.damage(afterRows: number)
          unsafe row.start.update(repeating: 0, count: byteCount)
        }
      }
      if number >= rows.lowerBound { unsafe sink.append(row.start + firstColumn * 4) }
    }
    return damage
  }

  /// Reads the seven passes into a picture of full size, then hands out its rows.
  private func readInterlaced(
    _ reader: borrowing PNGReader, rows: Range<Int>, firstColumn: Int, into sink: inout any RowSink
  ) throws(CodecError) -> String? {
    let plane: PixelBuffer
    do {
      plane = try PixelBuffer(size: reader.size, ledger: order.ledger, owner: .scratch)
    } catch {
      throw CodecError(file: reader.file, code: .outOfMemory, message: error.description)
    }
    var damage: String?
    passes: for pass in 0..<reader.passes {
      for number in 0..<reader.size.height {
        do throws(CodecError) {
          try unsafe plane.withUnsafeMutableBytes { bytes throws(CodecError) in
            guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            try unsafe reader.readRow(into: base + number * plane.bytesPerRow)
          }
        } catch {
          damage = try error.damage(afterRows: pass * reader.size.height + number)
          break passes
        }
      }
    }
    unsafe plane.withUnsafeBytes { bytes in
      guard let base = unsafe bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      for number in rows { unsafe sink.append(base + number * plane.bytesPerRow + firstColumn * 4) }
    }
    return damage
  }
}

extension Range<Int> {
  fileprivate func scaled(by factor: Int, within count: Int) -> Range<Int> {
    Swift.min(lowerBound * factor, count)..<Swift.min(upperBound * factor, count)
  }
}

/// Rows of one PNG, from the top: libpng behind a handle that closes itself.
@safe struct PNGReader: ~Copyable {
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
    var tag = unsafe cis_png_colors()
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
