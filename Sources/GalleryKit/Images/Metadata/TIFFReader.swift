internal import GalleryEngine

/// Directories of a TIFF structure, as EXIF uses them; every read is checked against the bounds of the bytes.
struct TIFFReader {
  /// One tag: its type, and the number and the place of its values.
  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// The offset from the structure's beginning.
    let offset: Int
  }

  private static let mostEntries = 1_000
  /// The longest text that is read: names and dates are shorter.
  private static let longestText = 64

  private let bytes: ArraySlice<UInt8>
  let isBigEndian: Bool
  private(set) var firstDirectory = 0

  /// Reads the header, or fails if there is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first, bytes.dropFirst().first == first, first == 0x49 || first == 0x4D else {
      return nil
    }
    self.init(bytes, isBigEndian: first == 0x4D)
    guard number(at: 2, width: 2) == 42, let directory = number(at: 4, width: 4) else { return nil }
    firstDirectory = directory
  }

  /// Reads a structure without a TIFF header.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  /// The entries of the directory at `offset`, and the offset of the next directory.
  func directory(at offset: Int) -> (entries: [Entry], next: Int?) {
    guard let count = number(at: offset, width: 2), count <= Self.mostEntries else { return ([], nil) }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let start = offset + 2 + index * 12
      guard let tag = number(at: start, width: 2), let type = number(at: start + 2, width: 2),
        let valueCount = number(at: start + 4, width: 4), let place = number(at: start + 8, width: 4)
      else { return (entries, nil) }
      let isInside = Self.byteCount(of: type).map { $0 * valueCount <= 4 } ?? true
      entries.append(
        Entry(tag: tag, type: type, count: valueCount, offset: isInside ? start + 8 : place))
    }
    let next = number(at: offset + 2 + count * 12, width: 4)
    return (entries, next == 0 ? nil : next)
  }

  /// The first value, if it is a whole number of at least 0.
  func number(_ entry: Entry) -> Int? {
    switch entry.type {
    case 1: number(at: entry.offset, width: 1)
    case 3: number(at: entry.offset, width: 2)
    case 4, 13: number(at: entry.offset, width: 4)
    default: nil
    }
  }

  /// All values, if they are `count` fractions.
  func fractions(_ entry: Entry, count: Int) -> [Double]? {
    // Type 10 is signed; some phones write it where the standard asks for type 5.
    guard entry.type == 5 || entry.type == 10, entry.count == count else { return nil }
    func part(at offset: Int) -> Double? {
      number(at: offset, width: 4).map {
        entry.type == 5 ? Double($0) : Double(Int32(truncatingIfNeeded: $0))
      }
    }
    var fractions: [Double] = []
    for index in 0..<count {
      guard let numerator = part(at: entry.offset + index * 8),
        let denominator = part(at: entry.offset + index * 8 + 4), denominator != 0
      else { return nil }
      fractions.append(numerator / denominator)
    }
    return fractions
  }

  /// A text of ASCII, up to its final zero.
  func text(_ entry: Entry) -> ArraySlice<UInt8>? {
    guard entry.type == 2, entry.count <= Self.longestText else { return nil }
    return range(entry).map { slice($0).prefix { $0 != 0 } }
  }

  /// The place of the bytes of a value that is bytes or text.
  func range(_ entry: Entry) -> Range<Int>? {
    guard [1, 2, 7].contains(entry.type), (0...bytes.count).contains(entry.offset),
      entry.count <= bytes.count - entry.offset
    else { return nil }
    return entry.offset..<entry.offset + entry.count
  }

  /// Bytes by their place in the structure, which must be within it.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[bytes.startIndex + range.lowerBound..<bytes.startIndex + range.upperBound]
  }

  /// A whole number of `width` bytes, or `nil` outside the bytes.
  func number(at offset: Int, width: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var number = 0
    for index in 0..<width {
      let place = isBigEndian ? index : width - 1 - index
      number = number << 8 | Int(bytes[bytes.startIndex + offset + place])
    }
    return number
  }

  /// The size of a value of a type, or `nil` for unknown types.
  private static func byteCount(of type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12: 8
    default: nil
    }
  }
}
