internal import GalleryEngine

/// What iPhones write about a photo in a form of their own, as ExifTool's table "Apple" documents it.
struct AppleMakerNote {
  /// What photos of one burst have in common.
  private(set) var burstIdentifier: String?

  private static let signature = Array("Apple iOS\0".utf8)
  /// Behind the signature come a version, the byte order, and at once the first directory.
  private static let directory = 14
  private static let burstTag = 0x000B

  /// Reads a maker note, or fails if it is not Apple's.
  init?(_ note: ArraySlice<UInt8>) {
    guard note.starts(with: Self.signature) else { return nil }
    // Offsets count from the note's own beginning.
    let reader = TIFFReader(note, isBigEndian: true)
    let entry = reader.directory(at: Self.directory).entries.first { $0.tag == Self.burstTag }
    burstIdentifier = entry.flatMap(reader.text).flatMap { String(validating: $0, as: UTF8.self) }
    if burstIdentifier?.isEmpty == true { burstIdentifier = nil }
  }
}
