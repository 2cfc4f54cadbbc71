internal import Foundation
internal import GRDB
internal import GalleryEngine

/// A block of changes, and what it does with files.
struct ChangeBlock {
  let steps: [LibraryChange]
  let staged: [String: StagedOriginals.Original]
  let files: LibraryFiles
  let now = Date()

  /// A step with a file, and which change it belongs to.
  struct PlannedFile {
    let entry: FileJournal.Entry
    let change: Int
  }

  /// Whether any change has to do with files.
  var concernsFiles: Bool {
    steps.contains { step in
      switch step {
      case .createAsset, .deleteAssets: true
      default: false
      }
    }
  }

  /// Makes the changes in the catalogue.
  ///
  /// - Parameter client: whose changes they are, if only some assets may be seen.
  /// - Returns: what is to be done with files, and for which change.
  func run(as client: String?, _ db: Database) throws -> [(step: FileStep, change: Int)] {
    let execution = ChangeExecution(client: client, files: files, staged: staged, db: db, now: now)
    return try steps.enumerated().flatMap { index, step in
      do { return try execution.run(step).map { ($0, index) } } catch let failure as ChangeFailure {
        throw LibraryError.changeFailed(index, change: "\(step)", reason: failure.description)
      }
    }
  }

  /// Finds out what is to be done with files, and writes it down; the rest of the catalogue stays as it is.
  func plan(as client: String?, _ db: Database) throws -> [PlannedFile] {
    var planned: [(step: FileStep, change: Int)] = []
    try db.inSavepoint {
      planned = try run(as: client, db)
      return .rollback
    }
    let entries = try FileJournal.plan(planned.map(\.step), db)
    return zip(entries, planned).map { PlannedFile(entry: $0, change: $1.change) }
  }

  /// Makes the changes, and does with files what was planned.
  ///
  /// - Throws: ``OutdatedStep`` where the plan is not what there is to be done any more.
  func carryOut(_ plan: [PlannedFile], as client: String?, _ db: Database) throws {
    guard try run(as: client, db).map(\.step) == plan.map(\.entry.step) else { throw OutdatedStep() }
    for file in plan {
      do { try FileJournal.carryOut(file.entry, in: files, db) } catch let failure as ChangeFailure {
        throw LibraryError.changeFailed(
          file.change, change: "\(steps[file.change])", reason: failure.description)
      }
    }
    files.sync(foldersOf: plan.map(\.entry.step.path))
  }
}
