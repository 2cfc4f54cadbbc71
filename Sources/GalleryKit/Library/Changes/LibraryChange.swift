internal import Foundation
internal import GRDB
internal import GalleryEngine

/// An asset as a change names it.
struct AssetName: Hashable, Sendable {
  let identifier: String
  /// The asset's row, since the identifier of a deleted photo may come back with another photo; `nil` for a placeholder, whose
  /// identifier is random.
  let row: UInt32?

  init(_ asset: any LibraryChanges.AssetNaming) {
    identifier = asset.localIdentifier
    row = (asset as? Asset)?.row
  }
}

/// One change of a library, as a value: objects are named by their identifiers, assets also by their rows.
enum LibraryChange: Sendable, CustomStringConvertible {
  case createAsset(NewOriginal, String)
  case edit(AssetEdit, AssetName)
  case deleteAssets([AssetName])
  case createCollection(isList: Bool, title: String, parent: String?, String)
  case rename(String, String)
  case moveCollection(String, parent: String?, index: Int?)
  case deleteCollections([String])
  case insert([AssetName], album: String, index: Int?)
  case remove([AssetName], album: String)
  case reorder([Int], to: Int, album: String)

  /// Whether it adds or removes files.
  var concernsFiles: Bool {
    switch self {
    case .createAsset, .deleteAssets: true
    default: false
    }
  }

  /// The change in words, for the error of its block.
  var description: String {
    switch self {
    case .createAsset(.file(let path, _), _): "creating an asset from \(path)"
    case .createAsset(.bytes(let data, let name), _):
      "creating an asset from \(data.count) bytes" + (name.map { " named \($0)" } ?? "")
    case .edit(let edit, let asset): "setting the \(edit.property) of asset \(asset.identifier)"
    case .deleteAssets(let assets): "deleting \(assets.count) assets"
    case .createCollection(let isList, let title, _, _):
      "creating the \(isList ? "list" : "album") “\(title)”"
    case .rename(let collection, let title): "renaming \(collection) to “\(title)”"
    case .moveCollection(let collection, _, _): "moving \(collection)"
    case .deleteCollections(let collections): "deleting \(collections.count) collections"
    case .insert(let assets, let album, _): "inserting \(assets.count) assets into album \(album)"
    case .remove(let assets, let album): "removing \(assets.count) assets from album \(album)"
    case .reorder(let indexes, let index, let album):
      "moving \(indexes.count) assets to \(index) in album \(album)"
    }
  }
}

/// The source of a new asset's original.
enum NewOriginal: Sendable {
  case file(String, isRemoved: Bool)
  case bytes(Data, name: String?)
}

enum AssetEdit: Sendable {
  case creationDate(Date)
  case location(Location?)
  case isFavorite(Bool)
  case isHidden(Bool)
  case isUserPick(Bool)
  case adjustments(Adjustments?)

  fileprivate var property: String {
    switch self {
    case .creationDate: "creation date"
    case .location: "location"
    case .isFavorite: "favourite mark"
    case .isHidden: "hidden mark"
    case .isUserPick: "user's pick"
    case .adjustments: "adjustments"
    }
  }
}

struct ChangeBlock {
  let steps: [LibraryChange]
  let staged: [String: StagedOriginals.Original]
  let files: LibraryFiles
  let zones: PhotoTimeZones
  let now = Date()

  /// Makes the changes of a client (`nil` unless its access is limited) in the catalogue, and returns the steps to take with
  /// files, each with the index of its change.
  func run(as client: String?, _ db: Database) throws -> [(step: FileStep, change: Int)] {
    var execution = ChangeExecution(block: self, client: client, db: db)
    let taken: [(step: FileStep, change: Int)] = try steps.enumerated().flatMap { index, step in
      do { return try execution.run(step).map { ($0, index) } } catch let failure as ChangeFailure {
        throw LibraryError.changeFailed(index, change: "\(step)", reason: failure.description)
      }
    }
    // A file from which several photos are created is removed once.
    var known: Set<FileStep> = []
    return taken.filter { known.insert($0.step).inserted }
  }

  /// The recorded steps with files, each with the index of its change.
  typealias Plan = [(entry: FileJournal.Entry, change: Int)]

  /// Plans the steps with files, and records them; the rest of the catalogue stays unchanged.
  func plan(as client: String?, _ db: Database) throws -> Plan {
    var planned: [(step: FileStep, change: Int)] = []
    try db.inSavepoint {
      planned = try run(as: client, db)
      return .rollback
    }
    return zip(try FileJournal.plan(planned.map(\.step), db), planned).map { ($0, $1.change) }
  }

  /// Makes the changes, and carries out the planned steps with files.
  ///
  /// - Throws: ``OutdatedStep`` if the plan no longer matches the steps to take.
  func carryOut(_ plan: Plan, as client: String?, _ db: Database) throws {
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
