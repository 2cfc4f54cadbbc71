internal import GalleryEngine

/// The marker segments of a JPEG in front of its first scan, found by hopping from marker to marker.
///
/// libjpeg-turbo reads them too, but does not say where they lie, and needs longer to start than a small thumbnail
/// takes to decode. Reading the first 16 KB suffices for most files.
struct JPEGSegments {
  struct Segment {
    let marker: UInt8
    /// The range of the data in the file, after the length.
    let range: Range<Int>
    /// The first bytes of the data, enough to tell its kind.
    let head: ArraySlice<UInt8>
  }

  private struct Piece {
    let start: Int
    let bytes: [UInt8]

    /// A slice, without a copy, if the piece holds all of its bytes.
    func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
      let first = offset - start
      return first >= 0 && first + count <= bytes.count ? bytes[first..<first + count] : nil
    }
  }

  /// Enough bytes for the segments of most files: of three in four photos of many cameras and programs.
  static let windowByteCount = 16_384
  /// Enough bytes for the tables and the frame header, which every JPEG has in front of its first scan.
  private static let tablesByteCount = 2_048
  private static let headByteCount = 36
  /// More segments than any camera writes; the search ends there.
  private static let mostSegments = 1_000
  /// More bytes between markers than any real JPEG has; each byte has to be examined.
  private static let mostPassedOver = 65_536

  private(set) var segments: [Segment] = []
  private let window: Piece
  /// The last bytes read after the window.
  private var behind: Piece

  /// Reads the segments of the JPEG that begins at `start`.
  init(_ file: borrowing EncodedFile, at start: Int = 0, windowByteCount: Int = Self.windowByteCount) {
    let isHead = start == 0 && file.head.count >= min(windowByteCount, file.byteCount)
    window = Piece(start: start, bytes: isHead ? file.head : file.bytes(at: start, count: windowByteCount))
    behind = window
    guard window.bytes.starts(with: [0xFF, 0xD8]) else { return }
    var (offset, passedOver) = (start + 2, 0)
    while segments.count < Self.mostSegments, passedOver < Self.mostPassedOver {
      let head = head(at: offset, of: file)
      guard head.count >= 4 else { return }
      let marker = head[head.startIndex + 1]
      // Bytes between segments, and markers without data, are skipped as libjpeg-turbo does.
      let width = head.first == 0xFF ? Self.emptyWidth(marker) : 1
      if let width {
        offset += width
        passedOver += width
        continue
      }
      guard marker != 0xD9, marker != 0xDA else { return }
      let count = head.dropFirst(2).prefix(2).number
      // libjpeg-turbo treats a segment whose length does not even count itself as empty.
      guard count >= 2 else {
        offset += 4
        passedOver += 4
        continue
      }
      let range = offset + 4..<offset + 2 + count
      segments.append(Segment(marker: marker, range: range, head: head.dropFirst(4).prefix(count - 2)))
      offset = range.upperBound
    }
  }

  /// The number of bytes to skip if no segment begins at `FF`: padding, a stuffed zero, a restart.
  private static func emptyWidth(_ marker: UInt8) -> Int? {
    switch marker {
    case 0xFF: 1
    case 0x00, 0x01, 0xD0...0xD7: 2
    default: nil
    }
  }

  /// The data of a segment; fewer bytes at the end of the file.
  func data(_ segment: Segment, of file: borrowing EncodedFile) -> ArraySlice<UInt8> {
    bytes(at: segment.range.lowerBound, count: segment.range.count, of: file)
  }

  /// The data after the signature of the first application segment that has it, or nothing.
  func data(_ marker: UInt8, _ signature: String, of file: borrowing EncodedFile) -> ArraySlice<UInt8> {
    first(marker, signature).map { data($0, of: file).dropFirst(signature.utf8.count) } ?? []
  }

  /// The first application segment with this marker and this signature.
  func first(_ marker: UInt8, _ signature: String) -> Segment? {
    segments.first { $0.marker == marker && $0.head.starts(with: signature.utf8) }
  }

  /// The picture's size, and whether it is progressive, from the frame header.
  var frame: (size: PixelSize, isProgressive: Bool)? {
    let frames: [UInt8] = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    guard let slice = segments.first(where: { frames.contains($0.marker) })?.head, slice.count >= 5 else {
      return nil
    }
    let head = Array(slice)
    let size = PixelSize(width: head[3...4].number, height: head[1...2].number)
    return (size, head[0] == 8 && (segments.contains { $0.marker == 0xC2 || $0.marker == 0xCA }))
  }

  /// The first bytes of the segment at an offset; fewer at the end of the file.
  private mutating func head(at offset: Int, of file: borrowing EncodedFile) -> ArraySlice<UInt8> {
    let count = 4 + Self.headByteCount
    if let head = window.slice(at: offset, count: count) ?? behind.slice(at: offset, count: count) {
      return head
    }
    behind = Piece(start: offset, bytes: file.bytes(at: offset, count: Self.tablesByteCount))
    return behind.bytes.prefix(count)
  }

  /// Bytes of the file, without a copy if they were read before.
  private func bytes(at offset: Int, count: Int, of file: borrowing EncodedFile) -> ArraySlice<UInt8> {
    window.slice(at: offset, count: count) ?? behind.slice(at: offset, count: count)
      ?? file.bytes(at: offset, count: count)[...]
  }
}

