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
    let segment = Array("Exif\0\0".utf8) + tiff
    for bytes in [
      MultiPictureBytes.inserting(0xE1, segment, into: jpeg), PNGBytes.inserting("eXIf", tiff, into: png),
    ] {
      DecodeCheck.run(bytes, choice: input.last ?? 0)
    }
  }
}
