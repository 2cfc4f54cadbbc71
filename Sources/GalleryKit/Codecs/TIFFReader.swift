/// Directories of a TIFF structure, as EXIF uses them; every read is checked against the bytes that are there.
struct TIFFReader {
  /// The value of one tag: a whole number, a text, or where its bytes are, as its type says.
  struct Entry {
    var number: Int?
    var text: String?
    var range: Range<Int>?
  }

  private static let mostEntries = 1_000

  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private(set) var firstDirectory = 0

  /// Reads the header, or fails if there is none.
  init?(_ bytes: [UInt8]) {
    switch bytes.prefix(2) {
    case [0x49, 0x49]: isBigEndian = false
    case [0x4D, 0x4D]: isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    guard number(at: 2, width: 2) == 42, let first = number(at: 4, width: 4) else { return nil }
    firstDirectory = first
  }

  /// The entries of the directory at `offset`, by tag, and where the next directory is.
  func directory(at offset: Int) -> (entries: [Int: Entry], next: Int?) {
    guard let count = number(at: offset, width: 2), count <= Self.mostEntries else { return ([:], nil) }
    var entries: [Int: Entry] = [:]
    for index in 0..<count {
      let start = offset + 2 + index * 12
      guard let tag = number(at: start, width: 2) else { return (entries, nil) }
      entries[tag] = entry(at: start)
    }
    let next = number(at: offset + 2 + count * 12, width: 4)
    return (entries, next == 0 ? nil : next)
  }

  private func entry(at start: Int) -> Entry? {
    guard let type = number(at: start + 2, width: 2), let count = number(at: start + 4, width: 4) else {
      return nil
    }
    switch type {
    case 1: return Entry(number: number(at: start + 8, width: 1))
    case 3: return Entry(number: number(at: start + 8, width: 2))
    case 4, 13: return Entry(number: number(at: start + 8, width: 4))
    case 2:
      guard let offset = count <= 4 ? start + 8 : number(at: start + 8, width: 4), count <= 64,
        offset <= bytes.count, count <= bytes.count - offset
      else { return nil }
      let text = bytes[offset..<offset + count].prefix { $0 != 0 }
      return Entry(text: String(decoding: text, as: UTF8.self))
    case 7:
      guard let offset = number(at: start + 8, width: 4), count > 4, offset <= bytes.count,
        count <= bytes.count - offset
      else { return nil }
      return Entry(range: offset..<offset + count)
    default: return nil
    }
  }

  /// A whole number of `width` bytes, or `nil` where there are none.
  func number(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    let digits = bytes[offset..<offset + width]
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
