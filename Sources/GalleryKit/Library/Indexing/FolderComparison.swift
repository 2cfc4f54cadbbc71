internal import GalleryEngine
internal import SystemCalls

/// What a listing of the folder says of the files that the catalogue knows: which are as they were, which have moved, come
/// back, changed or vanished, and which are new.
///
/// A file is recognised by its size and modification time together with its inode or its path; then by its size and
/// ``ContentFingerprint``. An inode alone says nothing, since file systems give it to the next file. Of several known files
/// that it could be, it is the one of the same path or name first.
struct FolderComparison {
  /// Known files that are there again, or at another path.
  private(set) var recognised: [(known: KnownFile, file: FolderListing.File)] = []
  /// Known files that were there, and are not.
  private(set) var vanished: [KnownFile] = []
  /// New and changed files, and those that could not be read, in the order of their paths.
  private(set) var toProbe: [FolderListing.File] = []
  /// Files that are as they were, whose fingerprint is not known yet.
  private(set) var toFingerprint: [FolderListing.File] = []
  /// What the catalogue knows of the files that are there, by their path now.
  private(set) var known: [RelativePath: KnownFile] = [:]
  /// Files that are where and as they were.
  private(set) var unchangedCount = 0
  /// How many files of the folder the catalogue knows as being there.
  private(set) var presentCount = 0

  /// Compares.
  ///
  /// - Parameters:
  ///   - open: paths of which nothing is concluded; see ``FileJournal/openPaths(_:)``.
  ///   - fingerprint: reads a file's; asked for where a file of that size is looked for.
  /// - Complexity: O(files).
  init(
    _ listing: FolderListing, _ catalogued: [KnownFile], leaving open: Set<RelativePath>,
    fingerprint: (FolderListing.File) -> Int64?
  ) {
    let files = listing.files.filter { !open.contains($0.path) }
    let present = catalogued.filter { !$0.isMissing && !open.contains($0.path) }
    known = Dictionary(present.map { ($0.path, $0) }) { first, _ in first }
    // What a build without its decoder does not take for a photo is still there.
    let listed = Set(files.map(\.path)).union(listing.unread.map(\.path))
    let local = present.filter { file in
      !file.isRemote && !listing.unreadable.contains { file.path.isWithin($0.path) }
    }
    presentCount = local.count

    // A file in the place of a known one is that one changed, unless either is found to be another.
    let displaced = files.filter { known[$0.path]?.isDisplaced(by: $0) ?? false }
    let absent = local.filter { !listed.contains($0.path) }
    var lost = LostFiles(
      absent + displaced.compactMap { known[$0.path] } + catalogued.filter(\.isMissing))
    var newcomers: [FolderListing.File] = []
    for file in files where known[file.path] == nil || known[file.path]?.isDisplaced(by: file) == true {
      if let match = lost.take(sameFileAs: file) {
        recognised.append((match, file))
      } else if known[file.path] == nil {
        newcomers.append(file)
      }
    }
    for file in newcomers where lost.hasAny(of: file.signature.byteCount) {
      if let match = fingerprint(file).flatMap({ lost.take(sameContentAs: file, $0) }) {
        recognised.append((match, file))
      }
    }
    let found = Set(recognised.map(\.known.id))
    let foundAt = Set(recognised.map(\.file.path))
    vanished = absent.filter { !found.contains($0.id) }
    vanished += displaced.filter { foundAt.contains($0.path) }.compactMap { known[$0.path] }
      .filter { !found.contains($0.id) }

    for file in vanished + recognised.map(\.known) where known[file.path]?.id == file.id {
      known[file.path] = nil
    }
    for (match, file) in recognised { known[file.path] = match }
    for file in files {
      guard let known = known[file.path], known.signature == file.signature, known.failure == nil else {
        toProbe.append(file)
        continue
      }
      if known.fingerprint == nil { toFingerprint.append(file) }
      if !foundAt.contains(file.path) { unchangedCount += 1 }
    }
  }
}

/// Known files that are not where they were, to be taken by those who recognise them.
private struct LostFiles {
  private struct Identity: Hashable {
    let inode: UInt64
    let signature: FolderListing.File.Signature
  }

  private var files: [Int64: KnownFile]
  private let byIdentity: [Identity: [Int64]]
  private let byPath: [RelativePath: [Int64]]
  private let bySize: [Int: [Int64]]

  init(_ lost: [KnownFile]) {
    files = Dictionary(lost.map { ($0.id, $0) }) { first, _ in first }
    let identified = lost.compactMap { file in
      file.inode.map { (Identity(inode: $0, signature: file.signature), file.id) }
    }
    byIdentity = Dictionary(grouping: identified, by: \.0).mapValues { $0.map(\.1) }
    byPath = Dictionary(grouping: lost, by: \.path).mapValues { $0.map(\.id) }
    bySize = Dictionary(grouping: lost.filter { $0.fingerprint != nil }, by: \.signature.byteCount)
      .mapValues { $0.map(\.id) }
  }

  mutating func take(sameFileAs file: FolderListing.File) -> KnownFile? {
    let identity = Identity(inode: file.identity.number, signature: file.signature)
    let identified =
      byIdentity[identity, default: []]
      + byPath[file.path, default: []].filter { id in
        files[id]?.isMissing == true && files[id]?.signature == file.signature
      }
    return takeNearest(to: file, among: identified)
  }

  func hasAny(of size: Int) -> Bool { bySize[size, default: []].contains { files[$0] != nil } }

  mutating func take(sameContentAs file: FolderListing.File, _ fingerprint: Int64) -> KnownFile? {
    takeNearest(
      to: file,
      among: bySize[file.signature.byteCount, default: []].filter { files[$0]?.fingerprint == fingerprint })
  }

  private mutating func takeNearest(to file: FolderListing.File, among ids: [Int64]) -> KnownFile? {
    let candidates = ids.compactMap { files[$0] }
    let nearest =
      candidates.first { $0.path == file.path } ?? candidates.first { $0.path.name == file.path.name }
      ?? candidates.min { $0.path < $1.path }
    return nearest.flatMap { files.removeValue(forKey: $0.id) }
  }
}
