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
  /// `nil` for a file whose record a repair of the catalogue made from its path.
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

extension ContentFingerprint {
  /// The fingerprint of a listed file, or `nil` if it cannot be read or another file has taken its place.
  static func of(_ file: FolderListing.File, in folder: String) -> Int64? {
    of(path: Array(folder.utf8) + [UInt8(ascii: "/")] + file.path.bytes, expecting: file.identity)
  }
}
