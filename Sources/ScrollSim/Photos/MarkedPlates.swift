internal import GalleryKit

/// Two JPEGs of one form, of a tag that is all dark and of one that is all light: every marked photo is made of their parts.
///
/// A restart marker stands wherever a module ends, so that a photo takes each row of each module from one or the other, as its
/// tag says, and nothing is encoded again.
struct MarkedPlates: Sendable {
  private let form: MarkedForm
  private let dark: JPEGIntervals
  private let light: JPEGIntervals

  init(_ form: MarkedForm, bitsPerPixel: Float, seed: UInt64, texture: NoiseTexture) throws {
    self.form = form
    let painter = MarkedPainter(form, seed: seed, texture: texture)
    let ledger = MemoryLedger()
    let picture = try painter.paint(.blank(isLight: false), ledger: ledger)
    var writer = try PictureWriter.jpeg().weighing(bitsPerPixel, as: picture)
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
