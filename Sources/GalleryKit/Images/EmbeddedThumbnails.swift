internal import CImageIO
package import GalleryEngine

/// The places of a picture's embedded thumbnails, found without decoding anything.
struct EmbeddedThumbnails {
  private(set) var exif = EXIF()
  /// The XMP properties, if they were asked for.
  private(set) var xmp = XMP()
  /// The picture's stored size, if its header states it.
  private(set) var pictureSize: PixelSize?
  /// The smallest picture that the Multi-Picture Format lists.
  private(set) var multiPictureThumbnail: Range<Int>?
  /// Whether the container has a smaller picture, as HEIF has them; it takes about ten milliseconds.
  private(set) var hasContainedThumbnail = false
  /// Whether the first scans of a progressive JPEG show it at an eighth of its size; they take about 0.25 ms a megapixel.
  private(set) var hasFirstScans = false
  /// The subtypes that the file's other pictures give it, such as a gain map, if they were asked for.
  private(set) var companions: Asset.MediaSubtypes = []
  private var tiff: ArraySlice<UInt8> = []

  /// A thumbnail of more bytes would cost as much as the picture.
  private static let mostThumbnailBytes = 1_000_000

  /// Takes over the findings of a picture's reader.
  init(_ reader: borrowing PictureReader, readsAll: Bool = false) {
    tiff = reader.metadata.exif[...]
    exif = reader.exif
    exif.orientation = reader.orientation
    pictureSize = reader.size
    hasContainedThumbnail = reader.hasThumbnail
    // A HEIF container rotates its picture, and the rotation of a thumbnail in its EXIF data is unknown.
    if [.heic, .avif].contains(reader.format) { exif.thumbnail = nil }
    guard readsAll else { return }
    companions = reader.companions
    xmp = XMP(reader.metadata.xmp)
  }

  /// Looks through the head of a file; `readsAll` includes the parts that only an index needs.
  init(_ file: borrowing EncodedFile, readsAll: Bool = false) {
    switch file.kind {
    case .png:
      tiff = PNGChunks(file, readsXMP: false).metadata.exif[...]
      pictureSize = PNGChunks.size(in: file)
    case .jpeg: readSegments(of: file, readsAll: readsAll)
    case .webp, .heic, .avif: return
    }
    exif = EXIF(tiff: tiff)
  }

  private mutating func readSegments(of file: borrowing EncodedFile, readsAll: Bool) {
    let segments = JPEGSegments(file)
    tiff = segments.data(0xE1, EXIF.jpegSignature, of: file)
    let frame = segments.frame
    pictureSize = frame?.size
    hasFirstScans = frame?.isProgressive == true
    let pictures = MultiPicture(segments, of: file)
    multiPictureThumbnail =
      pictures.entries.filter { $0.isThumbnail && (1...Self.mostThumbnailBytes).contains($0.range.count) }
      .map(\.range).min { $0.count < $1.count }
    guard readsAll else { return }
    companions = pictures.subtypes(in: file)
    xmp = XMP(Array(segments.data(0xE1, XMP.jpegSignature, of: file)))
  }

  /// Whether any is a separate picture, which decodes in milliseconds whatever the size of the photo.
  var hasPicture: Bool { exif.thumbnail != nil || multiPictureThumbnail != nil || hasContainedThumbnail }

  /// The small JPEG of the EXIF data, about 160×120 pixels.
  var exifThumbnail: [UInt8]? {
    exif.thumbnail.map { Array(tiff[tiff.startIndex + $0.lowerBound..<tiff.startIndex + $0.upperBound]) }
  }
}

extension ImageDecoder {
  /// Decodes the file's cheapest degraded image, upright and in the target's shape.
  ///
  /// The source is the small JPEG of the EXIF data, else a picture that the Multi-Picture Format or a HEIF container lists,
  /// else the first scans of a progressive JPEG at an eighth of its size. Sources that are damaged, lie on their side, or
  /// have more than three megapixels are skipped. Bars that cameras put around a small picture of another shape are cut off.
  /// The image may have as few as 192 pixels a side, or half the wanted number if that is more.
  ///
  /// - Returns: `nil` if the file has none.
  /// - Throws: ``CodecError``, which names the file, if the file cannot be read at all.
  /// - Complexity: 16 KB of reading, or more if the segments go beyond them, and under a millisecond for an embedded
  ///   thumbnail; about 0.25 ms a megapixel for first scans, and the memory of all coefficients.
  package static func degradedImage(
    path: String, as specification: ImageSpecification, adjustments: Adjustments? = nil, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try degradedImage(
      EncodedFile(path: path, headByteCount: JPEGSegments.windowByteCount), as: specification, adjustments,
      ledger: ledger)
  }

  package static func degradedImage(
    bytes: [UInt8], as specification: ImageSpecification, ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    try degradedImage(EncodedFile(bytes: bytes), as: specification, nil, ledger: ledger)
  }

  private static func degradedImage(
    _ file: borrowing EncodedFile, as specification: ImageSpecification, _ adjustments: Adjustments?,
    ledger: MemoryLedger
  ) throws(CodecError) -> DecodedImage? {
    let embedded: EmbeddedThumbnails
    switch file.kind {
    case .jpeg, .png: embedded = EmbeddedThumbnails(file)
    case .webp, .heic, .avif: embedded = try EmbeddedThumbnails(PictureReader(file))
    }
    try file.checkReads()
    var order = DecodeOrder(
      orientation: embedded.exif.orientation, specification: specification, adjustments: adjustments,
      degraded: DecodePlan.Degraded(pictureSize: embedded.pictureSize), ledger: ledger)
    if let bytes = embedded.exifThumbnail, let image = try? decode(bytes, of: file.path, order) {
      return image
    }
    if let range = embedded.multiPictureThumbnail,
      let image = try? decode(file.bytes(at: range.lowerBound, count: range.count), of: file.path, order)
    {
      return image
    }
    try file.checkReads()
    if embedded.hasContainedThumbnail {
      return try? standIn(in: file, as: CIS_HEIF_THUMBNAIL, order)
    }
    guard embedded.hasFirstScans else { return nil }
    order.degraded?.isFirstScans = true
    let reader = try PictureReader(file)
    try reader.checkLimits()
    return try order.decode(reader)
  }

  /// The picture of a small file, or a HEIF file's smaller picture; `nil` if it cannot stand in for the picture itself.
  private static func standIn(
    in file: borrowing EncodedFile, as form: cis_format? = nil, _ order: DecodeOrder
  ) throws(CodecError) -> DecodedImage? {
    let reader = try PictureReader(file, as: form)
    try reader.checkLimits()
    guard order.degraded?.isServed(by: reader.size) == true else { return nil }
    let image = try order.decode(reader)
    return image.damage == nil ? image : nil
  }

  /// The picture of a small JPEG, or `nil` if it cannot stand in for the picture that embeds it.
  private static func decode(
    _ bytes: [UInt8], of path: String, _ order: DecodeOrder
  ) throws(CodecError) -> DecodedImage? {
    let file = try EncodedFile(bytes: bytes, named: path + " (its embedded thumbnail)")
    return file.kind == .jpeg ? try standIn(in: file, order) : nil
  }
}