/// Finds the metadata of a PNG by walking from chunk to chunk.
///
/// libpng would have to decode all the pixels to reach an `eXIf` chunk that follows them, as some cameras write
/// it; hopping over the lengths takes a read of eight bytes a chunk.
struct PNGChunks {
  /// The TIFF structure and the packet; one that is compressed, which the XMP specification forbids, is not read.
  private(set) var metadata = DecodedImage.Metadata.none

  /// More chunks than any camera writes; the search ends there.
  private static let mostChunks = 100_000
  /// The same limit as in HEIF and WebP; unlike in a JPEG, no marker sets one.
  private static let largestEXIF = 4_000_000
  /// The bytes before the packet in an `iTXt` chunk: its keyword, and the flags of an uncompressed text.
  private static let xmpKeyword = Array("XML:com.adobe.xmp\0\0\0".utf8)

  init(_ file: borrowing EncodedFile, readsXMP: Bool) {
    var offset = 8
    for _ in 0..<Self.mostChunks {
      let head = file.bytes(at: offset, count: 8)
      guard head.count == 8 else { return }
      let length = head.prefix(4).number
      let name = head.dropFirst(4)
      if name.elementsEqual("eXIf".utf8), metadata.exif.isEmpty, length <= Self.largestEXIF {
        metadata.exif = EXIF.structure(file.bytes(at: offset + 8, count: length))
      } else if readsXMP, name.elementsEqual("iTXt".utf8), metadata.xmp.isEmpty, length <= XMP.longest {
        metadata.xmp = Self.packet(file.bytes(at: offset + 8, count: length))
      } else if name.elementsEqual("IEND".utf8) {
        return
      }
      if !metadata.exif.isEmpty, !readsXMP || !metadata.xmp.isEmpty { return }
      offset += 12 + length
    }
  }

  /// The picture's size, from `IHDR`.
  static func size(in file: borrowing EncodedFile) -> PixelSize? {
    let bytes = file.bytes(at: 16, count: 8)
    guard bytes.count == 8 else { return nil }
    let size = PixelSize(width: bytes[..<4].number, height: bytes[4...].number)
    return size.isEmpty ? nil : size
  }

  private static func packet(_ text: [UInt8]) -> [UInt8] {
    guard text.starts(with: xmpKeyword) else { return [] }
    // A language and a translated keyword follow, each with its zero.
    return Array(text.dropFirst(xmpKeyword.count).drop { $0 != 0 }.dropFirst().drop { $0 != 0 }.dropFirst())
  }
}

/// The further pictures of a file, as CIPA DC-007 (Multi-Picture Format) lists them.
///
/// A damaged list counts as none.
struct MultiPicture {
  struct Entry {
    /// The kind of picture: the lower 24 bits of its attributes.
    let type: Int
    /// The picture's bytes in the file.
    let range: Range<Int>

    /// "Large thumbnail", in either class of size.
    var isThumbnail: Bool { type == 0x01_0001 || type == 0x01_0002 }
  }

  private static let mostEntries = 16

  /// All pictures but the first, for which the list has no offset.
  private(set) var entries: [Entry] = []

  init(_ segments: JPEGSegments, of file: borrowing EncodedFile) {
    guard let segment = segments.first(0xE2, "MPF\0") else { return }
    let tiff = segments.data(segment, of: file).dropFirst(4)
    guard let reader = TIFFReader(tiff),
      let entry = reader.directory(at: reader.firstDirectory).entries.last(where: { $0.tag == 0xB002 }),
      let list = reader.range(entry)
    else { return }
    let base = segment.range.lowerBound + 4
    for start in stride(from: list.lowerBound, to: list.upperBound, by: 16).prefix(Self.mostEntries) {
      guard let type = reader.number(at: start, width: 4), let count = reader.number(at: start + 4, width: 4),
        let offset = reader.number(at: start + 8, width: 4), offset > 0,
        base + offset + count <= file.byteCount
      else { continue }
      entries.append(Entry(type: type & 0xFF_FFFF, range: base + offset..<base + offset + count))
    }
  }

  /// The subtypes that the further pictures, except thumbnails, give the first; each states its own kind: a gain map by
  /// Google's or Apple's XMP, or by ISO 21496-1; a map of depth or disparity by Apple's XMP.
  func subtypes(in file: borrowing EncodedFile) -> Asset.MediaSubtypes {
    var subtypes: Asset.MediaSubtypes = []
    for entry in entries where !entry.isThumbnail {
      let segments = JPEGSegments(file, at: entry.range.lowerBound, windowByteCount: 8_192)
      let xmp = XMP(Array(segments.data(0xE1, XMP.jpegSignature, of: file)))
      if xmp.isGainMap || segments.first(0xE2, "urn:iso:std:iso:ts:21496:-1\0") != nil {
        subtypes.insert(.photoHDR)
      }
      if xmp.isDepthMap { subtypes.insert(.photoDepthEffect) }
    }
    return subtypes
  }
}

extension Sequence<UInt8> {
  /// The big-endian number that a few bytes make.
  var number: Int { reduce(0) { $0 << 8 | Int($1) } }
}
