/// Where the stand-ins of a picture are, found without decoding anything.
struct EmbeddedPreviews {
  private(set) var sources: PreviewSources = []
  private(set) var exif = EXIF()
  /// The picture's own size as it is stored, if its header says so.
  private(set) var pictureSize: PixelSize?
  /// The smallest preview that the Multi-Picture Format lists.
  private(set) var multiPicturePreview: Range<Int>?
  /// Whether the file holds a gain map.
  private(set) var hasGainMap = false
  private var tiff: [UInt8] = []

  /// A preview of more bytes would cost as much as the picture.
  private static let mostPreviewBytes = 1_000_000

  /// Looks through the head of a file.
  init(_ file: borrowing EncodedFile, looksForGainMap: Bool = false) {
    switch file.kind {
    case .png:
      tiff = PNGChunks.exif(in: file)
      pictureSize = PNGChunks.size(in: file)
    case .jpeg: readSegments(of: file, looksForGainMap: looksForGainMap)
    }
    exif = EXIF(tiff: tiff)
    if exif.thumbnail != nil { sources.insert(.exifThumbnail) }
  }

  private mutating func readSegments(of file: borrowing EncodedFile, looksForGainMap: Bool) {
    let segments = JPEGSegments(file)
    if let segment = segments.first(0xE1, "Exif\0\0") {
      tiff = Array(segments.data(segment, of: file).dropFirst(6))
    }
    let frame = segments.frame
    pictureSize = frame?.size
    if frame?.isProgressive == true { sources.insert(.firstScans) }
    let pictures = MultiPicture(segments, of: file)
    multiPicturePreview =
      pictures.entries.filter { $0.isThumbnail && (1...Self.mostPreviewBytes).contains($0.range.count) }
      .map(\.range).min { $0.count < $1.count }
    if multiPicturePreview != nil { sources.insert(.multiPicturePreview) }
    if looksForGainMap { hasGainMap = pictures.holdsGainMap(in: file) }
  }

  /// The small JPEG of the EXIF data.
  func exifThumbnail(of file: borrowing EncodedFile) -> [UInt8]? { exif.thumbnail.map { Array(tiff[$0]) } }
}
