/// TIFF structures with EXIF data, in JPEGs and PNGs.
enum EXIFTarget: FuzzTarget {
  static let name = "exif"
  /// Fits into an APP1 segment after its signature.
  static let longestInput = 65_000
  private static let jpeg = Result { try SeedPictures.plainJPEG() }
  private static let png = Result { try SeedPictures.plainPNG() }

  static func seeds() throws -> [String: [UInt8]] { try SeedPictures.tiffs() }

  static func run(_ input: [UInt8]) {
    guard let jpeg = try? jpeg.get(), let png = try? png.get() else {
      preconditionFailure("the pictures around the EXIF data cannot be made")
    }
    let tiff = Array(input.prefix(longestInput))
    for bytes in [SeedPictures.jpeg(jpeg, holding: tiff), PNGBytes.inserting("eXIf", tiff, in: png)] {
      DecodeCheck.run(bytes, choice: input.last ?? 0)
    }
  }
}
