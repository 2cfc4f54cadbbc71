public import GalleryEngine

extension ImageDecoder {
  /// Decodes the nearest stand-in that the file has for its picture, in the target's shape and upright.
  ///
  /// The small JPEG of the EXIF data, else a preview that the Multi-Picture Format lists, else the first scans of a
  /// progressive JPEG at an eighth of its size; one that is damaged, lies on its side, or has more than three megapixels
  /// is passed over. Bars that cameras put around a small picture of another shape are cut off. It may have as
  /// few as 192 pixels a side, or half of those that are wanted where that is more.
  ///
  /// - Returns: `nil` if the file has no stand-in.
  /// - Throws: ``CodecError``, which names the file, where that cannot be read at all.
  /// - Complexity: 32 KB of reading and under a millisecond for a stand-in of its own; some quarter of a millisecond a
  ///   megapixel, and a byte for each block of each component, for first scans.
  public static func preview(
    path: String, as specification: ImageSpecification, adjustments: Adjustments? = nil, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try preview(
      EncodedFile(path: path, headByteCount: JPEGSegments.windowByteCount), as: specification, adjustments,
      ledger: ledger)
  }

  /// Decodes the nearest stand-in of a file that is in memory; see the form with a path.
  public static func preview(
    bytes: [UInt8], named name: String = "bytes in memory", as specification: ImageSpecification,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try preview(EncodedFile(bytes: bytes, named: name), as: specification, nil, ledger: ledger)
  }

  private static func preview(
    _ file: borrowing EncodedFile, as specification: ImageSpecification, _ adjustments: Adjustments?,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    let embedded = EmbeddedPreviews(file)
    var order = DecodeOrder(
      orientation: embedded.exif.orientation, specification: specification, adjustments: adjustments,
      standIn: DecodePlan.StandIn(pictureSize: embedded.pictureSize), ledger: ledger)
    if let bytes = embedded.exifThumbnail(of: file), let image = decode(bytes, of: file.path, order) {
      return image
    }
    if let range = embedded.multiPicturePreview,
      let image = decode(file.bytes(at: range.lowerBound, count: range.count), of: file.path, order)
    {
      return image
    }
    guard embedded.sources.contains(.firstScans) else { return nil }
    order.standIn?.isFirstScans = true
    let reader = try JPEGReader(file)
    try DecodeLimits.check(reader)
    return try JPEGDecoding(order: order).decode(reader)
  }

  /// The picture of a small JPEG, or `nil` where it cannot stand in for the one that it is embedded in.
  private static func decode(_ bytes: [UInt8], of path: String, _ order: DecodeOrder) -> DecodedImage? {
    do throws(CodecError) {
      let file = try EncodedFile(bytes: bytes, named: path + " (its preview)")
      guard file.kind == .jpeg else { return nil }
      let reader = try JPEGReader(file)
      try DecodeLimits.check(reader)
      guard reader.size.width <= DecodeLimits.previewPixels / reader.size.height else { return nil }
      guard order.standIn?.pictureSize.map(reader.size.liesAs) ?? true else { return nil }
      let image = try JPEGDecoding(order: order).decode(reader)
      return image.damage == nil ? image : nil
    } catch {
      return nil
    }
  }
}

extension PixelSize {
  /// Whether the sizes are not clearly those of an upright and a lying picture.
  fileprivate func liesAs(_ other: PixelSize) -> Bool {
    let (shape, otherShape) = (Double(width) / Double(height), Double(other.width) / Double(other.height))
    return !(shape < 0.95 && otherShape > 1.05 || shape > 1.05 && otherShape < 0.95)
  }
}
