internal import Foundation
internal import GRDB
internal import GalleryEngine

extension PhotoLibrary {
  /// Makes all changes that the block requests, or none.
  ///
  ///     try await library.performChanges { changes in
  ///       let album = changes.createAlbum(title: "Lisbon")
  ///       changes.insert(chosen, into: album)
  ///       changes.setFavorite(true, chosen[0])
  ///     }
  ///
  /// If the block deletes assets, the user is asked once. Everything is one transaction: a process that is killed at any moment
  /// leaves all of it or none, and no original is lost. Deleting an asset deletes its original in the library's folder, unless
  /// another asset shows it or the file was replaced since it was indexed; files outside the folder are removed only if a change
  /// says so.
  ///
  /// - Parameter changes: adds the changes; it is called once, before any change is made, and its errors are passed on.
  /// - Throws: ``LibraryError/changeFailed(_:change:reason:)`` says which change cannot be made and why;
  ///   ``LibraryError/changeRefused`` if the user does not agree; ``LibraryError/tooManyMissing(_:missing:of:)`` if assets are
  ///   to be created or deleted, and no known photo is in its place; another `LibraryError` if access is denied, or the
  ///   catalogue cannot be changed.
  public nonisolated(nonsending) func performChanges(
    _ changes: (inout LibraryChanges) throws -> Void
  ) async throws {
    // The block may belong to the caller's actor, so it runs there; the work does not.
    var wanted = LibraryChanges()
    try changes(&wanted)
    try await confirmAndPerform(wanted.steps)
  }

  @concurrent private func confirmAndPerform(_ steps: [LibraryChange]) async throws {
    let doomed = steps.flatMap { step -> [AssetName] in
      if case .deleteAssets(let assets) = step { assets } else { [] }
    }
    if case .client(_, let prompt, _) = access, !doomed.isEmpty {
      let rows = Set(doomed.map(\.row))
      let found = Array(try fetchAssets(withLocalIdentifiers: doomed.map(\.identifier), .all))
      let assets = found.filter { rows.contains($0.row) }
      if !assets.isEmpty, await !prompt.confirmDeletion(of: assets) { throw LibraryError.changeRefused }
    }
    try perform(steps)
  }

  private func perform(_ steps: [LibraryChange]) throws(LibraryError) {
    _ = try database.read { try access.limit($0) }
    guard !steps.isEmpty else { return }
    if steps.contains(where: \.concernsFiles) {
      // If the disk is not connected, nothing can be deleted, and new files would end up in its mount point.
      let missing = try database.read { try FileJournal.unreachable(files, $0) }
      guard missing == 0 else { throw .tooManyMissing(folder, missing: missing, of: missing) }
    }
    var staging = StagedOriginals(files: files, zones: timeZones)
    do throws(LibraryError) {
      for (index, step) in steps.enumerated() {
        guard case .createAsset(let original, let identifier) = step else { continue }
        do { try staging.add(original, for: identifier) } catch {
          throw .changeFailed(index, change: "\(step)", reason: "\(error)")
        }
      }
      try commit(ChangeBlock(steps: steps, staged: staging.originals, files: files, zones: timeZones))
    } catch {
      // Steps that cannot be taken back now are taken back when the library is next opened.
      try? settleJournal()
      staging.discard()
      throw error
    }
    // The block is done; its open steps are settled when the library is next opened.
    try? settleJournal()
  }

  /// Changes the catalogue and the files in one transaction; a block with files records its steps first.
  private func commit(_ block: ChangeBlock) throws(LibraryError) {
    guard block.steps.contains(where: \.concernsFiles) else {
      return try database.write { db in _ = try block.run(as: access.limit(db), db) }
    }
    // Others may change the folder, or settle the journal, between the plan and its execution.
    for _ in 0..<Self.mostPlans {
      let plan = try database.write(durably: true) { db in try block.plan(as: access.limit(db), db) }
      var isOutdated = false
      do throws(LibraryError) {
        return try database.write(durably: true) { db in
          do { try block.carryOut(plan, as: access.limit(db), db) } catch let error as OutdatedStep {
            isOutdated = true
            throw error
          }
        }
      } catch {
        guard isOutdated else { throw error }
        try settleJournal()
      }
    }
    throw .folderBusy(folder)
  }

  private static let mostPlans = 10

  /// Takes back or finishes the open steps of changes: removes the originals of deleted assets, and puts new ones in their
  /// places.
  func settleJournal() throws(LibraryError) {
    guard try database.read(FileJournal.isOpen) else { return }
    let staged = try database.write { db in try FileJournal.settle(db, in: files) }
    for path in staged { files.forget(path) }
  }

  var files: LibraryFiles { LibraryFiles(folder: folder, disk: disk) }
}

/// The reason why a change cannot be made, or why an original cannot be read.
struct ChangeFailure: Error, CustomStringConvertible {
  let description: String
}
