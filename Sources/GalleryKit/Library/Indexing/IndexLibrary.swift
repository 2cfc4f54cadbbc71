internal import Foundation
internal import GRDB
internal import GalleryEngine
package import GalleryImages
package import Support

/// Reads an original's properties for the index, without decoding it.
///
/// It gets the absolute path and the identity of the listed file; another file in its place is an error. It is called on several
/// threads at once, and throws if the file cannot be a photo; people see the error as the reason.
package typealias OriginalProbe =
  @Sendable (_ path: String, _ identity: FileIdentity) throws -> ImageInfo

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder, reading the headers of photos.
  ///
  /// Indexing opens only new files, files whose size or modification time has changed, and files that could not be read before.
  /// Every batch of files is one transaction: after a stop at any point, even by a crash, the catalogue holds whole files, and
  /// the next index goes on from there. A file that cannot be decoded becomes an asset that fails; videos, RAW and other formats
  /// without a decoder become none, and are counted by type in the report.
  ///
  /// A photo whose file is not found is **missing**: no fetch finds it, but its record stays, with its identifier and the user's
  /// changes, until ``PhotoLibrary/IndexOptions/missingAreKeptFor`` is over. A file that returns, or was moved or renamed, is
  /// recognised by its size and modification time together with its inode or its path; then by its size and a hash of samples of
  /// its content. On a file system without lasting inodes, the hash decides.
  ///
  /// Indexing follows no symbolic link to a folder, and none out of the library; it never opens files outside, even if folders
  /// change meanwhile. The report lists links to files that are not followed, and entries that cannot be read.
  ///
  /// - Parameters:
  ///   - options: the reading threads, and what becomes of missing photos.
  ///   - progress: told on the calling thread how many of the folder's photos are done; its errors end the index, and are passed
  ///     on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written;
  ///   ``LibraryError/tooManyMissing(_:missing:of:)`` if most known photos are missing, as in the empty folder of a missing disk,
  ///   unless ``PhotoLibrary/IndexOptions/acceptsMissing``; nothing is changed then.
  /// - Complexity: a few system calls for each file in the folder, and for each opened one about 50 KB of reading, besides
  ///   metadata after its first 16 KB.
  public func index(
    _ options: IndexOptions = IndexOptions(),
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> IndexReport {
    try index(options, probe: Self.readHeader, progress: progress)
  }

  package static let readHeader: OriginalProbe = { path, identity in
    do throws(CodecError) {
      return try ImageProbe.probe(path: path, expecting: identity)
    } catch {
      // Without its path, which the catalogue knows anyway.
      throw ChangeFailure(description: error.reason)
    }
  }

  package func index(
    _ options: IndexOptions = IndexOptions(), probe: @escaping OriginalProbe,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> IndexReport {
    _ = try database.read { try access.limit($0) }
    let now = options.now ?? Date()
    try settleJournal()
    // Locked for writing, so that no steps are planned meanwhile.
    try database.write { db in
      StagedOriginals.sweep(folder, now: now, sparing: try FileJournal.stagedPaths(db))
    }
    let listing = try FolderListing(of: folder)
    let (known, open) = try database.read { db in try (KnownFile.all(db), FileJournal.openPaths(db)) }
    let comparison = FolderComparison(listing, known, leaving: open) { ContentFingerprint.of($0, in: folder) }
    guard options.acceptsMissing || comparison.vanished.count * 2 <= comparison.presentCount else {
      throw LibraryError.tooManyMissing(
        folder, missing: comparison.vanished.count, of: comparison.presentCount)
    }
    var report = try reunite(comparison, of: listing, at: now)
    report.purged = try purge(at: now, after: options.missingAreKeptFor)

    var failures = listing.unreadable + listing.refused
    report.unlisted = Self.told(failures)
    report.notShown = listing.unreadCounts
    report.unchanged = comparison.unchangedCount
    let total = listing.files.count
    var done = total - comparison.toProbe.count
    try progress(done, total)
    for start in stride(from: 0, to: comparison.toProbe.count, by: Self.batchSize) {
      let batch = comparison.toProbe[start...].prefix(Self.batchSize)
      let records = probeAll(Array(batch), with: probe, workers: options.workers).filter { record in
        guard let old = comparison.known[record.file.path] else {
          report.added += 1
          return true
        }
        // A file that is as broken as before counts as unchanged.
        let isChanged = old.signature != record.file.signature || old.failure != record.failure
        if isChanged { report.updated += 1 } else { report.unchanged += 1 }
        return isChanged
      }
      if !records.isEmpty {
        try database.write { db in
          for record in records { try record.save(db) }
        }
      }
      failures += records.compactMap { record in record.failure.map { (record.file.path, $0) } }
      done += batch.count
      try progress(done, total)
    }
    report.failures = Self.told(failures)
    return report
  }

  /// Marks vanished files as missing, and gives recognised files their paths, in one transaction.
  private func reunite(
    _ comparison: FolderComparison, of listing: FolderListing, at now: Date
  ) throws(LibraryError) -> IndexReport {
    var report = IndexReport()
    let moving = comparison.vanished + comparison.displaced + comparison.recognised.map(\.known)
    guard !moving.isEmpty else { return report }
    let taken = Set(comparison.recognised.map(\.file.path))
    let listed = Set(listing.files.map(\.identity))
    try database.write { db in
      let open = try FileJournal.openPaths(db)
      let miss = try db.cachedStatement(
        sql: "UPDATE file SET missingSince = ? WHERE id = ? AND missingSince IS NULL")
      for file in comparison.vanished where !open.contains(file.path) {
        // A file that was added during the listing is there by now. A file that was listed by another name does not count: a
        // disk that ignores case finds it by its old name, too.
        if !taken.contains(file.path), let found = FolderListing.file(at: file.path, in: folder),
          !listed.contains(found.identity)
        {
          continue
        }
        try miss.execute(arguments: [now.timeIntervalSince1970, file.id])
        report.missing += db.changesCount
      }
      for file in comparison.displaced {
        try FileJournal.move(file.path, to: files.freePath(for: file.path, db), db)
      }
      // All paths are free before the first is given, so that two files may change places.
      for (file, _) in comparison.recognised {
        try miss.execute(arguments: [now.timeIntervalSince1970, file.id])
      }
      let find = try db.cachedStatement(
        sql: """
          UPDATE OR IGNORE file SET path = ?, inode = ?, missingSince = NULL, overdueDays = 0, overdueOn = NULL \
          WHERE id = ?
          """)
      for (known, file) in comparison.recognised {
        try find.execute(arguments: [file.path.data, Int64(bitPattern: file.identity.number), known.id])
        if known.isMissing {
          report.returned += db.changesCount
        } else if known.path != file.path {
          report.moved += db.changesCount
        }
      }
    }
    return report
  }

  /// Deletes the records of files that have been missing for too long, with the user's changes to their photos.
  ///
  /// The clock may be wrong, so a record is deleted only after it was found overdue on several days. An index that finds it not
  /// overdue resets the count.
  private func purge(at now: Date, after time: TimeInterval) throws(LibraryError) -> Int {
    let due = now.timeIntervalSince1970 - time
    let today = Int64((now.timeIntervalSince1970 / 86_400).rounded(.down))
    let isNewlyOverdue: SQL = "missingSince <= \(due) AND overdueOn IS NOT \(today)"
    let isNotOverdue: SQL = "missingSince > \(due) AND overdueOn IS NOT NULL"
    // If nothing is kept, one day is enough, whatever the clock says.
    let isOver: SQL = "missingSince <= \(due) AND overdueDays >= \(time > 0 ? Self.overdueDays : 1)"
    let change: SQL = """
      SELECT 1 FROM file
      WHERE \(literal: isNewlyOverdue) OR \(literal: isNotOverdue) OR \(literal: isOver) LIMIT 1
      """
    guard try database.read({ try SQLRequest<Int>(literal: change).fetchOne($0) }) != nil else { return 0 }
    return try database.write { db in
      try db.execute(
        literal: """
          UPDATE file SET overdueDays = overdueDays + 1, overdueOn = \(today) WHERE \(literal: isNewlyOverdue);
          UPDATE file SET overdueDays = 0, overdueOn = NULL WHERE \(literal: isNotOverdue)
          """)
      try db.execute(literal: "DELETE FROM file WHERE \(literal: isOver)")
      return db.changesCount
    }
  }

  /// The days on which a record must be found overdue before it is deleted.
  private static let overdueDays = 3

  private static func told(_ failures: [(path: RelativePath, reason: String)]) -> [Failure] {
    failures.sorted { $0.path < $1.path }.map { ("\($0.path)", $0.reason) }
  }

  /// Small, so that an interruption loses little, and large enough for its files to share the catalogue's pages, which every
  /// transaction rewrites.
  private static let batchSize = 256

  /// Probes files on several threads, and returns their records in order, without files that no longer exist.
  func probeAll(
    _ files: [FolderListing.File], with probe: @escaping OriginalProbe, workers: Int
  ) -> [FileRecord] {
    files.concurrentMap(workers: workers) { [folder, timeZones] in
      FileRecord(probing: $0, in: folder, with: probe, in: timeZones)
    }
    .compactMap { $0 }
  }
}
