/// Turns the rows of a PNG into the image that is wanted.
struct PNGDecoding {
  let orientation: ImageOrientation
  let specification: ImageSpecification
  let ledger: MemoryLedger

  func decode(_ reader: borrowing PNGReader) throws(CodecError) -> DecodedImage {
    let plan = DecodePlan(
      storedSize: reader.size, orientation: orientation, isJPEG: false, specification: specification)
    guard case .box(let side) = plan.reduction else { preconditionFailure("a PNG scales by boxes") }
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: ledger)
    // The rows and columns of the file that the plan's boxes are made of.
    let columns = plan.columns.scaled(by: side, within: reader.size.width)
    let rows = plan.rows.scaled(by: side, within: reader.size.height)
    var sink = RowPipeline.make(plan, orientation: orientation, hasAlpha: reader.hasAlpha, into: buffer)
    if side > 1 {
      sink = BoxReducer(
        side: side, width: columns.count, rows: rows.count, hasAlpha: reader.hasAlpha, next: sink)
    }
    let damage =
      reader.isInterlaced
      ? try readInterlaced(reader, rows: rows, firstColumn: columns.lowerBound, into: &sink)
      : try readPlain(reader, rows: rows, firstColumn: columns.lowerBound, into: &sink)
    return DecodedImage(
      pixels: buffer, damage: damage, bytesRead: reader.progress.bytesRead,
      decodedPixels: rows.upperBound * reader.size.width)
  }

  /// Streams rows, holding one.
  private func readPlain(
    _ reader: borrowing PNGReader, rows: Range<Int>, firstColumn: Int, into sink: inout any RowSink
  ) throws(CodecError) -> String? {
    let byteCount = reader.size.width * 4
    let row = RowBuffer(byteCount: byteCount, ledger: ledger)
    var damage: String?
    for number in 0..<rows.upperBound {
      if damage == nil {
        do throws(CodecError) {
          try unsafe reader.readRow(into: row.start)
        } catch {
          damage = try Self.damage(error, rowsBefore: number)
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
      plane = try PixelBuffer(size: reader.size, ledger: ledger, owner: .scratch)
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
          damage = try Self.damage(error, rowsBefore: pass * reader.size.height + number)
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

  /// A file that breaks off behind its first row is damaged; before it, it is no picture.
  private static func damage(_ error: CodecError, rowsBefore: Int) throws(CodecError) -> String {
    guard error.code == .malformed, rowsBefore > 0 else { throw error }
    return error.reason
  }
}

extension Range<Int> {
  fileprivate func scaled(by factor: Int, within count: Int) -> Range<Int> {
    Swift.min(lowerBound * factor, count)..<Swift.min(upperBound * factor, count)
  }
}
