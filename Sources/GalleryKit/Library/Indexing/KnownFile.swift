internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import SystemCalls

/// The catalogue's record of a file, which serves to find it again and to compare it.
struct KnownFile: Sendable {
  /// The file's row.
  let id: Int64
  /// The file's path, or its last known path.
  let path: RelativePath
  let signature: FolderListing.File.Signature
  /// The reason why the file cannot be shown, or `nil` if it can.
  let failure: String?
  /// `nil` for a file that an earlier version indexed.
  let inode: UInt64?
  /// See ``ContentFingerprint``; `nil` for a file that could not be read.
  let fingerprint: Int64?
  /// Whether the file is missing.
  let isMissing: Bool
  /// Whether the original of an asset that shows it comes over the network.
  let isRemote: Bool

  /// All files in the catalogue, in the order of their paths.
  static func all(_ db: Database) throws -> [KnownFile] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT id, path, byteCount, modifiedNanoseconds, failure, inode, fingerprint, missingSince IS NOT NULL,
          id IN (SELECT file FROM asset WHERE url IS NOT NULL)
        FROM file ORDER BY path, id
        """
    ).map { row in
      KnownFile(
        id: row[0], path: RelativePath(row[1] as Data),
        signature: .init(byteCount: row[2], modifiedNanoseconds: row[3]), failure: row[4],
        inode: (row[5] as Int64?).map { UInt64(bitPattern: $0) }, fingerprint: row[6], isMissing: row[7],
        isRemote: row[8])
    }
  }

  /// Whether the file now at its path has another inode and another signature.
  func isDisplaced(by file: FolderListing.File) -> Bool {
    inode.map { $0 != file.identity.number && signature != file.signature } ?? false
  }
}

/// A hash of a file's length and of samples of its bytes, which recognises the file wherever it is found again.
///
/// Files of up to 64 KB are read whole; larger ones, 16 KB at either end and 4 KB at each quarter. A JPEG's head carries its
/// capture date and thumbnail, and a difference in the middle of a JPEG or PNG, which are compressed, also changes its end.
enum ContentFingerprint {
  private static let wholeByteCount = 1 << 16
  private static let endByteCount = 1 << 14
  private static let middleByteCount = 1 << 12

  /// The fingerprint of a listed file, or `nil` if it cannot be read or another file has taken its place.
  static func of(_ file: FolderListing.File, in folder: String) -> Int64? {
    let path = Array(folder.utf8) + [UInt8(ascii: "/")] + file.path.bytes
    do {
      let opened = try OpenFile(path)
      let status = try opened.status()
      guard status.identity == file.identity else { return nil }
      var bytes: [UInt8] = []
      for range in samples(of: status.byteCount) {
        let sample = try opened.bytes(at: range.lowerBound, count: range.count)
        guard sample.count == range.count else { return nil }
        bytes += sample
      }
      return Int64(bitPattern: XXHash64.hash(bytes, seed: UInt64(status.byteCount)))
    } catch {
      return nil
    }
  }

  private static func samples(of byteCount: Int) -> [Range<Int>] {
    guard byteCount > wholeByteCount else { return [0..<byteCount] }
    return [0..<endByteCount]
      + (1...3).map { quarter in byteCount / 4 * quarter..<byteCount / 4 * quarter + middleByteCount }
      + [byteCount - endByteCount..<byteCount]
  }
}
