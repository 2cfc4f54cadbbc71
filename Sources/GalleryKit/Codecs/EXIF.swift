internal import Foundation

/// What a camera wrote about a photo, as far as a gallery needs it: orientation, capture date, thumbnail.
///
/// Reads the TIFF structure of EXIF 2.32. Whatever does not make sense is as if it were not there: a photo with
/// damaged metadata is still a photo. Each directory is read once, so loops among them cannot hold anybody up.
struct EXIF: Equatable {
  var orientation = ImageOrientation.up
  var captureDate: Date?
  /// Where the embedded JPEG lies within the TIFF structure.
  var thumbnail: Range<Int>?

  private enum Tag {
    static let orientation = 0x0112
    static let dateTime = 0x0132
    static let thumbnailOffset = 0x0201
    static let thumbnailLength = 0x0202
    static let exifDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let offsetTime = 0x9010
    static let offsetTimeOriginal = 0x9011
  }

  init() {}

  /// Reads a TIFF structure.
  init(tiff: [UInt8]) {
    guard let reader = TIFFReader(tiff) else { return }
    let main = reader.directory(at: reader.firstDirectory)
    let details = main.entries[Tag.exifDirectory]?.number.map { reader.directory(at: $0).entries } ?? [:]
    let second = main.next.map { reader.directory(at: $0).entries } ?? [:]

    orientation =
      main.entries[Tag.orientation]?.number.flatMap { UInt8(exactly: $0) }.flatMap(ImageOrientation.init)
      ?? .up
    captureDate =
      Self.date(details[Tag.dateTimeOriginal], zone: details[Tag.offsetTimeOriginal])
      ?? Self.date(details[Tag.dateTimeDigitized], zone: nil)
      ?? Self.date(main.entries[Tag.dateTime], zone: details[Tag.offsetTime])
    if let offset = second[Tag.thumbnailOffset]?.number, let length = second[Tag.thumbnailLength]?.number,
      length > 3, offset < tiff.count, length <= tiff.count - offset,
      tiff[offset] == 0xFF, tiff[offset + 1] == 0xD8
    {
      thumbnail = offset..<offset + length
    }
  }

  /// Reads `2020:01:24 23:11:53`, with a zone such as `+02:00`; without one the clock is taken to show UTC.
  private static func date(_ entry: TIFFReader.Entry?, zone: TIFFReader.Entry?) -> Date? {
    guard let text = entry?.text else { return nil }
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int($0) ?? 0 }
    guard numbers.count == 6, (1...9999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), (0...23).contains(numbers[3]), (0...59).contains(numbers[4]),
      (0...60).contains(numbers[5])
    else { return nil }
    let days = daysSince1970(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    return Date(timeIntervalSince1970: Double(seconds - secondsEast(zone?.text)))
  }

  private static func secondsEast(_ zone: String?) -> Int {
    guard let zone, let sign = zone.first, sign == "+" || sign == "-" else { return 0 }
    let numbers = zone.dropFirst().split(separator: ":").map { Int($0) ?? 0 }
    guard numbers.count == 2, numbers[0] <= 14, numbers[1] < 60 else { return 0 }
    return (sign == "-" ? -1 : 1) * (numbers[0] * 3_600 + numbers[1] * 60)
  }

  /// Days of the proleptic Gregorian calendar, counted in years that start in March, so that leap days come last.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = (month + 9) % 12
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469
  }
}
