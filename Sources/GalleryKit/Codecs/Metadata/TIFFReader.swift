internal import GalleryEngine

/// Directories of a TIFF structure, as EXIF uses them; every read is checked against the bytes that are there.
struct TIFFReader {
  /// One tag: its type, how many values it has, and where they are.
  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// From the structure's beginning.
    let offset: Int
  }

  private static let mostEntries = 1_000
  /// Bytes before and behind the first directory of a file, among which its others and their values lie.
  private static let reach = 65_536
  /// Names and dates; what is longer is none of them.
  private static let longestText = 64

  private let bytes: ArraySlice<UInt8>
  /// Where the bytes begin in the structure.
  private let start: Int
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

  /// Reads what has no header of TIFF's own.
  init(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) {
    self.init(bytes, from: 0, isBigEndian: isBigEndian)
  }

  /// Reads a part of a structure, for whose other parts all is as if they were not there.
  private init(_ bytes: ArraySlice<UInt8>, from start: Int, isBigEndian: Bool) {
    self.bytes = bytes
    self.start = start
    self.isBigEndian = isBigEndian
  }

  /// Reads the directories of a file that is TIFF itself, as far as they lie near the first, or fails if it is none.
  init?(_ file: borrowing EncodedFile) {
    guard let header = TIFFReader(file.bytes(at: 0, count: 8)[...]) else { return nil }
    let start = max(0, header.firstDirectory - Self.reach)
    self.init(
      file.bytes(at: start, count: 2 * Self.reach)[...], from: start, isBigEndian: header.isBigEndian)
    firstDirectory = header.firstDirectory
  }

  /// The entries of the directory at `offset`, and where the next directory is.
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

  /// All values, where they are as many fractions.
  func fractions(_ entry: Entry, count: Int) -> [Double]? {
    // The second is the signed kind, which some phones write where the standard asks for the first.
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

  /// Where the bytes are of a value that is bytes or text.
  func range(_ entry: Entry) -> Range<Int>? {
    let end = start + bytes.count
    guard [1, 2, 7].contains(entry.type), (start...end).contains(entry.offset),
      entry.count <= end - entry.offset
    else { return nil }
    return entry.offset..<entry.offset + entry.count
  }

  /// Bytes by their place in the structure, which must be within it.
  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    let first = bytes.startIndex - start
    return bytes[first + range.lowerBound..<first + range.upperBound]
  }

  /// A whole number of `width` bytes, or `nil` where there are none.
  func number(at offset: Int, width: Int) -> Int? {
    let offset = offset - start
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    var number = 0
    for index in 0..<width {
      let place = isBigEndian ? index : width - 1 - index
      number = number << 8 | Int(bytes[bytes.startIndex + offset + place])
    }
    return number
  }

  /// What a value of a type takes, or `nil` of types that are not known.
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
