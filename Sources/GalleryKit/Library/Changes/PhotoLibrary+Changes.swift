internal import Foundation
internal import GRDB

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
      let doomed = try assetsToDelete(steps)
      if !doomed.isEmpty {
        guard await prompt.confirmDeletion(of: doomed) else { throw LibraryError.changeRefused }
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
      let staged = staging.originals
      try database.write { db in
        let execution = ChangeExecution(
          client: try access.limit(db), folder: folder, staged: staged, db: db, now: Date())
        for (index, step) in steps.enumerated() {
          do { try execution.run(step) } catch let failure as ChangeFailure {
            throw LibraryError.changeFailed(index, change: "\(step)", reason: failure.description)
          }
        }
      }
    } catch {
      staging.discard()
      throw error
    }
    try settleJournal()
  }

  /// Does with files what committed changes have promised: moves new originals into their place, and removes those of
  /// deleted assets.
  ///
  /// After a kill, whoever opens, indexes or changes the library next does what is left.
  func settleJournal() throws(LibraryError) {
    guard try database.read(FileJournal.isOpen) else { return }
    let staged = try database.write { db in try FileJournal.settle(db, in: folder) }
    FileJournal.forget(staged, in: folder)
  }
}

extension PhotoLibrary {
  /// Writes a promise into the journal, as a kill would leave it: for tests.
  package func reopenJournal(staged: String, path: String) throws(LibraryError) {
    try database.write { db in
      try FileJournal.place(
        RelativePath(bytes: Array(staged.utf8)), at: RelativePath(bytes: Array(path.utf8)), db)
    }
  }
}

/// Why a change cannot be made.
struct ChangeFailure: Error, CustomStringConvertible {
  let description: String
}
