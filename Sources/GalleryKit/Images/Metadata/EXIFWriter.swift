package import Foundation
package import GalleryEngine

/// The EXIF data that is written beside pixels: orientation, capture date and a thumbnail.
package struct EXIFWriter: Sendable {
  package var orientation: ImageOrientation
  /// When it was taken; written in UTC.
  package var captureDate: Date?
  /// A small JPEG, at most 60,000 bytes.
  package var thumbnail: [UInt8]?

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
    var tiff = Array("II".utf8)
    func append(_ numbers: UInt16...) { for number in numbers { tiff.append(number: number) } }
    func append(offset: Int) { tiff.append(number: UInt32(offset)) }
    func appendEntry(_ tag: UInt16, type: UInt16, count: Int = 1, value: Int) {
      append(tag, type)
      append(offset: count)
      append(offset: value)
    }
    func pad(to count: Int) { tiff += repeatElement(0, count: max(0, count - tiff.count)) }
    append(42)
    append(offset: 8)

    append(captureDate == nil ? 1 : 2)
    appendEntry(0x0112, type: 3, value: Int(orientation.rawValue))
    if captureDate != nil { appendEntry(0x8769, type: 4, value: exifDirectory) }
    append(offset: thumbnail == nil ? 0 : second)
    pad(to: exifDirectory)

    append(1)
    appendEntry(0x9003, type: 2, count: 20, value: dateOffset)
    append(offset: 0)
    tiff += (captureDate.map(WrittenDate.exif) ?? "").utf8
    pad(to: second)

    guard let thumbnail else { return tiff }
    append(3)
    appendEntry(0x0103, type: 3, value: 6)
    appendEntry(0x0201, type: 4, value: thumbnailOffset)
    appendEntry(0x0202, type: 4, value: thumbnail.count)
    append(offset: 0)
    return tiff + thumbnail
  }
}
