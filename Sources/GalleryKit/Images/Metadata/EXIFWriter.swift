package import Foundation
package import GalleryEngine

/// The EXIF data that is written beside pixels: orientation, capture date and a thumbnail.
package struct EXIFWriter: Sendable {
  /// The orientation of the stored picture.
  package var orientation: ImageOrientation
  /// When it was taken; written in UTC.
  package var captureDate: Date?
  /// A small JPEG, at most 60,000 bytes.
  package var thumbnail: [UInt8]?

  /// Makes EXIF data.
  package init(orientation: ImageOrientation = .up, captureDate: Date? = nil, thumbnail: [UInt8]? = nil) {
    precondition(thumbnail.map { $0.count <= 60_000 } ?? true, "a thumbnail has at most 60,000 bytes")
    self.orientation = orientation
    self.captureDate = captureDate
    self.thumbnail = thumbnail
  }

  /// The TIFF structure, little endian.
  ///
  /// Directory 0 holds orientation and the offset of the EXIF directory, which holds the date; directory 1 holds the
  /// thumbnail. Everything has a fixed place, so that offsets are known beforehand.
  package var tiff: [UInt8] {
    let exifDirectory = 8 + 2 + 2 * 12 + 4
    let dateOffset = exifDirectory + 2 + 12 + 4
    let second = dateOffset + 20
    let thumbnailOffset = second + 2 + 3 * 12 + 4
    var tiff = LittleEndianBytes()
    tiff.append(ascii: "II")
    tiff.append(42, width: 2)
    tiff.append(8, width: 4)

    tiff.append(captureDate == nil ? 1 : 2, width: 2)
    tiff.appendEntry(tag: 0x0112, type: 3, count: 1, value: Int(orientation.rawValue))
    if captureDate != nil { tiff.appendEntry(tag: 0x8769, type: 4, count: 1, value: exifDirectory) }
    tiff.append(thumbnail == nil ? 0 : second, width: 4)
    tiff.pad(to: exifDirectory)

    tiff.append(1, width: 2)
    tiff.appendEntry(tag: 0x9003, type: 2, count: 20, value: dateOffset)
    tiff.append(0, width: 4)
    tiff.append(ascii: captureDate.map(WrittenDate.exif) ?? "")
    tiff.pad(to: second)

    guard let thumbnail else { return tiff.bytes }
    tiff.append(3, width: 2)
    tiff.appendEntry(tag: 0x0103, type: 3, count: 1, value: 6)
    tiff.appendEntry(tag: 0x0201, type: 4, count: 1, value: thumbnailOffset)
    tiff.appendEntry(tag: 0x0202, type: 4, count: 1, value: thumbnail.count)
    tiff.append(0, width: 4)
    tiff.bytes += thumbnail
    return tiff.bytes
  }
}

private struct LittleEndianBytes {
  var bytes: [UInt8] = []

  mutating func append(_ number: Int, width: Int) {
    for shift in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
  }

  mutating func append(ascii text: String) { bytes += Array(text.utf8) }

  mutating func appendEntry(tag: Int, type: Int, count: Int, value: Int) {
    append(tag, width: 2)
    append(type, width: 2)
    append(count, width: 4)
    append(value, width: 4)
  }

  mutating func pad(to count: Int) {
    while bytes.count < count { bytes.append(0) }
  }
}
