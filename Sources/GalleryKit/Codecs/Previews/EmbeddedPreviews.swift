internal import GalleryEngine

/// Where the stand-ins of a picture are, found without decoding anything.
struct EmbeddedPreviews {
  private(set) var sources: PreviewSources = []
  private(set) var exif = EXIF()
  /// What XMP says, where it was asked for.
  private(set) var xmp = XMP()
  /// The picture's own size as it is stored, if its header says so.
  private(set) var pictureSize: PixelSize?
  /// The smallest preview that the Multi-Picture Format lists.
  private(set) var multiPicturePreview: Range<Int>?
  /// What other pictures the file holds, where it was asked for.
  private(set) var companions: MultiPicture.Companions = []
  /// A JPEG's bytes up to its first scan, where they were read at once.
  private(set) var header: ArraySlice<UInt8> = []
  private var tiff: ArraySlice<UInt8> = []

  /// A preview of more bytes would cost as much as the picture.
  private static let mostPreviewBytes = 1_000_000

  /// Looks through the head of a file; what only an index wants is read if `readsAll`.
  init(_ file: borrowing EncodedFile, readsAll: Bool = false) {
    switch file.kind {
    case .png:
      let chunks = PNGChunks(file, readsXMP: readsAll)
      tiff = chunks.exif[...]
      xmp = XMP(chunks.xmp)
      pictureSize = PNGChunks.size(in: file)
    case .jpeg: readSegments(of: file, readsAll: readsAll)
    }
    exif = EXIF(tiff: tiff)
    if exif.thumbnail != nil { sources.insert(.exifThumbnail) }
  }

  private mutating func readSegments(of file: borrowing EncodedFile, readsAll: Bool) {
    let segments = JPEGSegments(file)
    header = segments.header
    tiff = segments.data(0xE1, "Exif\0\0", of: file)
    let frame = segments.frame
    pictureSize = frame?.size
    if frame?.isProgressive == true { sources.insert(.firstScans) }
    let pictures = MultiPicture(segments, of: file)
    multiPicturePreview =
      pictures.entries.filter { $0.isThumbnail && (1...Self.mostPreviewBytes).contains($0.range.count) }
      .map(\.range).min { $0.count < $1.count }
    if multiPicturePreview != nil { sources.insert(.multiPicturePreview) }
    guard readsAll else { return }
    companions = pictures.companions(in: file)
    xmp = XMP(Array(segments.data(0xE1, XMP.jpegSignature, of: file)))
  }

  /// The small JPEG of the EXIF data.
  func exifThumbnail(of file: borrowing EncodedFile) -> [UInt8]? {
    exif.thumbnail.map { Array(tiff[tiff.startIndex + $0.lowerBound..<tiff.startIndex + $0.upperBound]) }
  }
}
