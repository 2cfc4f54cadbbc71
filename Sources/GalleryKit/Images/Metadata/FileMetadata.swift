public import Foundation
public import GalleryEngine

extension DecodedImage {
  /// A file's metadata, byte for byte: EXIF and XMP.
  ///
  /// Either may be emptied before it is written elsewhere. Both may contain the place of capture.
  public struct Metadata: Hashable, Sendable {
    /// A TIFF structure as cameras write it, or nothing.
    public var exif: [UInt8]
    /// An XMP packet, or nothing.
    public var xmp: [UInt8]

    /// No metadata.
    public static let none = Metadata()

    /// Makes metadata from bytes, unchanged.
    public init(exif: [UInt8] = [], xmp: [UInt8] = []) {
      self.exif = exif
      self.xmp = xmp
    }

    /// Reads the metadata of a file, such as ``Asset/fileURL``.
    ///
    /// - Throws: ``FileError``, which names the file, if this build cannot read it as a picture.
    public init(contentsOf url: URL) throws(FileError) {
      do throws(CodecError) { try self.init(EncodedFile(path: url.path)) } catch {
        throw FileError(kind: .unreadable, reason: error.description)
      }
    }

    /// Reads the metadata of a file in memory, such as ``OriginalData/bytes``; see ``init(contentsOf:)``.
    public init(of data: Data) throws(FileError) {
      do throws(CodecError) { try self.init(EncodedFile(bytes: Array(data))) } catch {
        throw FileError(kind: .unreadable, reason: error.description)
      }
    }
  }
}

extension DecodedImage.Metadata {
  init(_ file: borrowing EncodedFile) throws(CodecError) {
    switch file.kind {
    case .jpeg:
      let segments = JPEGSegments(file)
      self = Self(
        exif: Array(segments.data(0xE1, EXIF.jpegSignature, of: file)),
        xmp: Array(segments.data(0xE1, XMP.jpegSignature, of: file)))
    case .png: self = PNGChunks(file, readsXMP: true).metadata
    case .webp, .heic, .avif: self = try PictureReader(file).metadata
    }
    try file.checkReads()
  }

  /// The metadata of an upright picture of this size, without a thumbnail, which would keep the original's orientation.
  ///
  /// Bytes that are no TIFF structure are left out.
  func standing(upright size: PixelSize) -> Self {
    Self(exif: EXIFEdit(exif, upright: size)?.bytes ?? [], xmp: Self.upright(xmp))
  }

  /// Writes 1 where a packet has `tiff:Orientation`, as an attribute or as an element.
  private static func upright(_ packet: [UInt8]) -> [UInt8] {
    let name = Array("tiff:Orientation".utf8)
    var packet = packet
    var index = 0
    while index + name.count < packet.count {
      guard packet[index] == name[0], packet[index...].starts(with: name) else {
        index += 1
        continue
      }
      index += name.count
      while index < packet.count, " \t\r\n=\"'>".utf8.contains(packet[index]) { index += 1 }
      if index < packet.count, (UInt8(ascii: "2")...UInt8(ascii: "8")).contains(packet[index]) {
        packet[index] = UInt8(ascii: "1")
      }
    }
    return packet
  }
}

/// A TIFF structure in which some numbers are rewritten; all others stay in place, as maker notes require.
private struct EXIFEdit {
  private(set) var bytes: [UInt8]
  private let isBigEndian: Bool

  /// Rewrites EXIF data for an upright picture of this size without a thumbnail; fails if they are no TIFF structure.
  init?(_ exif: [UInt8], upright size: PixelSize) {
    guard let reader = TIFFReader(exif[...]) else { return nil }
    bytes = exif
    isBigEndian = reader.isBigEndian
    let main = reader.directory(at: reader.firstDirectory)
    for entry in main.entries {
      switch entry.tag {
      case 0x0100: write(size.width, to: entry)
      case 0x0101: write(size.height, to: entry)
      case 0x0112: write(Int(ImageOrientation.up.rawValue), to: entry)
      case 0x8769:
        for detail in reader.number(entry).map({ reader.directory(at: $0).entries }) ?? [] {
          if detail.tag == 0xA002 { write(size.width, to: detail) }
          if detail.tag == 0xA003 { write(size.height, to: detail) }
        }
      default: break
      }
    }
    if main.next != nil {
      // The offset of the second directory, which describes the thumbnail.
      write(0, at: reader.firstDirectory + 2 + main.entries.count * 12, width: 4)
      if let thumbnail = EXIF(tiff: exif).thumbnail {
        for index in thumbnail { bytes[index] = 0 }
        if thumbnail.upperBound == bytes.count { bytes.removeLast(thumbnail.count) }
      }
    }
    // Overlapping directories, as in hostile files, may have been written to twice.
    guard EXIF(tiff: bytes).orientation == .up else { return nil }
  }

  private mutating func write(_ number: Int, to entry: TIFFReader.Entry) {
    switch entry.type {
    case 1 where number <= Int(UInt8.max): write(number, at: entry.offset, width: 1)
    case 3 where number <= Int(UInt16.max): write(number, at: entry.offset, width: 2)
    case 4: write(number, at: entry.offset, width: 4)
    default: break
    }
  }

  private mutating func write(_ number: Int, at offset: Int, width: Int) {
    guard offset >= 0, offset <= bytes.count - width else { return }
    for index in 0..<width {
      let shift = 8 * (isBigEndian ? width - 1 - index : index)
      bytes[offset + index] = UInt8(truncatingIfNeeded: number >> shift)
    }
  }
}
