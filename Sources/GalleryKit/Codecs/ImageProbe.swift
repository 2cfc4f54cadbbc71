internal import CImageIO
package import Foundation
package import GalleryEngine
package import SystemCalls

/// What a file says about its picture before any of it is decoded.
package struct ImageInfo: Hashable, Sendable {
  /// The size as stored, in pixels.
  package let storedSize: PixelSize
  /// How the stored picture must be turned.
  package let orientation: ImageOrientation
  /// How it is encoded.
  package let format: ImageFormat
  /// When it was taken, to a fraction of a second and with the time zone as far as the file says so; where it names no
  /// zone, its clock is taken to show UTC.
  ///
  /// From EXIF, or, where that is silent, XMP.
  package let captureDate: Date?
  /// Where it was taken, from EXIF, or, where that is silent, XMP.
  package let location: Location?
  /// What kinds of photo it is.
  package let mediaSubtypes: Asset.MediaSubtypes
  /// What photos of one burst have in common: `BurstUUID` of Apple's maker note, or `GCamera:BurstID` of XMP.
  package let burstIdentifier: String?
  /// Whether the camera chose it among its burst (`GCamera:BurstPrimary` of XMP); files know no choice of a user.
  package let burstSelectionTypes: Asset.BurstSelectionTypes
  /// Which parts of the file give a degraded image of the picture.
  package let thumbnailSources: EmbeddedThumbnailSources
  /// The file's weight in bytes.
  package let byteCount: Int

  /// Whether it holds, beside the picture, what a screen of high dynamic range needs to show it brighter: the gain map of
  /// Ultra HDR (Google's or Apple's, or ISO 21496-1).
  package var hasGainMap: Bool { mediaSubtypes.contains(.photoHDR) }

  /// Whether the file has a thumbnail of its own, which is decoded in about a millisecond.
  package var hasEmbeddedThumbnail: Bool { !thumbnailSources.isDisjoint(with: .cheap) }

  /// The size once it stands upright.
  package var uprightSize: PixelSize { storedSize.turned(orientation) }
}

/// Reads headers.
package enum ImageProbe {
  /// Reads the header of a picture, and refuses what no decoder here would decode.
  ///
  /// - Throws: ``CodecError``, also for files whose header asks for more than ``CodecError/Code/tooCostly``
  ///   allows.
  /// - Complexity: some 32 KB of reading, whatever the file weighs; of a GIF, its first frame.
  package static func probe(path: String) throws(CodecError) -> ImageInfo {
    try probe(EncodedFile(path: path, headByteCount: JPEGSegments.windowByteCount))
  }

  /// Reads the header of a file that was found before, and refuses another that has taken its place since.
  package static func probe(path: String, expecting identity: FileIdentity) throws(CodecError) -> ImageInfo {
    try probe(
      EncodedFile(path: path, expecting: identity, headByteCount: JPEGSegments.windowByteCount))
  }

  /// Reads the header of a file that is in memory; see the form with a path.
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
    case .gif:
      let reader = try GIFReader(file)
      try reader.checkLimits()
      picture = (reader.size, .gif)
    case .png, .webp, .heic, .avif, .tiff:
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
      // What is wrong with a header is told by reading the file itself.
      let name = file.path
      let picture = unsafe header.withUnsafeBufferPointer { bytes in
        let input = unsafe cis_input(fd: -1, bytes: bytes.baseAddress, count: bytes.count)
        return unsafe try? describe(JPEGReader(input, named: name, keepsMarkers: false))
      }
      if let picture { return picture }
    }
    return try unsafe describe(JPEGReader(file.input, named: file.path, keepsMarkers: false))
  }

  private static func describe(
    _ reader: consuming JPEGReader
  ) throws(CodecError) -> (size: PixelSize, format: ImageFormat) {
    try DecodeLimits.check(reader)
    return (reader.size, reader.isProgressive ? .jpegProgressive : .jpegBaseline)
  }
}
