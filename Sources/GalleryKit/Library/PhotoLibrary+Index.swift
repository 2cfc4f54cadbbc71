internal import Dispatch
internal import Foundation
internal import GRDB
internal import Locking

extension PhotoLibrary {
  /// Brings the catalogue up to date with the folder.
  ///
  /// Probes only files that are new, whose size or modification time has changed, or that could not be read, which may
  /// have become readable without either; it forgets those that are gone. Every batch of files is one transaction: stopped at any point, even by a crash, the catalogue holds whole
  /// files, and the next index goes on from there. The result does not depend on `workers`.
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
    let listing = try FolderListing(of: folder)
    var vanished = try database.read(FileRecord.known)
    var report = IndexReport()
    var toProbe: [FolderListing.File] = []
    var broken: [RelativePath: String] = [:]
    for file in listing.files {
      let known = vanished.removeValue(forKey: file.path)
      if let known, known.signature == file.signature {
        report.unchanged += 1
        guard let failure = known.failure else { continue }
        broken[file.path] = failure
      } else {
        if known == nil { report.added += 1 } else { report.updated += 1 }
      }
      toProbe.append(file)
    }
    let remote = try database.read(FileRecord.remotePaths)
    let gone = vanished.keys.filter { path in
      !remote.contains(path) && !listing.unreadable.contains { path.isWithin($0.path) }
    }
    try forget(gone)
    report.removed = gone.count

    var failures = listing.unreadable
    var done = listing.files.count - toProbe.count
    try progress(done, listing.files.count)
    for start in stride(from: 0, to: toProbe.count, by: Self.batchSize) {
      let batch = Array(toProbe[start...].prefix(Self.batchSize))
      let records = probeAll(batch, with: probe, workers: workers).filter { record in
        // Of a file that is as broken as it was, there is nothing to say.
        guard let failure = broken[record.file.path] else { return true }
        return failure != record.failure
      }
      if !records.isEmpty {
        try database.write { db in
          for record in records { try record.save(db) }
        }
      }
      let mended = records.count { broken[$0.file.path] != nil }
      report.unchanged -= mended
      report.updated += mended
      failures += records.compactMap { record in record.failure.map { (record.file.path, $0) } }
      done += batch.count
      try progress(done, listing.files.count)
    }
    report.failures = Self.told(failures)
    report.unlisted = Self.told(listing.unreadable)
    return report
  }

  private static func told(_ failures: [(path: RelativePath, reason: String)]) -> [LibraryFailure] {
    failures.sorted { $0.path < $1.path }.map { ("\($0.path)", $0.reason) }
  }

  /// Small, so that little is lost to an interruption; a transaction costs far less than probing its files.
  private static let batchSize = 64

  private func forget(_ paths: [RelativePath]) throws(LibraryError) {
    guard !paths.isEmpty else { return }
    try database.write { db in
      let delete = try db.cachedStatement(sql: "DELETE FROM file WHERE path = ?")
      for path in paths { try delete.execute(arguments: [path.data]) }
    }
  }

  /// Probes files on several threads, and returns them in the order they came.
  func probeAll(
    _ files: [FolderListing.File], with probe: @escaping OriginalProbe, workers: Int
  ) -> [FileRecord] {
    let folder = folder
    let next = Locked(0)
    let records = Locked([FileRecord?](repeating: nil, count: files.count))
    DispatchQueue.concurrentPerform(iterations: max(1, workers)) { _ in
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
    return records.withLock { $0.compactMap { $0 } }
  }
}
