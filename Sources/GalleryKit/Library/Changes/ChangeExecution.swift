internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import OrderedCollections

/// Makes changes within one transaction; after a failure, the caller rolls back.
struct ChangeExecution {
  let block: ChangeBlock
  /// The client of the changes, if its access is limited.
  let client: String?
  let db: Database
  /// The number to try next for each name that new originals want, so that many of one name do not try all that are taken.
  private(set) var nextNumbers: [RelativePath: Int] = [:]

  /// Makes a change in the catalogue, and returns the steps to take with files.
  mutating func run(_ change: LibraryChange) throws -> [FileStep] {
    switch change {
    case .createAsset(_, let identifier): return try createAsset(identifier)
    case .edit(let edit, let asset): try self.edit(edit, row(of: asset))
    case .deleteAssets(let assets):
      return try OrderedSet(assets).compactMap { try delete(row(of: $0)) }
    case .createCollection(let isList, let title, let parent, let identifier):
      try createCollection(identifier, isList: isList, title: title, parent: parent)
    case .rename(let collection, let title):
      try check(title: title)
      try update(collection: try collectionRow(collection), "title = \(title)")
    case .moveCollection(let collection, let parent, let index):
      try move(collection, into: parent, at: index)
    case .deleteCollections(let collections):
      // All are found before the first is deleted, since deleting a list deletes what is in it.
      for row in try OrderedSet(collections).map({ try collectionRow($0) }) {
        try db.execute(literal: "DELETE FROM collection WHERE id = \(row)")
      }
    case .insert(let assets, let album, let index): try insert(assets, into: album, at: index)
    case .remove(let assets, let album): try remove(assets, from: album)
    case .reorder(let indexes, let index, let album): try reorder(indexes, to: index, in: album)
    }
    return []
  }

  /// The asset's row, if the client may see it.
  func row(of asset: AssetName) throws -> UInt32 {
    let query: SQL = """
      SELECT id FROM asset WHERE identifier = \(asset.identifier) AND id = ifnull(\(asset.row), id)
      AND \(literal: ClientAccess.mayBeSeen(by: client))
      """
    guard let row = try SQLRequest<UInt32>(literal: query, cached: true).fetchOne(db) else {
      throw ChangeFailure(
        description: "there is no asset \(asset.identifier) in the library; fetch the assets again")
    }
    return row
  }

  private func edit(_ edit: AssetEdit, _ asset: UInt32) throws {
    let assignment: SQL =
      switch edit {
      case .creationDate(let date): "created = \(try Self.seconds(of: date))"
      case .location(let location):
        """
        latitude = \(location?.latitude), longitude = \(location?.longitude), altitude = \(location?.altitude)
        """
      case .isFavorite(let isFavorite): "isFavorite = \(isFavorite)"
      case .isHidden(let isHidden): "isHidden = \(isHidden)"
      case .isUserPick(let isPicked):
        isPicked ? "burstSelection = burstSelection | 2" : "burstSelection = burstSelection & ~2"
      case .adjustments(let adjustments):
        "adjustments = \(try adjustments?.json), contentRevision = contentRevision + 1"
      }
    try db.execute(literal: "UPDATE asset SET \(literal: assignment) WHERE id = \(asset)")
    switch edit {
    case .creationDate, .location: try block.zones.renew("asset.id", asset, db)
    case .isFavorite, .isHidden, .isUserPick, .adjustments: break
    }
  }

  /// Seconds since 1970, of a date that files and calendars can write.
  private static func seconds(of date: Date) throws -> Double {
    let endOfYear9999 = 253_402_300_800.0
    let seconds = date.timeIntervalSince1970
    guard (Date.distantPast.timeIntervalSince1970..<endOfYear9999).contains(seconds) else {
      throw ChangeFailure(
        description: "expected a date in the years 1 to 9999, found \(seconds) seconds since 1970; "
          + "correct the date")
    }
    return seconds
  }

  private mutating func createAsset(_ identifier: String) throws -> [FileStep] {
    // Every new asset was staged before.
    guard let original = block.staged[identifier] else {
      throw ChangeFailure(description: "its original was not staged")
    }
    let wanted = RelativePath(original.name)
    let path = try block.files.freePath(for: wanted, from: &nextNumbers[wanted, default: 1], db)
    try original.record.at(path).save(db)
    if let client { try ClientAccess.permit([identifier], to: client, db) }
    let file = original.record.file
    return [FileStep(staged: file.path, path: path, signature: file.signature), original.removal]
      .compactMap(\.self)
  }

  private func delete(_ asset: UInt32) throws -> FileStep? {
    let file = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT file.id, file.path, file.byteCount, file.modifiedNanoseconds FROM asset
          JOIN file ON file.id = asset.file WHERE asset.id = ?
          """), arguments: [asset])
    try db.cachedStatement(sql: "DELETE FROM asset WHERE id = ?").execute(arguments: [asset])
    guard let file else { return nil }
    let id = try file.decode(Int64.self, atIndex: 0)
    let isShared = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM asset WHERE file = ? LIMIT 1"), arguments: [id])
    guard isShared == nil else { return nil }
    try db.cachedStatement(sql: "DELETE FROM file WHERE id = ?").execute(arguments: [id])
    let path = try RelativePath(file.decode(Data.self, atIndex: 1))
    let signature = try FolderListing.File.Signature(
      byteCount: file.decode(atIndex: 2), modifiedNanoseconds: file.decode(atIndex: 3))
    // A missing file need not be removed, and a file that has replaced it must not be.
    guard block.files.file(at: path)?.signature == signature else { return nil }
    return FileStep(path: path, signature: signature)
  }
}
