/// WebP files of chunks around a frame that is coded already.
package enum WebPBytes {
  /// The chunks of a file after its first twelve bytes.
  package static func chunks(of file: [UInt8]) -> [UInt8] { Array(file.dropFirst(12)) }

  /// A still with an optional colour profile, EXIF and XMP.
  package static func still(
    _ frame: [UInt8], width: Int, height: Int, profile: [UInt8] = [], exif: [UInt8] = [], xmp: [UInt8] = []
  ) -> [UInt8] {
    file(
      header(flags: 0x2C, width, height) + (profile.isEmpty ? [] : chunk("ICCP", profile)) + frame
        + (exif.isEmpty ? [] : chunk("EXIF", exif)) + (xmp.isEmpty ? [] : chunk("XMP ", xmp)))
  }

  /// An animation whose first frame lies at `place` on its canvas, and whose second is the same in the corner.
  package static func animation(
    _ frame: [UInt8], of size: (Int, Int), at place: (left: Int, top: Int), width: Int, height: Int
  ) -> [UInt8] {
    func framed(_ left: Int, _ top: Int) -> [UInt8] {
      let numbers = [left / 2, top / 2, size.0 - 1, size.1 - 1, 100].flatMap { little($0, 3) }
      return chunk("ANMF", numbers + [0] + frame)
    }
    return file(
      header(flags: 0x12, width, height) + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + framed(place.left, place.top)
        + framed(0, 0))
  }

  private static func header(flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  private static func file(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(data.count, 4) + data + (data.count % 2 == 1 ? [0] : [])
  }
}
