internal import GalleryKit
internal import Support

/// Makes the files of marked photos.
///
/// A JPEG is put together of two that are encoded once for each form (``MarkedPlates``), and so is each embedded thumbnail. Files
/// of other kinds are painted and encoded one by one.
struct MarkedPress: Sendable {
  private let source: MarkedSource
  private let texture: NoiseTexture
  private let plates: [MarkedForm: MarkedPlates]

  init(_ photos: [MarkedPhoto], _ source: MarkedSource) throws {
    let texture = NoiseTexture(seed: source.seed)
    let whole = source.format == .jpeg ? photos.map(\.form) : []
    let forms = Set(whole + photos.map(\.form.thumbnail))
    let made = try Array(forms).concurrentMap { form in
      (
        form,
        try MarkedPlates(
          form, bitsPerPixel: MarkedSource.bitsPerPixel(of: form.storedSize), seed: source.seed,
          texture: texture)
      )
    }
    plates = Dictionary(uniqueKeysWithValues: made)
    self.source = source
    self.texture = texture
  }

  func file(of photo: MarkedPhoto) throws -> [UInt8] {
    let thumbnail = try plates[photo.form.thumbnail]?.jpeg(.tagged(photo.thumbnailNumber))
    let exif = EXIFWriter(orientation: photo.form.orientation, captureDate: photo.date, thumbnail: thumbnail)
    let pattern = try MarkedPattern.tagged(photo.number)
    if let plates = plates[photo.form] { return plates.jpeg(pattern, exif: exif) }
    let painter = MarkedPainter(photo.form, seed: source.seed, texture: texture)
    let picture = try painter.paint(pattern, ledger: MemoryLedger())
    switch source.format {
    case .jpeg: preconditionFailure("there are plates of every JPEG's form")
    case .png: return try PictureWriter.png(compression: 3, exif: exif).encode(picture)
    case .webp, .heic, .avif:
      var writer = PictureWriter(source.format)
      if source.format != .webp { writer.effort = 9 }
      writer.metadata.exif = exif.tiff
      return try writer.encode(picture)
    }
  }
}
