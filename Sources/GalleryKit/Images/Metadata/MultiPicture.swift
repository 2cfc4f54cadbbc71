internal import GalleryEngine

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
  private static let entriesTag = 0xB002

  /// All pictures but the first, which has no offset of its own.
  private(set) var entries: [Entry] = []

  /// Reads the index of a JPEG.
  init(_ segments: JPEGSegments, of file: borrowing EncodedFile) {
    guard let segment = segments.first(0xE2, "MPF\0") else { return }
    let tiff = segments.data(segment, of: file).dropFirst(4)
    guard let reader = TIFFReader(tiff),
      let list = reader.directory(at: reader.firstDirectory).entries.last(where: { $0.tag == Self.entriesTag }
      )
      .flatMap(reader.range)
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

  /// The kinds of the further pictures, as each picture states its own.
  struct Companions: OptionSet {
    let rawValue: Int

    /// A gain map: by Google's or Apple's XMP, or by ISO 21496-1.
    static let gainMap = Companions(rawValue: 1 << 0)
    /// A map of depth or disparity: by Apple's XMP.
    static let depthMap = Companions(rawValue: 1 << 1)
  }

  /// Examines all further pictures except thumbnails.
  func companions(in file: borrowing EncodedFile) -> Companions {
    var companions: Companions = []
    for entry in entries where !entry.isThumbnail {
      let segments = JPEGSegments(file, at: entry.range.lowerBound, windowByteCount: 8_192)
      if segments.first(0xE2, "urn:iso:std:iso:ts:21496:-1\0") != nil { companions.insert(.gainMap) }
      let xmp = XMP(Array(segments.data(0xE1, XMP.jpegSignature, of: file)))
      if xmp.isGainMap { companions.insert(.gainMap) }
      if xmp.isDepthMap { companions.insert(.depthMap) }
    }
    return companions
  }
}
