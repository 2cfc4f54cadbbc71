/// Turns the rows of a JPEG into the image that is wanted.
struct JPEGDecoding {
  let orientation: ImageOrientation
  let specification: ImageSpecification
  /// See ``DecodePlan``.
  var isStandIn = false
  let ledger: MemoryLedger

  func decode(_ reader: borrowing JPEGReader) throws(CodecError) -> DecodedImage {
    let plan = DecodePlan(
      storedSize: reader.size, orientation: orientation, isJPEG: true, specification: specification,
      isStandIn: isStandIn)
    guard case .eighths(let eighths) = plan.reduction else { preconditionFailure("a JPEG scales by eighths") }
    let buffer = try RowPipeline.buffer(plan, file: reader.file, ledger: ledger)
    let rowByteCount = plan.scaledSize.width * 4
    let row = RowBuffer(
      byteCount: rowByteCount, besides: reader.coefficientByteCount, ledger: ledger)
    // What is scaled down needs no fine interpolation of colour; at full size it is the library's own result.
    let columns = try reader.start(eighths: eighths, columns: plan.columns, fancyUpsampling: eighths == 8)
    try reader.skip(rows: plan.rows.lowerBound)
    var sink = RowPipeline.make(plan, orientation: orientation, hasAlpha: false, into: buffer)
    let wanted = unsafe row.start + (plan.columns.lowerBound - columns.lowerBound) * 4
    for _ in plan.rows {
      try unsafe reader.readRow(into: row.start)
      unsafe sink.append(wanted)
    }
    let progress = reader.progress
    return DecodedImage(
      pixels: buffer, damage: progress.warning, bytesRead: progress.bytesRead,
      decodedPixels: plan.rows.count * columns.count)
  }
}
