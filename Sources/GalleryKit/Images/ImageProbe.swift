internal import CImageIO
package import Foundation
package import GalleryEngine
package import Support

/// A file's description of its picture, read without decoding: what an index knows of an original.
package struct ImageInfo: Hashable, Sendable {
  /// The size as stored, in pixels.
  package var storedSize: PixelSize
  /// The orientation of the stored picture.
  package var orientation: ImageOrientation
  package var format: ImageFormat
  /// The capture date, with fractions of a second as far as the file states them; without a ``captureZone``, the clock as if it
  /// were in UTC.
  package var captureDate: Date?
  /// The seconds by which the clock of ``captureDate`` was ahead of UTC, if the file states them.
  package var captureZone: Int?
  /// The place of capture, from EXIF, or, if EXIF has none, from XMP.
  package var location: Location?
  package var mediaSubtypes: Asset.MediaSubtypes = []
  /// The identifier that the photos of one burst share: `BurstUUID` of Apple's maker note, or `GCamera:BurstID` of XMP.
  package var burstIdentifier: String?
  /// The camera's choice among the burst (`GCamera:BurstPrimary` of XMP); files record no user's choice.
  package var burstSelectionTypes: Asset.BurstSelectionTypes = []
  /// Whether the file has an embedded thumbnail, which is decoded in about a millisecond.
  package var hasEmbeddedThumbnail = false
  /// The file's ``ContentFingerprint``, if it was read.
  package var fingerprint: Int64?

  package init(
    storedSize: PixelSize, orientation: ImageOrientation = .up, format: ImageFormat, captureDate: Date? = nil
  ) {
    self.storedSize = storedSize
    self.orientation = orientation
    self.format = format
    self.captureDate = captureDate
  }

  package var uprightSize: PixelSize { storedSize.turned(orientation) }
}

package enum ImageProbe {
  /// Reads the header of a picture; refuses a picture that no decoder here can decode, or that would cost too much.
  ///
  /// Given the identity of a file that was found before, refuses another in its place, and also reads the
  /// ``ContentFingerprint``.
  ///
  /// - Complexity: about 16 KB of reading at any file size, besides metadata after them.
  package static func probe(
    path: String, expecting identity: FileIdentity? = nil
  ) throws(CodecError) -> ImageInfo {
    let file = try EncodedFile(path: path, expecting: identity, headByteCount: JPEGSegments.windowByteCount)
    var info = try probe(file)
    if identity != nil { info.fingerprint = file.fingerprint }
    return info
  }

  package static func probe(bytes: [UInt8]) throws(CodecError) -> ImageInfo {
    try probe(EncodedFile(bytes: bytes))
  }

  private static func probe(_ file: borrowing EncodedFile) throws(CodecError) -> ImageInfo {
    // A JPEG's segments tell what the file has beside its picture.
    let isJPEG = file.kind == .jpeg
    let reader = try PictureReader(file, as: isJPEG ? CIS_JPEG_HEADER : nil)
    try reader.checkLimits()
    let info = ImageInfo(
      isJPEG ? EmbeddedThumbnails(file, readsAll: true) : EmbeddedThumbnails(reader, readsAll: true),
      storedSize: reader.size, format: reader.format)
    try file.checkReads()
    return info
  }
}

/// A hash of a file's length and of samples of its bytes, which recognises the file wherever it is found again.
///
/// Files of up to 64 KB are read whole; larger ones, 16 KB at either end and 4 KB at each quarter. A JPEG's head carries its
/// capture date and thumbnail, and a difference in the middle of a JPEG or PNG, which are compressed, also changes its end.
package enum ContentFingerprint {
  private static let wholeByteCount = 1 << 16
  private static let endByteCount = 1 << 14
  private static let middleByteCount = 1 << 12

  /// The fingerprint of the file at a path, or `nil` if it cannot be read or another file has taken its place.
  package static func of(path: some SystemPath, expecting identity: FileIdentity) -> Int64? {
    do throws(SystemError) {
      let file = try OpenFile(path)
      let status = try file.status()
      return status.identity == identity ? of(file, byteCount: status.byteCount) : nil
    } catch {
      return nil
    }
  }

  /// The fingerprint of an open file, or `nil` if it cannot be read; `head` has its first bytes, if they are read already.
  static func of(_ file: borrowing OpenFile, byteCount: Int, head: [UInt8] = []) -> Int64? {
    var bytes: [UInt8] = []
    for sample in samples(of: byteCount) {
      let known = head[sample.clamped(to: head.indices)]
      let rest = try? file.bytes(at: sample.lowerBound + known.count, count: sample.count - known.count)
      guard let rest, known.count + rest.count == sample.count else { return nil }
      bytes += known
      bytes += rest
    }
    return Int64(bitPattern: XXHash64.hash(bytes, seed: UInt64(byteCount)))
  }

  private static func samples(of byteCount: Int) -> [Range<Int>] {
    guard byteCount > wholeByteCount else { return [0..<byteCount] }
    return [0..<endByteCount]
      + (1...3).map { quarter in byteCount / 4 * quarter..<byteCount / 4 * quarter + middleByteCount }
      + [byteCount - endByteCount..<byteCount]
  }
}
