internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// A comparison of the folder with the catalogue: unchanged, moved, returned, changed, vanished and new files.
///
/// The comparison recognises a file by its size and modification time together with its inode or its path; then by its size and
/// ``ContentFingerprint``. An inode alone proves nothing, since file systems reuse it. Among several known files that match, one
/// of the same path or name comes first.
struct FolderComparison {
  /// Known files that have returned or moved.
  private(set) var recognised: [(known: KnownFile, file: FolderListing.File)] = []
  /// Known files that are no longer there.
  private(set) var vanished: [KnownFile] = []
  /// Known files in the cloud whose old places other files have taken.
  private(set) var displaced: [KnownFile] = []
  /// New files, changed files and files that could not be read, in the order of their paths.
  private(set) var toProbe: [FolderListing.File] = []
  /// The catalogue's data of present files, by their current path.
  private(set) var known: [RelativePath: KnownFile] = [:]
  /// The number of files that neither moved nor changed.
  private(set) var unchangedCount = 0
  /// The number of the folder's files that the catalogue knows as present.
  private(set) var presentCount = 0

  /// - Parameters:
  ///   - open: paths to leave out; see ``FileJournal/openPaths(_:)``.
  ///   - fingerprint: reads a file's fingerprint; called only if a known file of that size is lost.
  /// - Complexity: O(files).
  init(
    _ listing: FolderListing, _ catalogued: [KnownFile], leaving open: Set<RelativePath>,
    fingerprint: (FolderListing.File) -> Int64?
  ) {
    let files = listing.files.filter { !open.contains($0.path) }
    let present = catalogued.filter { !$0.isMissing && !open.contains($0.path) }
    known = Dictionary(present.map { ($0.path, $0) }) { first, _ in first }
    // A file without a decoder in this build is not taken for a photo, but is still there.
    let listed = Set(files.map(\.path)).union(listing.unread.map(\.path))
    let unreadable = Set(listing.unreadable.map(\.path))
    let local = present.filter { !$0.isRemote && !$0.path.isWithin(anyOf: unreadable) }
    presentCount = local.count

    // A file in the place of a known one counts as the known one changed, unless either is recognised as another, or the known
    // one is in the cloud.
    let replaced = files.filter { known[$0.path]?.isDisplaced(by: $0) ?? false }
      .compactMap { known[$0.path] }
    let absent = local.filter { !listed.contains($0.path) }
    var lost = LostFiles(absent + replaced + catalogued.filter(\.isMissing))
    var newcomers: [FolderListing.File] = []
    for file in files where known[file.path]?.isDisplaced(by: file) ?? true {
      if let match = lost.take(sameFileAs: file) {
        recognised.append((match, file))
      } else {
        newcomers.append(file)
      }
    }
    for file in newcomers where lost.hasAny(of: file.signature.byteCount, besides: known[file.path]) {
      if let match = fingerprint(file).flatMap({ lost.take(sameContentAs: file, $0) }) {
        recognised.append((match, file))
      }
    }
    let found = Set(recognised.map(\.known.id))
    let foundAt = Set(recognised.map(\.file.path))
    displaced = replaced.filter { $0.isRemote && !found.contains($0.id) }
    vanished = (absent + replaced.filter { !$0.isRemote && foundAt.contains($0.path) })
      .filter { !found.contains($0.id) }

    for file in vanished + displaced + recognised.map(\.known) where known[file.path]?.id == file.id {
      known[file.path] = nil
    }
    for (match, file) in recognised { known[file.path] = match }
    for file in files {
      guard let known = known[file.path], known.signature == file.signature, known.failure == nil else {
        toProbe.append(file)
        continue
      }
      if !foundAt.contains(file.path) { unchangedCount += 1 }
    }
  }
}

/// Known files that are not in their places, until a listed file matches them.
private struct LostFiles {
  private struct Identity: Hashable {
    let inode: UInt64?
    let signature: FolderListing.File.Signature
  }

  /// The rows of files that none has matched yet.
  private var unmatched: Set<Int64>
  private let byIdentity: [Identity: [KnownFile]]
  private let byPath: [RelativePath: [KnownFile]]
  private let bySize: [Int: [KnownFile]]

  init(_ lost: [KnownFile]) {
    unmatched = Set(lost.map(\.id))
    byIdentity = Dictionary(grouping: lost) { Identity(inode: $0.inode, signature: $0.signature) }
    byPath = Dictionary(grouping: lost, by: \.path)
    bySize = Dictionary(grouping: lost.filter { $0.fingerprint != nil }, by: \.signature.byteCount)
  }

  mutating func take(sameFileAs file: FolderListing.File) -> KnownFile? {
    let identity = Identity(inode: file.identity.number, signature: file.signature)
    let identified =
      byIdentity[identity, default: []]
      + byPath[file.path, default: []].filter { $0.isMissing && $0.signature == file.signature }
    return takeNearest(to: file, among: identified)
  }

  /// Whether files of that size are lost, not counting the known file whose place the new one has taken, unless that is in the
  /// cloud.
  func hasAny(of size: Int, besides place: KnownFile?) -> Bool {
    bySize[size, default: []].contains { unmatched.contains($0.id) && ($0.id != place?.id || $0.isRemote) }
  }

  mutating func take(sameContentAs file: FolderListing.File, _ fingerprint: Int64) -> KnownFile? {
    let alike = bySize[file.signature.byteCount, default: []].filter { $0.fingerprint == fingerprint }
    return takeNearest(to: file, among: alike)
  }

  private mutating func takeNearest(to file: FolderListing.File, among known: [KnownFile]) -> KnownFile? {
    let candidates = known.filter { unmatched.contains($0.id) }
    let nearest =
      candidates.first { $0.path == file.path } ?? candidates.first { $0.path.name == file.path.name }
      ?? candidates.min { $0.path < $1.path }
    if let nearest { unmatched.remove(nearest.id) }
    return nearest
  }
}

/// The catalogue's record of a file, which serves to find it again and to compare it.
struct KnownFile: Sendable {
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
      try KnownFile(
        id: row.decode(atIndex: 0), path: RelativePath(row.decode(Data.self, atIndex: 1)),
        signature: .init(byteCount: row.decode(atIndex: 2), modifiedNanoseconds: row.decode(atIndex: 3)),
        failure: row.decode(String?.self, atIndex: 4),
        inode: row.decode(Int64?.self, atIndex: 5).map { UInt64(bitPattern: $0) },
        fingerprint: row.decode(Int64?.self, atIndex: 6), isMissing: row.decode(atIndex: 7),
        isRemote: row.decode(atIndex: 8))
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
