internal import Foundation
internal import GRDB
internal import GalleryEngine

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
