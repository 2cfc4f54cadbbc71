internal import Dispatch
internal import Foundation
internal import GRDB
internal import Locking

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder.
  ///
  /// Probes only files that are new, whose size or modification time has changed, or that could not be read, which may
  /// have become readable without either; it forgets those that are gone. Every batch of files is one transaction: stopped at
  /// any point, even by a crash, the catalogue holds whole files, and the next index goes on from there. The result does
  /// not depend on `workers`.
  ///
  /// - Parameters:
  ///   - probe: reads an original.
  ///   - workers: threads that probe; the number of processors by default.
  ///   - progress: is told on the calling thread, after each batch, how many of the folder's photos are done; what
  ///     it throws ends the index and is passed on.
  /// - Throws: `LibraryError` if the folder cannot be listed or the catalogue cannot be written.
  package func index(
    probe: @escaping OriginalProbe, workers: Int = ProcessInfo.processInfo.activeProcessorCount,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> IndexReport {
    try index(listed: { path, _ in try probe(path) }, workers: workers, progress: progress)
  }

  func index(
    listed probe: @escaping ListedProbe, workers: Int,
    progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws -> IndexReport {
    _ = try database.read { try access.limit($0) }
    try settleJournal()
    StagedOriginals.sweep(folder, now: Date(), sparing: try database.read(FileJournal.stagedPaths))
    let listing = try FolderListing(of: folder)
    let known = try database.read(FileRecord.known)
    var report = IndexReport()
    report.removed = try forgetVanished(of: known, listing)

    var failures = listing.unreadable + listing.refused
    report.unlisted = Self.told(failures)
    let toProbe = listing.files.filter { file in
      known[file.path]?.signature != file.signature || known[file.path]?.failure != nil
    }
    report.unchanged = listing.files.count - toProbe.count
    var done = report.unchanged
    try progress(done, listing.files.count)
    for start in stride(from: 0, to: toProbe.count, by: Self.batchSize) {
      let batch = toProbe[start...].prefix(Self.batchSize)
      let records = probeAll(Array(batch), with: probe, workers: workers).filter { record in
        guard let old = known[record.file.path] else {
          report.added += 1
          return true
        }
        // Of a file that is as broken as it was, there is nothing to say.
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
      try progress(done, listing.files.count)
    }
    report.failures = Self.told(failures)
    return report
  }

  /// Forgets files that are gone, but for those in folders that cannot be looked into, and those that are remote.
  private func forgetVanished(
    of known: [RelativePath: FileRecord.Known], _ listing: FolderListing
  ) throws(LibraryError) -> Int {
    let listed = Set(listing.files.map(\.path))
    let remote = try database.read(FileRecord.remotePaths)
    let gone = known.keys.filter { path in
      !listed.contains(path) && !remote.contains(path)
        && !listing.unreadable.contains { path.isWithin($0.path) }
    }
    try forget(gone)
    return gone.count
  }

  private static func told(_ failures: [(path: RelativePath, reason: String)]) -> [LibraryFailure] {
    failures.sorted { $0.path < $1.path }.map { ("\($0.path)", $0.reason) }
  }

  /// Small, so that little is lost to an interruption, and large enough for its files to share the catalogue's pages,
  /// each of which every transaction writes anew.
  private static let batchSize = 256

  private func forget(_ paths: [RelativePath]) throws(LibraryError) {
    guard !paths.isEmpty else { return }
    try database.write { db in
      let promised = try FileJournal.promisedPaths(db)
      let delete = try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
      // What was added while the folder was being listed is there by now, or is promised.
      for path in paths where !promised.contains(path) && FolderListing.file(at: path, in: folder) == nil {
        try delete.execute(arguments: [path.data])
      }
    }
  }

  /// Probes files on several threads, and returns them in the order they came, without those that have gone.
  func probeAll(
    _ files: [FolderListing.File], with probe: @escaping ListedProbe, workers: Int
  ) -> [FileRecord] {
    let folder = folder
    let next = Locked(0)
    let records = Locked([FileRecord?](repeating: nil, count: files.count))
    let work: @Sendable (Int) -> Void = { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < files.count else { return }
        let record = FileRecord(probing: files[index], in: folder, with: probe)
        records.withLock { $0[index] = record }
      }
    }
    if workers <= 1 { work(0) } else { DispatchQueue.concurrentPerform(iterations: workers, execute: work) }
    return records.withLock { $0.compactMap { $0 } }
  }
}
