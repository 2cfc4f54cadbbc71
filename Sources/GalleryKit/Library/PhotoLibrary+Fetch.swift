internal import Foundation
internal import GRDB

extension PhotoLibrary {
  /// Finds assets, by default all that are not hidden, newest first.
  ///
  /// The result shows the library as it is now, whatever changes later. As long as it lives, the catalogue keeps what
  /// it shows: its `-wal` file grows with what is written in the meantime, and shrinks again afterwards.
  ///
  /// - Parameter options: which assets, and in what order.
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  /// - Complexity: O(assets) steps in an index, and about a tenth of a byte of memory for each.
  public func fetchAssets(_ options: FetchOptions = FetchOptions()) throws(LibraryError) -> FetchResult {
    let catalogue = catalogue
    do {
      let fetch = try Fetch(options, of: database.snapshot(), in: places)
      return FetchResult(count: fetch.count, batchSize: Fetch.batchSize) { range throws(LibraryError) in
        do { return try fetch.load(range) } catch { throw LibraryError(error, catalogue: catalogue) }
      }
    } catch {
      throw LibraryError(error, catalogue: catalogue)
    }
  }
}

/// A fetch's order over one state of the catalogue.
///
/// SQLite has no way to go to the n-th row of an index but to count. So the index is walked once, when the fetch is
/// made, and the place at which every batch begins is noted: 24 bytes for 256 assets. From there a batch is one
/// seek. The open snapshot guarantees that places and rows still fit together later.
private struct Fetch: Sendable {
  /// Where a batch begins in the index.
  private struct Place {
    let date: Double
    let identifier: String
  }

  static let batchSize = 256

  let count: Int
  private let snapshot: DatabaseSnapshot
  private let libraryPlaces: LibraryPlaces
  private let places: [Place]
  private let loading: String

  init(_ options: FetchOptions, of snapshot: DatabaseSnapshot, in libraryPlaces: LibraryPlaces) throws {
    self.snapshot = snapshot
    self.libraryPlaces = libraryPlaces
    let date = options.sortKey == .creationDate ? "asset.created" : "asset.modified"
    let (isFrom, direction) = options.order == .newestFirst ? ("<=", "DESC") : (">=", "ASC")
    let isFound = options.includeHidden ? "TRUE" : "asset.isHidden = 0"
    let order = "ORDER BY \(date) \(direction), asset.identifier \(direction)"
    let rest = "(\(date), asset.identifier) \(isFrom) (?, ?) AND \(isFound)"
    loading = "SELECT \(Asset.columns) WHERE \(rest) \(order) LIMIT ?"

    let limit = options.fetchLimit > 0 ? options.fetchLimit : Int.max
    (places, count) = try snapshot.read { db in
      let place = "SELECT \(date), asset.identifier FROM asset WHERE"
      let step = try db.makeStatement(sql: "\(place) \(rest) \(order) LIMIT 1 OFFSET \(Self.batchSize)")
      var places: [Place] = []
      var next = try Row.fetchOne(db, sql: "\(place) \(isFound) \(order) LIMIT 1")
      while let row = next, places.count * Self.batchSize < limit {
        let place = Place(date: row[0], identifier: row[1])
        places.append(place)
        next = try Row.fetchOne(step, arguments: [place.date, place.identifier])
      }
      guard let last = places.last else { return (places, 0) }
      let remainder = try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM asset WHERE \(rest) \(order) LIMIT \(Self.batchSize))",
        arguments: [last.date, last.identifier])
      return (places, min(limit, (places.count - 1) * Self.batchSize + (remainder ?? 0)))
    }
  }

  /// Reads the assets of one batch, or the beginning of one.
  func load(_ range: Range<Int>) throws -> [Asset] {
    let place = places[range.lowerBound / Self.batchSize]
    return try snapshot.read { db in
      let rows = try Row.fetchCursor(
        db.cachedStatement(sql: loading), arguments: [place.date, place.identifier, range.count])
      var assets: [Asset] = []
      assets.reserveCapacity(range.count)
      while let row = try rows.next() { assets.append(Asset(row, of: libraryPlaces)) }
      guard assets.count == range.count else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "assets of a fetch are missing")
      }
      return assets
    }
  }
}
