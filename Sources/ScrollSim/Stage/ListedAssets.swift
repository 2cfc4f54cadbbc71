package import Foundation
package import GalleryKit
internal import Support

/// A change to a library's catalogue alone, which runs make by the thousand; it touches no file and asks no user.
package enum CatalogueEdit: Hashable, Sendable {
  /// Adds a photo that shows the same file as another one.
  case insert(identifier: String, like: String, creationDate: Date)
  case delete(identifier: String)
  /// Moves a photo to the place of its new date.
  case setCreationDate(identifier: String, Date)
  /// Marks a photo as looking different.
  case redraw(identifier: String)
  /// Logs a change of a photo that has not changed.
  case touch(identifier: String)

  /// The statement that makes the edit; an unknown identifier makes none.
  package var statement: CatalogueStatement {
    switch self {
    case .insert(let identifier, let like, let date):
      CatalogueStatement(
        """
        INSERT INTO asset (identifier, file, created, modified)
        SELECT ?, file, ?, modified FROM asset WHERE identifier = ?
        """, [.text(identifier), .number(date.timeIntervalSince1970), .text(like)])
    case .delete(let identifier):
      CatalogueStatement("DELETE FROM asset WHERE identifier = ?", [.text(identifier)])
    case .setCreationDate(let identifier, let date):
      CatalogueStatement(
        "UPDATE asset SET created = ? WHERE identifier = ?",
        [.number(date.timeIntervalSince1970), .text(identifier)])
    case .redraw(let identifier):
      CatalogueStatement(
        "UPDATE asset SET contentRevision = contentRevision + 1 WHERE identifier = ?", [.text(identifier)])
    case .touch(let identifier):
      CatalogueStatement("UPDATE asset SET modified = modified WHERE identifier = ?", [.text(identifier)])
    }
  }
}

/// The photos of a library that changes in memory, in the order of a fetch: the newest first.
package struct ListedAssets: RandomAccessCollection, Sendable {
  /// The photos' rows, in order; a row is never reused.
  package private(set) var rows: [UInt32]
  private var assets: [UInt32: Asset]
  private var byIdentifier: [String: UInt32]
  private var nextRow: UInt32

  package init(_ assets: some Sequence<Asset>) {
    let listed = Array(assets)
    rows = listed.indices.map { UInt32($0 + 1) }
    self.assets = Dictionary(uniqueKeysWithValues: zip(rows, listed))
    byIdentifier = Dictionary(uniqueKeysWithValues: zip(listed.map(\.localIdentifier), rows))
    nextRow = UInt32(listed.count + 1)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { rows.count }

  package subscript(position: Int) -> Asset {
    guard let asset = assets[rows[position]] else {
      preconditionFailure("row \(rows[position]) has no asset")
    }
    return asset
  }

  /// Makes the edits as a catalogue does, and returns the rows that it would log as updated.
  mutating func apply(_ edits: [CatalogueEdit]) -> [UInt32] {
    var updated: [UInt32] = []
    for edit in edits {
      switch edit {
      case .insert(let identifier, let like, let date):
        guard var asset = byIdentifier[like].flatMap({ assets[$0] }) else { continue }
        asset.localIdentifier = identifier
        asset.creationDate = date
        asset.contentRevision = 0
        insert(asset, as: nextRow)
        nextRow += 1
      case .delete(let identifier):
        if let row = byIdentifier[identifier] { _ = remove(row) }
      case .setCreationDate(let identifier, let date):
        if let moved = move(identifier, to: { _ in date }) { updated.append(moved.row) }
      case .redraw(let identifier):
        guard let row = byIdentifier[identifier] else { continue }
        assets[row]?.contentRevision += 1
        updated.append(row)
      case .touch(let identifier):
        if let row = byIdentifier[identifier] { updated.append(row) }
      }
    }
    return updated
  }

  /// Gives a photo a date that may depend on the others'; `nil` if there is no such photo.
  mutating func move(_ identifier: String, to date: (Self) -> Date) -> (row: UInt32, date: Date)? {
    guard let row = byIdentifier[identifier], var asset = remove(row) else { return nil }
    asset.creationDate = date(self)
    insert(asset, as: row)
    return (row, asset.creationDate)
  }

  private mutating func insert(_ asset: Asset, as row: UInt32) {
    assets[row] = asset
    byIdentifier[asset.localIdentifier] = row
    let place = partitioningIndex { other in
      (other.creationDate, other.localIdentifier) <= (asset.creationDate, asset.localIdentifier)
    }
    rows.insert(row, at: place)
  }

  private mutating func remove(_ row: UInt32) -> Asset? {
    rows.removeAll { $0 == row }
    guard let asset = assets.removeValue(forKey: row) else { return nil }
    byIdentifier[asset.localIdentifier] = nil
    return asset
  }
}
