internal import CImageIO
package import Foundation
package import GalleryEngine
package import Support

/// A file's description of its picture, read without decoding.
package struct ImageInfo: Hashable, Sendable {
  /// The size as stored, in pixels.
  package let storedSize: PixelSize
  /// The orientation of the stored picture.
  package let orientation: ImageOrientation
  /// The encoding.
  package let format: ImageFormat
  /// The capture date, with fractions of a second and the time zone as far as the file states them.
  ///
  /// From EXIF, or, if EXIF has none, from XMP.
  package let capture: WrittenDate?
  /// The place of capture, from EXIF, or, if EXIF has none, from XMP.
  package let location: Location?
  /// The photo's kinds.
  package let mediaSubtypes: Asset.MediaSubtypes
  /// The identifier that the photos of one burst share: `BurstUUID` of Apple's maker note, or `GCamera:BurstID` of XMP.
  package let burstIdentifier: String?
  /// The camera's choice among the burst (`GCamera:BurstPrimary` of XMP); files record no user's choice.
  package let burstSelectionTypes: Asset.BurstSelectionTypes
  /// The parts of the file that give a degraded image of the picture.
  package let thumbnailSources: EmbeddedThumbnailSources
  /// The file's size in bytes.
  package let byteCount: Int

  /// Whether the file holds a gain map, by which a screen of high dynamic range shows the picture brighter: Ultra HDR
  /// (Google's or Apple's, or ISO 21496-1).
  package var hasGainMap: Bool { mediaSubtypes.contains(.photoHDR) }

  /// Whether the file has a thumbnail of its own, which is decoded in about a millisecond.
  package var hasEmbeddedThumbnail: Bool { !thumbnailSources.isDisjoint(with: .cheap) }

  /// The capture date; without a time zone, the clock counts as UTC.
  package var captureDate: Date? { capture?.date }

  /// The size of the upright picture.
  package var uprightSize: PixelSize { storedSize.turned(orientation) }
}

/// Reads headers.
package enum ImageProbe {
  /// Reads the header of a picture; refuses a picture that no decoder here can decode.
  ///
  /// - Throws: ``CodecError``, also for files whose header asks for more than ``CodecError/Code/tooCostly``
  ///   allows.
  /// - Complexity: about 16 KB of reading at any file size, besides metadata behind them.
  package static func probe(path: String) throws(CodecError) -> ImageInfo {
    try probe(EncodedFile(path: path, headByteCount: JPEGSegments.windowByteCount))
  }

  /// Reads the header of a file that was found before, and its ``ContentFingerprint``; refuses another file in its place.
  package static func probe(
    path: String, expecting identity: FileIdentity
  ) throws(CodecError) -> (info: ImageInfo, fingerprint: Int64?) {
    let file = try EncodedFile(
      path: path, expecting: identity, headByteCount: JPEGSegments.windowByteCount)
    return (try probe(file), file.fingerprint)
  }

  /// Reads the header of a file in memory; see the form with a path.
  package static func probe(
    bytes: [UInt8], named name: String = "bytes in memory"
  ) throws(CodecError) -> ImageInfo {
    try probe(EncodedFile(bytes: bytes, named: name))
  }

  private static func probe(_ file: borrowing EncodedFile) throws(CodecError) -> ImageInfo {
    let picture: (size: PixelSize, format: ImageFormat)
    var embedded = EmbeddedThumbnails()
    switch file.kind {
    case .jpeg:
      embedded = EmbeddedThumbnails(file, readsAll: true)
      picture = try jpeg(file, header: embedded.header)
    case .png, .webp, .heic, .avif:
      let reader = try PictureReader(file)
      try reader.checkLimits()
      embedded = EmbeddedThumbnails(reader, readsAll: true)
      picture = (reader.size, reader.format)
    }
    return ImageInfo(
      embedded, storedSize: picture.size, format: picture.format, byteCount: file.byteCount)
  }

  private static func jpeg(
    _ file: borrowing EncodedFile, header: ArraySlice<UInt8>
  ) throws(CodecError) -> (size: PixelSize, format: ImageFormat) {
    if !header.isEmpty {
      // Reading the file itself, below, reports the fault of a header.
      let name = file.path
      let picture = unsafe header.withUnsafeBufferPointer { bytes in
        let input = unsafe cis_input(fd: -1, bytes: bytes.baseAddress, count: bytes.count)
        return unsafe try? describe(PictureReader(headerOf: input, of: name))
      }
      if let picture { return picture }
    }
    return try unsafe describe(PictureReader(headerOf: file.input, of: file.path))
  }

  private static func describe(
    _ reader: consuming PictureReader
  ) throws(CodecError) -> (size: PixelSize, format: ImageFormat) {
    try reader.checkLimits()
    return (reader.size, reader.format)
  }
}
