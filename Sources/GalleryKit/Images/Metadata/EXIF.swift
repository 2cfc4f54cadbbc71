internal import Foundation
internal import GalleryEngine

/// A photo's EXIF data, as far as a gallery needs them.
///
/// Reads the TIFF structure of EXIF 2.32. Invalid data are ignored: a photo with damaged metadata is still a photo. Each
/// directory is read once, so loops among them end.
struct EXIF: Equatable {
  /// The camera's processing of the picture, beyond the values of the standard.
  ///
  /// iOS writes these into the tag CustomRendered (ExifTool's table of EXIF tags, 0xA401).
  enum Rendering: Int {
    case panorama = 6
    case portraitHDR = 7
    case portrait = 8
  }

  var orientation = ImageOrientation.up
  var originalDate: WrittenDate?
  /// When it became a file, which for cameras is the same.
  var digitizedDate: WrittenDate?
  var changeDate: WrittenDate?
  var location: Location?
  var rendering: Rendering?
  /// Whether the user's comment is "Screenshot", as iOS, macOS and some Android devices write it.
  var isScreenshot = false
  var burstIdentifier: String?
  /// The place of the embedded JPEG within the TIFF structure.
  var thumbnail: Range<Int>?

  /// A date whose parts are in three tags.
  private struct Clock {
    var text: ArraySlice<UInt8>?
    var zone: ArraySlice<UInt8>?
    var subseconds: ArraySlice<UInt8>?

    var date: WrittenDate? {
      guard var written = text.flatMap({ WrittenDate($0, needsTime: true) }) else { return nil }
      if let subseconds { written.add(subseconds: subseconds) }
      written.add(zone: zone.flatMap { WrittenDate.zone($0) })
      return written
    }
  }

  /// The first bytes of a JPEG's APP1 segment that holds EXIF data.
  static let jpegSignature = "Exif\0\0"

  /// The TIFF structure in a PNG or WebP, without the signature that some programs write there as in a JPEG.
  static func structure(_ data: [UInt8]) -> [UInt8] {
    data.starts(with: jpegSignature.utf8) ? Array(data.dropFirst(jpegSignature.utf8.count)) : data
  }

  init() {}

  init(tiff: [UInt8]) { self.init(tiff: tiff[...]) }

  /// Reads a TIFF structure that lies in other bytes.
  init(tiff: ArraySlice<UInt8>) {
    guard let reader = TIFFReader(tiff) else { return }
    let main = reader.directory(at: reader.firstDirectory)
    // Change, original, digitized.
    var clocks = [Clock](repeating: Clock(), count: 3)
    var details: Int?
    for entry in main.entries {
      switch entry.tag {
      case 0x0112:  // Orientation
        orientation =
          reader.number(entry).flatMap { UInt8(exactly: $0) }.flatMap(ImageOrientation.init) ?? .up
      case 0x0132: clocks[0].text = reader.text(entry)  // DateTime
      case 0x8769: details = reader.number(entry)  // the EXIF directory
      case 0x8825:  // the GPS directory
        location = reader.number(entry).flatMap {
          Location(gps: reader.directory(at: $0).entries, in: reader)
        }
      default: break
      }
    }
    if let details { readDetails(reader.directory(at: details).entries, of: reader, &clocks) }
    (changeDate, originalDate, digitizedDate) = (clocks[0].date, clocks[1].date, clocks[2].date)
    if let second = main.next {
      thumbnail = Self.thumbnail(reader.directory(at: second).entries, of: reader, tiff)
    }
  }

  private mutating func readDetails(
    _ entries: [TIFFReader.Entry], of reader: TIFFReader, _ clocks: inout [Clock]
  ) {
    for entry in entries {
      switch entry.tag {
      case 0x9003: clocks[1].text = reader.text(entry)  // DateTimeOriginal
      case 0x9004: clocks[2].text = reader.text(entry)  // DateTimeDigitized
      case 0x9010...0x9012: clocks[entry.tag - 0x9010].zone = reader.text(entry)  // OffsetTime
      case 0x9290...0x9292: clocks[entry.tag - 0x9290].subseconds = reader.text(entry)  // SubSecTime
      case 0xA401: rendering = reader.number(entry).flatMap(Rendering.init)  // CustomRendered
      case 0x9286: isScreenshot = Self.saysScreenshot(entry, of: reader)  // UserComment
      case 0x927C:  // MakerNote
        burstIdentifier = reader.range(entry).flatMap { Self.burstIdentifier(inNote: reader.slice($0)) }
      default: break
      }
    }
  }

  /// Whether a comment is "Screenshot", in ASCII or UTF-16; the eight bytes before its text state the encoding.
  private static func saysScreenshot(_ entry: TIFFReader.Entry, of reader: TIFFReader) -> Bool {
    let word = Array("Screenshot".utf8)
    guard let range = reader.range(entry), range.count >= 8 + word.count, range.count <= 64 else {
      return false
    }
    let comment = Array(reader.slice(range))
    var text = comment[8...]
    if comment.starts(with: Array("UNICODE\0".utf8)) {
      // Units of two bytes, of which ASCII fills one.
      let (high, low) = reader.isBigEndian ? (8, 9) : (9, 8)
      guard stride(from: high, to: comment.count, by: 2).allSatisfy({ comment[$0] == 0 }) else {
        return false
      }
      text = stride(from: low, to: comment.count, by: 2).map { comment[$0] }[...]
    }
    while let last = text.last, last == 0 || last == UInt8(ascii: " ") { text.removeLast() }
    return text.elementsEqual(word)
  }

  private static func thumbnail(
    _ entries: [TIFFReader.Entry], of reader: TIFFReader, _ tiff: ArraySlice<UInt8>
  ) -> Range<Int>? {
    func number(_ tag: Int) -> Int? { entries.last { $0.tag == tag }.flatMap(reader.number) }
    // JPEGInterchangeFormat, and its length.
    guard let offset = number(0x0201), let length = number(0x0202),
      length > 3, offset < tiff.count, length <= tiff.count - offset,
      reader.slice(offset..<offset + length).starts(with: [0xFF, 0xD8])
    else { return nil }
    return offset..<offset + length
  }

  /// The identifier in a maker note of iPhones, as ExifTool's table "Apple" documents it.
  private static func burstIdentifier(inNote note: ArraySlice<UInt8>) -> String? {
    guard note.starts(with: "Apple iOS\0".utf8) else { return nil }
    // Offsets count from the note's own beginning; a version and the byte order precede the first directory.
    let reader = TIFFReader(note, isBigEndian: true)
    let entry = reader.directory(at: 14).entries.first { $0.tag == 0x000B }
    let text = entry.flatMap(reader.text).flatMap { String(validating: $0, as: UTF8.self) }
    return text?.isEmpty == true ? nil : text
  }
}

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
      entries.append(Entry(tag: tag, type: type, count: valueCount, offset: isInside ? start + 8 : place))
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
    let digits = slice(offset..<offset + width)
    return isBigEndian ? digits.number : digits.reversed().number
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
