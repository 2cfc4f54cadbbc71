internal import Foundation
internal import GRDB
internal import GalleryEngine

extension PhotoLibrary {
  /// Changes the library: all that the block asks for, or nothing.
  ///
  ///     try await library.performChanges { changes in
  ///       let album = changes.createAlbum(title: "Lisbon")
  ///       changes.insert(chosen, into: album)
  ///       changes.setFavorite(true, chosen[0])
  ///     }
  ///
  /// The user is asked once if anything is to be deleted. Everything is one transaction: a process that is killed at any
  /// moment leaves all of it or none, and no original is lost. What is deleted takes its original in the library's folder
  /// with it, unless another asset shows it or the file was replaced since it was indexed; files outside the folder are
  /// removed only where a change says so.
  ///
  /// - Parameter changes: says what is to be changed; it is called once, before anything is, and what it throws is passed
  ///   on.
  /// - Throws: ``LibraryError/changeFailed(_:change:reason:)`` says which change cannot be made and why;
  ///   ``LibraryError/changeRefused`` if the user does not agree; another `LibraryError` if the library may not be
  ///   changed, or its catalogue cannot.
  public nonisolated(nonsending) func performChanges(
    _ changes: (inout LibraryChanges) throws -> Void
  ) async throws {
    // On the caller's actor, which the block may belong to; the work is not.
    var wanted = LibraryChanges()
    try changes(&wanted)
    try await confirmAndPerform(wanted.steps)
  }

  @concurrent private func confirmAndPerform(_ steps: [LibraryChange]) async throws {
    if case .client(_, let prompt, _) = access {
      let deleted = try assetsToDelete(steps)
      if !deleted.isEmpty {
        guard await prompt.confirmDeletion(of: deleted) else { throw LibraryError.changeRefused }
      }
    }
    try perform(steps)
  }

  private func assetsToDelete(_ steps: [LibraryChange]) throws(LibraryError) -> [Asset] {
    let identifiers: [String] = steps.flatMap { step -> [String] in
      if case .deleteAssets(let identifiers) = step { identifiers } else { [] }
    }
    guard !identifiers.isEmpty else { return [] }
    return Array(
      try fetchAssets(
        withLocalIdentifiers: identifiers, FetchOptions(includeHidden: true, includeAllBurstAssets: true)))
  }

  private func perform(_ steps: [LibraryChange]) throws(LibraryError) {
    _ = try database.read { try access.limit($0) }
    guard !steps.isEmpty else { return }
    var staging = StagedOriginals(folder: folder)
    do throws(LibraryError) {
      for (index, step) in steps.enumerated() {
        guard case .createAsset(let original, let identifier) = step else { continue }
        do { try staging.add(original, for: identifier) } catch {
          throw .changeFailed(index, change: "\(step)", reason: "\(error)")
        }
      }
      onProgress?(.staged)
      try commit(ChangeBlock(steps: steps, staged: staging.originals, files: files))
      onProgress?(.committed)
    } catch {
      // What cannot be taken back now is taken back when the library is opened next.
      try? settleJournal()
      staging.discard()
      throw error
    }
    // The block is done; what is left of its files is settled when the library is opened next.
    try? settleJournal()
  }

  /// Changes the catalogue and the files, in one transaction; where a block concerns files, these are written down before.
  private func commit(_ block: ChangeBlock) throws(LibraryError) {
    guard block.concernsFiles else {
      return try database.write { db in _ = try block.run(as: access.limit(db), db) }
    }
    // Others may change the folder, or settle the journal, between the plan and its execution.
    for _ in 0..<Self.mostPlans {
      let plan = try database.write(durably: true) { db in try block.plan(as: access.limit(db), db) }
      onProgress?(.planned)
      var isOutdated = false
      do throws(LibraryError) {
        return try database.write(durably: true) { db in
          do { try block.carryOut(plan, as: access.limit(db), db) } catch let error as OutdatedStep {
            isOutdated = true
            throw error
          }
          onProgress?(.carriedOut)
        }
      } catch {
        guard isOutdated else { throw error }
        try settleJournal()
      }
    }
    throw .folderBusy(folder)
  }

  private static let mostPlans = 10

  /// Takes back, or finishes, what changes have left to be done with files: removes the originals of deleted assets, and
  /// sees that new ones are in their place.
  ///
  /// Opening, indexing or changing the library finishes what a killed process has left.
  func settleJournal() throws(LibraryError) {
    guard try database.read(FileJournal.isOpen) else { return }
    let staged = try database.write { db in try FileJournal.settle(db, in: files) }
    for path in staged { files.forget(path) }
  }

  var files: LibraryFiles { LibraryFiles(folder: folder) }
}

extension PhotoLibrary {
  /// Writes a promise into the journal, as a kill would leave it: for tests.
  package func reopenJournal(staged: String, path: String) throws(LibraryError) {
    try database.write { db in
      try db.execute(
        sql: "INSERT INTO journal (path, staged) VALUES (CAST(? AS BLOB), CAST(? AS BLOB))",
        arguments: [path, staged])
    }
  }
}

/// How far a block of changes has come: for tests, which end the process there.
package enum ChangeProgress: String, Codable, Sendable, CaseIterable {
  /// New originals are copied into the library's folder.
  case staged
  /// What is to be done with files is written down.
  case planned
  /// Files are where they belong; the transaction that says so is not over.
  case carriedOut
  /// The transaction is over.
  case committed
}

/// Why a change cannot be made.
struct ChangeFailure: Error, CustomStringConvertible {
  let description: String
}
