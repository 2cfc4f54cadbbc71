package import GalleryEngine

/// Animated GIF (GIF89a): each frame has the 255 colours that suit it best, and one that stands for unchanged pixels.
package struct GIFAnimation: AnimationFormat {
  package let ticksPerSecond = 100
  package let longestSide = 65_535
  package let ending: [UInt8] = [0x3B]

  package init() {}

  private static let mostColours = 255

  package func beginning(size: PixelSize) -> [UInt8] {
    // No global colour table.
    let screen = EncodedBytes.little(size.width, 2) + EncodedBytes.little(size.height, 2) + [0x70, 0, 0]
    let repeats: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    return Array("GIF89a".utf8) + screen + repeats
  }

  package func encode(_ frame: AnimationFrame) throws(CodecError) -> [UInt8] {
    let pixels = frame.pixels.pixels
    let palette = Palette(pixels, most: Self.mostColours)
    let bits = max(2, Int.bitWidth - palette.colours.count.leadingZeroBitCount)
    let transparent = UInt8(1 << bits - 1)
    let indices = pixels.map { $0.w == 0 ? transparent : palette.place(of: $0) }

    // The frame stays after its time, and has a transparent colour.
    var bytes: [UInt8] = [0x21, 0xF9, 4, 0x05]
    bytes += EncodedBytes.little(frame.ticks, 2) + [transparent, 0]
    let size = frame.pixels.size
    bytes += [0x2C]
    for number in [frame.left, frame.top, size.width, size.height] { bytes += EncodedBytes.little(number, 2) }
    bytes += [0x80 | UInt8(bits - 1)]
    for colour in palette.colours { bytes += [colour.x, colour.y, colour.z] }
    bytes += [UInt8](repeating: 0, count: 3 * (1 << bits - palette.colours.count))
    bytes += [UInt8(bits)]
    let codes = LZW.codes(indices, minimumBits: bits)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start...].prefix(255)
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0]
  }

  package func correction(byteCount: Int) -> (offset: Int, bytes: [UInt8])? { nil }
}
