import Foundation

@testable import GalleryEngine
@testable import GalleryImages

/// Small pictures of every kind that the encoders write, and of other kinds.
enum SeedPictures {
  // MARK: JPEG

  static func jpegs() throws -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = [:]
    for (index, subsampling) in PictureWriter.Subsampling.allCases.enumerated() {
      for isProgressive in [false, true] {
        let kind = isProgressive ? "progressive" : "baseline"
        let size = PixelSize(width: 33 + 8 * index, height: 25)
        seeds["\(kind)-\(subsampling.rawValue).jpg"] = try PictureWriter.jpeg(
          quality: 60, subsampling: subsampling, isProgressive: isProgressive, exif: index == 0 ? exif() : nil
        ).encode(gradient(size))
      }
    }
    for (name, profile) in profiles {
      seeds["profile-\(name).jpg"] = try PictureWriter.jpeg(subsampling: .none, colorProfile: profile)
        .encode(gradient(PixelSize(width: 16, height: 8)))
    }
    // Three components in spite of the name: the writer makes no grey JPEGs.
    seeds["grey.jpg"] = try PictureWriter.jpeg(subsampling: .none).encode(
      gradient(PixelSize(width: 8, height: 8)))
    seeds["pixel.jpg"] = try plainJPEG()
    return seeds.merging(seeds.map { ("cut-" + $0, Array($1.prefix($1.count * 2 / 3))) }) { one, _ in one
    }
  }

  static func plainJPEG() throws -> [UInt8] {
    try PictureWriter.jpeg().encode(gradient(PixelSize(width: 1, height: 1)))
  }

  // MARK: PNG

  static func pngs() throws -> [String: [UInt8]] {
    var seeds: [String: [UInt8]] = [:]
    for isInterlaced in [false, true] {
      for keepsAlpha in [false, true] {
        // Without compression, a changed byte changes a filter or a pixel.
        for compression in [0, 6] {
          let name =
            "\(isInterlaced ? "interlaced" : "plain")-\(keepsAlpha ? "rgba" : "rgb")-\(compression).png"
          seeds[name] = try PictureWriter.png(
            compression: compression, keepsAlpha: keepsAlpha, isInterlaced: isInterlaced,
            exif: compression == 0 ? nil : exif()
          ).encode(gradient(PixelSize(width: 19, height: 11)))
        }
      }
    }
    // The encoder refuses a picture in colours with a profile for greys.
    for (name, profile) in profiles where name != "grey" {
      seeds["profile-\(name).png"] = try PictureWriter.png(compression: 0, colorProfile: profile)
        .encode(gradient(PixelSize(width: 16, height: 8)))
    }
    for (colour, depths) in [
      (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
    ] {
      for depth in depths {
        for isInterlaced in [false, true] where !isInterlaced || depth == depths[0] {
          seeds["type\(colour)-depth\(depth)\(isInterlaced ? "-interlaced" : "").png"] = PNGKinds.png(
            colour: colour, depth: depth, isInterlaced: isInterlaced)
        }
      }
    }
    return seeds
  }

  static func plainPNG() throws -> [UInt8] {
    try PictureWriter.png().encode(gradient(PixelSize(width: 1, height: 1)))
  }

  // MARK: EXIF

  static func tiffs() throws -> [String: [UInt8]] {
    var seeds = ["whole.tiff": try exif().tiff, "empty.tiff": EXIFWriter().tiff]
    for orientation in 1...8 {
      guard let orientation = ImageOrientation(rawValue: UInt8(orientation)) else { continue }
      seeds["turned-\(orientation.rawValue).tiff"] = EXIFWriter(orientation: orientation).tiff
    }
    for isBigEndian in [false, true] {
      seeds["\(isBigEndian ? "big" : "little")-endian-full.tiff"] = full(isBigEndian: isBigEndian).bytes
    }
    // The other byte order: orientation 6 alone.
    seeds["big-endian.tiff"] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    return seeds
  }

  /// All fields that the parser reads, except the thumbnail of the first kind.
  private static func full(isBigEndian: Bool) -> TIFFBytes {
    TIFFBytes(
      isBigEndian: isBigEndian, main: [.short(0x0112, 6), .text(0x0132, "2020:01:24 23:11:53")],
      exif: [
        .text(0x9003, "2020:01:24 23:11:53"), .text(0x9011, "+02:00"), .text(0x9291, "25"),
        .bytes(0x927C, TIFFBytes.appleNote(burst: "5B2A0D6F")), .short(0xA401, 6),
        .bytes(0x9286, Array("ASCII\0\0\0Screenshot".utf8)),
      ],
      gps: [
        .text(1, "N"), .fractions(2, [(48, 1), (12, 1), (2952, 100)]), .text(3, "W"),
        .fractions(4, [(16, 1), (22428, 1000), (0, 1)]), .byte(5, 1), .fractions(6, [(343, 2)]),
      ])
  }

  private static let profiles = [
    "p3": ColorProfile(bytes: TestProfile.displayP3), "adobe": ColorProfile(bytes: TestProfile.adobeRGB),
    "grey": ColorProfile(bytes: TestProfile.linearGray),
  ]

  private static func exif() throws -> EXIFWriter {
    EXIFWriter(
      orientation: .right, captureDate: Date(timeIntervalSince1970: 1_580_000_000),
      thumbnail: try PictureWriter.jpeg(quality: 40).encode(gradient(PixelSize(width: 8, height: 6))))
  }

  private static func gradient(_ size: PixelSize) throws -> PixelBuffer {
    let buffer = try PixelBuffer(size: size, ledger: MemoryLedger())
    unsafe buffer.withUnsafeMutableBytes { bytes in
      for index in bytes.indices { unsafe bytes[index] = UInt8(truncatingIfNeeded: index * 7 + index / 64) }
    }
    return buffer
  }
}
