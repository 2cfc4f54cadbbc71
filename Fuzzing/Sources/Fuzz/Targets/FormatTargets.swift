/// Whole files of the formats that other libraries decode; the last byte chooses how they are decoded.
///
/// A file that a changed byte turns into another format is left to that format's target.
enum WebPTarget: FuzzTarget {
  static let name = "webp"
  static let longestInput = 16_384

  static func seeds() -> [String: [UInt8]] {
    let frame = WebPBytes.chunks(of: TinyPictures.lossyWebP)
    return [
      "lossy": TinyPictures.lossyWebP, "lossless": TinyPictures.losslessWebP,
      "alpha": TinyPictures.transparentWebP,
      "extended": WebPBytes.still(frame, width: 64, height: 48, exif: Array("II*\0".utf8), xmp: [1, 2, 3]),
      "animation": WebPBytes.animation(frame, of: (64, 48), at: (10, 4), width: 90, height: 60),
    ]
  }

  static func run(_ input: [UInt8]) {
    DecodeCheck.run(FormatSignature.over(input, [(0, "RIFF"), (8, "WEBP")]), choice: input.last ?? 0)
  }
}

/// HEIC and AVIF.
enum HEIFTarget: FuzzTarget {
  static let name = "heif"
  static let longestInput = 16_384

  static func seeds() -> [String: [UInt8]] {
    [
      "heic": TinyPictures.heic, "ten-bit": TinyPictures.tenBitHEIC,
      "thumbnail": TinyPictures.heicWithThumbnail,
      "avif": TinyPictures.avif, "gray": TinyPictures.grayAVIF, "alpha": TinyPictures.transparentAVIF,
      "turned": TinyPictures.turnedAVIF,
    ]
  }

  static func run(_ input: [UInt8]) {
    DecodeCheck.run(FormatSignature.over(input, [(4, "ftyp")]), choice: input.last ?? 0)
  }
}

/// Restores the bytes that identify a format.
enum FormatSignature {
  static func over(_ input: [UInt8], _ parts: [(offset: Int, text: String)]) -> [UInt8] {
    var input = input
    for (offset, text) in parts where input.count >= offset + text.utf8.count {
      input.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    return input
  }
}
