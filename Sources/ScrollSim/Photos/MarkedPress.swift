internal import GalleryKit
internal import Support

/// Makes the files of marked photos: JPEGs and embedded thumbnails from two of each form (``MarkedPlates``), others one by one.
struct MarkedPress: Sendable {
  private let source: MarkedSource
  private let texture: NoiseTexture
  private let plates: [MarkedForm: MarkedPlates]

  init(_ photos: [MarkedPhoto], _ source: MarkedSource) throws {
    let texture = NoiseTexture(seed: source.seed)
    let whole = source.format == .jpeg ? photos.map(\.form) : []
    let forms = Set(whole + photos.map(\.form.thumbnail))
    let made = try Array(forms).concurrentMap { form in
      (form, try MarkedPlates(form, seed: source.seed, texture: texture))
    }
    plates = Dictionary(uniqueKeysWithValues: made)
    (self.source, self.texture) = (source, texture)
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

/// Two JPEGs of one form, of a tag that is all dark and of one that is all light: every marked photo is made of their parts.
///
/// A restart marker stands wherever a module ends, so that a photo takes each row of each module from one or the other, as its
/// tag says, and nothing is encoded again.
struct MarkedPlates: Sendable {
  private let form: MarkedForm
  private let dark: JPEGIntervals
  private let light: JPEGIntervals

  init(_ form: MarkedForm, seed: UInt64, texture: NoiseTexture) throws {
    self.form = form
    let painter = MarkedPainter(form, seed: seed, texture: texture)
    let ledger = MemoryLedger()
    let picture = try painter.paint(.blank(isLight: false), ledger: ledger)
    let weight = MarkedSource.bitsPerPixel(of: form.storedSize)
    var writer = try PictureWriter.jpeg().weighing(weight, as: picture)
    writer.restartInterval = form.moduleSide / MarkedForm.mcuSide
    dark = JPEGIntervals(try writer.encode(picture))
    light = JPEGIntervals(try writer.encode(painter.paint(.blank(isLight: true), ledger: ledger)))
  }

  func jpeg(_ pattern: MarkedPattern, exif: EXIFWriter? = nil) -> [UInt8] {
    let columns = form.storedSize.width / form.moduleSide
    let intervalsOfModule = form.moduleSide / MarkedForm.mcuSide
    return dark.joined(with: light, exif: exif?.tiff) { number in
      let (row, column) = (number / columns / intervalsOfModule, number % columns)
      let seen = form.seen(x: column * form.moduleSide, y: row * form.moduleSide)
      let module = form.module(row: seen.y / form.moduleSide, column: seen.x / form.moduleSide)
      return pattern.level(row: module.row, column: module.column) == MarkedPattern.light
    }
  }
}

extension MarkedPattern {
  fileprivate static func blank(isLight: Bool) -> Self {
    MarkedPattern(number: 0, modules: [Bool](repeating: isLight, count: tagModules * tagModules))
  }
}
