internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import SystemCalls

/// What the catalogue holds of a file, by which it is found again and compared.
struct KnownFile: Sendable {
  /// The file's row.
  let id: Int64
  /// Where it is, or was when it was last seen.
  let path: RelativePath
  let signature: FolderListing.File.Signature
  /// Why it cannot be shown, if it cannot.
  let failure: String?
  /// `nil` of a file that an earlier version indexed.
  let inode: UInt64?
  /// See ``ContentFingerprint``; `nil` of a file that could not be read.
  let fingerprint: Int64?
  /// Whether it was not found.
  let isMissing: Bool
  /// Whether an asset shows it whose original comes over the network.
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

  /// Whether the file that is in its place now has another inode, and is not as this one was.
  func isDisplaced(by file: FolderListing.File) -> Bool {
    inode.map { $0 != file.identity.number && signature != file.signature } ?? false
  }
}

/// A hash by which a file is recognised wherever it is found again: of its length and of samples of its bytes.
///
/// Files of up to 64 KB are read whole; of others, 16 KB at either end and 4 KB at each quarter. A JPEG's head carries its
/// capture date and thumbnail, and whatever differs in the middle of a JPEG or PNG, which are compressed, differs at its end.
enum ContentFingerprint {
  private static let wholeByteCount = 1 << 16
  private static let endByteCount = 1 << 14
  private static let middleByteCount = 1 << 12

  /// The fingerprint of a file that was listed, or `nil` if it cannot be read, or another has taken its place.
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
