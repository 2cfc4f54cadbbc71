internal import GalleryEngine

/// Finds the metadata of a PNG by walking from chunk to chunk.
///
/// libpng would have to decode all the pixels to reach an `eXIf` chunk that stands behind them, as some cameras
/// write it; hopping over the lengths takes a read of eight bytes a chunk.
struct PNGChunks {
  /// The TIFF structure of the `eXIf` chunk, or nothing.
  private(set) var exif: [UInt8] = []
  /// The XMP packet, or nothing; one that is compressed, which the XMP specification forbids, is not read.
  private(set) var xmp: [UInt8] = []

  /// More chunks than any camera writes; a file that has them is not searched further.
  private static let mostChunks = 100_000
  /// `eXIf` is bounded as in JPEG.
  private static let largestEXIF = 65_536
  /// What stands before the packet in an `iTXt` chunk: its keyword, and that it is not compressed.
  private static let xmpKeyword = Array("XML:com.adobe.xmp\0\0\0".utf8)

  /// Walks through a file.
  init(_ file: borrowing EncodedFile, readsXMP: Bool) {
    var offset = 8
    for _ in 0..<Self.mostChunks {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = head.dropFirst(4)
      if name.elementsEqual("eXIf".utf8), exif.isEmpty, length <= Self.largestEXIF {
        exif = file.bytes(at: offset + 8, count: length)
      } else if readsXMP, name.elementsEqual("iTXt".utf8), xmp.isEmpty, length <= XMP.longest {
        xmp = Self.packet(file.bytes(at: offset + 8, count: length))
      } else if name.elementsEqual("IEND".utf8) {
        return
      }
      if !exif.isEmpty, !readsXMP || !xmp.isEmpty { return }
      offset += 12 + length
    }
  }

  /// The picture's size as `IHDR` states it.
  static func size(in file: borrowing EncodedFile) -> PixelSize? {
    let bytes = file.bytes(at: 16, count: 8)
    guard bytes.count == 8 else { return nil }
    func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 << 8 | Int($1) } }
    let size = PixelSize(width: number(bytes[..<4]), height: number(bytes[4...]))
    return size.isEmpty ? nil : size
  }

  private static func packet(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: xmpKeyword) else { return [] }
    // Behind them come a language and a translated keyword, each with its zero.
    let behind = text.dropFirst(xmpKeyword.count).drop { $0 != 0 }.dropFirst().drop { $0 != 0 }.dropFirst()
    return Array(behind)
  }
}
