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
  /// When the photo was taken.
  var originalDate: WrittenDate?
  /// When it became a file, which for cameras is the same.
  var digitizedDate: WrittenDate?
  /// When the file was last changed.
  var changeDate: WrittenDate?
  var location: Location?
  var rendering: Rendering?
  /// Whether the user's comment is "Screenshot", as iOS, macOS and some Android devices write it.
  var isScreenshot = false
  /// The identifier that the photos of one burst share.
  var burstIdentifier: String?
  /// The place of the embedded JPEG within the TIFF structure.
  var thumbnail: Range<Int>?

  var captureDate: Date? { (originalDate ?? digitizedDate ?? changeDate)?.date }

  private enum Tag {
    static let orientation = 0x0112
    static let dateTime = 0x0132
    static let thumbnailOffset = 0x0201
    static let thumbnailLength = 0x0202
    static let exifDirectory = 0x8769
    static let gpsDirectory = 0x8825
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let offsetTime = 0x9010
    static let offsetTimeOriginal = 0x9011
    static let offsetTimeDigitized = 0x9012
    static let makerNote = 0x927C
    static let userComment = 0x9286
    static let subSecTime = 0x9290
    static let subSecTimeOriginal = 0x9291
    static let subSecTimeDigitized = 0x9292
    static let customRendered = 0xA401
  }

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

  init() {}

  /// Reads a TIFF structure.
  init(tiff: [UInt8]) { self.init(tiff: tiff[...]) }

  /// Reads a TIFF structure that lies in other bytes.
  init(tiff: ArraySlice<UInt8>) {
    guard let reader = TIFFReader(tiff) else { return }
    let main = read(reader)
    if let second = main.next {
      thumbnail = Self.thumbnail(reader.directory(at: second).entries, of: reader, tiff)
    }
  }

  private mutating func read(_ reader: TIFFReader) -> (entries: [TIFFReader.Entry], next: Int?) {
    let main = reader.directory(at: reader.firstDirectory)
    var change = Clock()
    var details: Int?
    for entry in main.entries {
      switch entry.tag {
      case Tag.orientation:
        orientation =
          reader.number(entry).flatMap { UInt8(exactly: $0) }.flatMap(ImageOrientation.init) ?? .up
      case Tag.dateTime: change.text = reader.text(entry)
      case Tag.exifDirectory: details = reader.number(entry)
      case Tag.gpsDirectory:
        location = reader.number(entry).flatMap {
          Location(gps: reader.directory(at: $0).entries, in: reader)
        }
      default: break
      }
    }
    if let details { readDetails(reader.directory(at: details).entries, of: reader, change: &change) }
    changeDate = change.date
    return main
  }

  private mutating func readDetails(
    _ entries: [TIFFReader.Entry], of reader: TIFFReader, change: inout Clock
  ) {
    var original = Clock()
    var digitized = Clock()
    for entry in entries {
      switch entry.tag {
      case Tag.dateTimeOriginal: original.text = reader.text(entry)
      case Tag.dateTimeDigitized: digitized.text = reader.text(entry)
      case Tag.offsetTime: change.zone = reader.text(entry)
      case Tag.offsetTimeOriginal: original.zone = reader.text(entry)
      case Tag.offsetTimeDigitized: digitized.zone = reader.text(entry)
      case Tag.subSecTime: change.subseconds = reader.text(entry)
      case Tag.subSecTimeOriginal: original.subseconds = reader.text(entry)
      case Tag.subSecTimeDigitized: digitized.subseconds = reader.text(entry)
      case Tag.customRendered: rendering = reader.number(entry).flatMap(Rendering.init)
      case Tag.userComment: isScreenshot = Self.saysScreenshot(entry, of: reader)
      case Tag.makerNote:
        burstIdentifier = reader.range(entry).flatMap { AppleMakerNote(reader.slice($0))?.burstIdentifier }
      default: break
      }
    }
    originalDate = original.date
    digitizedDate = digitized.date
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
    guard let offset = number(Tag.thumbnailOffset), let length = number(Tag.thumbnailLength),
      length > 3, offset < tiff.count, length <= tiff.count - offset,
      reader.slice(offset..<offset + length).starts(with: [0xFF, 0xD8])
    else { return nil }
    return offset..<offset + length
  }
}

/// The maker note of iPhones, as ExifTool's table "Apple" documents it.
struct AppleMakerNote {
  /// The identifier that the photos of one burst share.
  private(set) var burstIdentifier: String?

  private static let signature = Array("Apple iOS\0".utf8)
  /// A version, the byte order and the first directory follow the signature directly.
  private static let directory = 14
  private static let burstTag = 0x000B

  /// Reads a maker note, or fails if it is not Apple's.
  init?(_ note: ArraySlice<UInt8>) {
    guard note.starts(with: Self.signature) else { return nil }
    // Offsets count from the note's own beginning.
    let reader = TIFFReader(note, isBigEndian: true)
    let entry = reader.directory(at: Self.directory).entries.first { $0.tag == Self.burstTag }
    burstIdentifier = entry.flatMap(reader.text).flatMap { String(validating: $0, as: UTF8.self) }
    if burstIdentifier?.isEmpty == true { burstIdentifier = nil }
  }
}
