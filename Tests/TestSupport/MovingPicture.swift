internal import Foundation
package import GalleryKit

/// An animation taken apart: each of its frames is decoded by our own readers and laid over the ones before.
package struct MovingPicture {
  /// A part of the picture, and the duration of the whole with it.
  package struct Frame {
    package let left: Int
    package let top: Int
    package let size: PixelSize
    /// In the format's parts of a second.
    package let ticks: Int
    /// The whole picture, row by row.
    package let pixels: [SIMD4<UInt8>]
  }

  /// The error for bytes that this type cannot take apart.
  package struct Unknown: Error {
    let place: Int
  }

  package let size: PixelSize
  package private(set) var frames: [Frame] = []
  private let bytes: [UInt8]
  private var canvas: [SIMD4<UInt8>]

  /// Takes a GIF or a WebP apart.
  package init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    let isGIF = bytes.starts(with: "GIF89a".utf8)
    func number(_ place: Int, _ width: Int) -> Int {
      (0..<width).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    guard bytes.count > 42, isGIF || bytes[12..<16].elementsEqual("VP8X".utf8) else {
      throw Unknown(place: 0)
    }
    size =
      isGIF
      ? PixelSize(width: number(6, 2), height: number(8, 2))
      : PixelSize(width: number(24, 3) + 1, height: number(27, 3) + 1)
    canvas = Array(repeating: .init(0, 0, 0, 0), count: size.width * size.height)
    if isGIF { try takeGIF(number) } else { try takeWebP(number) }
  }

  /// The mean difference of two pictures' colours, in steps of 255; infinite if their sizes differ.
  package static func difference(_ one: [SIMD4<UInt8>], _ other: [SIMD4<UInt8>]) -> Double {
    let sum = zip(one, other).reduce(0) { sum, pair in
      sum + (0..<3).reduce(0) { $0 + abs(Int(pair.0[$1]) - Int(pair.1[$1])) }
    }
    return one.count == other.count ? Double(sum) / Double(3 * one.count) : .infinity
  }

  private mutating func takeWebP(_ number: (Int, Int) -> Int) throws {
    guard number(4, 4) == bytes.count - 8 else { throw Unknown(place: 4) }
    var place = 12
    while place < bytes.count {
      let length = number(place + 4, 4)
      if bytes[place..<place + 4].elementsEqual("ANMF".utf8) {
        let chunk = Array(bytes[place + 24..<place + 8 + length])
        let count = chunk.count + 4
        let still =
          Array("RIFF".utf8) + (0..<4).map { UInt8(count >> (8 * $0) & 0xFF) } + Array("WEBP".utf8) + chunk
        try lay(
          try Self.decoded(still), atX: number(place + 8, 3) * 2, y: number(place + 11, 3) * 2,
          ticks: number(place + 20, 3))
      }
      place += 8 + length + length % 2
    }
  }

  private mutating func takeGIF(_ number: (Int, Int) -> Int) throws {
    var (place, start, ticks) = (13, 13, 0)
    func skipBlocks() {
      while bytes[place] != 0 { place += 1 + Int(bytes[place]) }
      place += 1
    }
    while bytes[place] != 0x3B {
      switch bytes[place] {
      case 0x21:
        if bytes[place + 1] == 0xF9 { (start, ticks) = (place, number(place + 4, 2)) }
        place += 2
        skipBlocks()
      case 0x2C:
        let corner = (number(place + 1, 2), number(place + 3, 2))
        let side = PixelSize(width: number(place + 5, 2), height: number(place + 7, 2))
        place += 10 + 3 << (Int(bytes[place + 9] & 7) + 1)
        place += 1
        skipBlocks()
        // A file of this frame alone, on the whole screen.
        let still = try Self.decoded(Array(bytes[..<13]) + bytes[start..<place] + [0x3B])
        try lay(still, atX: 0, y: 0, ticks: ticks, frame: (corner.0, corner.1, side))
      default: throw Unknown(place: place)
      }
    }
  }

  private mutating func lay(
    _ still: PixelBuffer, atX x: Int, y: Int, ticks: Int, frame: (Int, Int, PixelSize)? = nil
  ) throws {
    for (place, pixel) in still.pixels.enumerated() where pixel.w != 0 {
      canvas[(y + place / still.size.width) * size.width + x + place % still.size.width] = pixel
    }
    let (left, top, part) = frame ?? (x, y, still.size)
    frames.append(Frame(left: left, top: top, size: part, ticks: ticks, pixels: canvas))
  }

  private static func decoded(_ bytes: [UInt8]) throws -> PixelBuffer {
    let whole = ImageSpecification(targetSize: .maximum, resizeMode: .none)
    return try ImageDecoder.decode(bytes: bytes, as: whole, ledger: MemoryLedger()).pixels
  }
}
