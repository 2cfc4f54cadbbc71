internal import CImageIO
internal import GalleryEngine

/// Turns the rows of a JPEG into the image that is wanted.
struct JPEGDecoding {
  let order: DecodeOrder

  /// What libjpeg-turbo itself puts where data are missing.
  private static let grey: UInt8 = 128

  func decode(_ reader: borrowing JPEGReader) throws(CodecError) -> DecodedImage {
    let plan = order.plan(reader.size, isJPEG: true)
    guard case .eighths(let eighths) = plan.reduction else { preconditionFailure("a JPEG scales by eighths") }
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: order.ledger)
    let colors = ColorTreatment(
      try reader.readColorTag(), of: reader.colors, mode: order.specification.colorMode)
    let scans: JPEGReader.Section.Scans =
      order.standIn?.isFirstScans == true ? .first : order.readsToEnd ? .all : .asNeeded
    let row = ScratchBuffer<UInt8>(
      count: plan.scaledSize.width * 4, besides: reader.heldByteCount(scans), ledger: order.ledger)
    // What is scaled down needs no fine interpolation of colour; at full size it is the library's own result.
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
