internal import GalleryEngine

/// The first frame of a GIF, as the file describes it (GIF89a, 18 to 23).
struct GIFFrame {
  private(set) var screen = PixelSize(width: 0, height: 0)
  private(set) var left = 0
  private(set) var top = 0
  private(set) var size = PixelSize(width: 0, height: 0)
  private(set) var transparentIndex: UInt8?
  /// The number of bits of the first codes, less one.
  private(set) var minimumBits = 0
  private(set) var codes: [UInt8] = []
  /// The bytes up to the place where reading ended.
  private(set) var byteCount = 13
  private var isInterlaced = false
  private var palette: [UInt8] = []

  /// More blocks than any file has before its first frame.
  private static let mostBlocks = 100_000

  /// Reads a file up to the end of its first frame, or fails if there is none.
  init?(_ file: borrowing EncodedFile) {
    var window = FileWindow(at: 0)
    guard let head = window.bytes(at: 6, count: 7, of: file) else { return nil }
    screen = PixelSize(width: Self.number(head[0], head[1]), height: Self.number(head[2], head[3]))
    guard readPalette(head[4], of: file, &window) else { return nil }
    for _ in 0..<Self.mostBlocks {
      switch window.bytes(at: byteCount, count: 2, of: file)?.first {
      case 0x21: guard readExtension(of: file, &window) else { return nil }
      case 0x2C:
        guard readFrame(of: file, &window) else { return nil }
        return
      default: return nil
      }
    }
    return nil
  }

  /// A row's place among the coded rows; an interlaced frame codes its rows in four passes.
  func place(ofRow row: Int) -> Int {
    guard isInterlaced else { return row }
    var before = 0
    for (first, step) in [(0, 8), (4, 8), (2, 4), (1, 2)] {
      if row % step == first { return before + row / step }
      before += (size.height - first + step - 1) / step
    }
    return row
  }

  /// A channel of the index's colour; black for an index without a colour.
  func channel(_ channel: Int, of index: UInt8) -> UInt8 {
    let place = Int(index) * 3 + channel
    return place < palette.count ? palette[place] : 0
  }

  private mutating func readPalette(
    _ flags: UInt8, of file: borrowing EncodedFile, _ window: inout FileWindow
  ) -> Bool {
    guard flags & 0x80 != 0 else { return true }
    let count = 3 << (Int(flags & 7) + 1)
    guard let colors = window.bytes(at: byteCount, count: count, of: file) else { return false }
    palette = Array(colors)
    byteCount += count
    return true
  }

  /// Skips an extension, and notes the transparent index of a graphic control.
  private mutating func readExtension(of file: borrowing EncodedFile, _ window: inout FileWindow) -> Bool {
    guard let label = window.bytes(at: byteCount + 1, count: 1, of: file)?.first else { return false }
    byteCount += 2
    if label == 0xF9, let control = window.bytes(at: byteCount, count: 5, of: file), control[0] >= 4 {
      transparentIndex = control[1] & 1 == 1 ? control[4] : nil
    }
    while let length = window.bytes(at: byteCount, count: 1, of: file)?.first {
      byteCount += 1 + Int(length)
      if length == 0 { return true }
    }
    return false
  }

  private mutating func readFrame(of file: borrowing EncodedFile, _ window: inout FileWindow) -> Bool {
    guard let head = window.bytes(at: byteCount + 1, count: 9, of: file) else { return false }
    (left, top) = (Self.number(head[0], head[1]), Self.number(head[2], head[3]))
    size = PixelSize(width: Self.number(head[4], head[5]), height: Self.number(head[6], head[7]))
    screen = PixelSize(
      width: max(screen.width, left + size.width), height: max(screen.height, top + size.height))
    isInterlaced = head[8] & 0x40 != 0
    byteCount += 10
    guard readPalette(head[8], of: file, &window),
      let bits = window.bytes(at: byteCount, count: 1, of: file)?.first, (1...8).contains(bits)
    else { return false }
    minimumBits = Int(bits)
    byteCount += 1
    // A code takes less than two bytes and gives at least one pixel: bytes beyond that, or beyond the limit, are not read.
    let most = min(size.width * size.height * 2 + 4_096, DecodeLimits.workingBytes)
    while codes.count < most, let length = window.bytes(at: byteCount, count: 1, of: file)?.first, length > 0
    {
      guard let block = window.bytes(at: byteCount + 1, count: Int(length), of: file) else { break }
      codes += block
      byteCount += 1 + Int(length)
    }
    return !size.isEmpty
  }

  private static func number(_ low: UInt8, _ high: UInt8) -> Int { Int(low) | Int(high) << 8 }
}

/// A stretch of a file that is read at once, for callers that take a few bytes at a time.
private struct FileWindow {
  private static let byteCount = 65_536
  private var start: Int
  private var held: [UInt8] = []

  init(at start: Int) { self.start = start }

  /// `count` bytes, or `nil` if the file ends before.
  mutating func bytes(at offset: Int, count: Int, of file: borrowing EncodedFile) -> [UInt8]? {
    if offset < start || offset + count > start + held.count {
      (start, held) = (offset, file.bytes(at: offset, count: max(count, Self.byteCount)))
    }
    guard offset + count <= start + held.count else { return nil }
    return Array(held[offset - start..<offset - start + count])
  }
}
