internal import GRDB
internal import GalleryEngine

struct AssetQuery: Hashable, Sendable {
  /// The place of the assets; each place has its own order.
  enum Place: Hashable, Sendable {
    case library
    /// The assets of these identifiers, in this order.
    case identifiers([String])
    /// The assets of these rows, in this order.
    case rows([UInt32])
    /// The album of that row.
    case album(UInt32)
    /// The library, the last added asset first.
    case additions
  }

  var place = Place.library
  /// A condition for all assets of the place, besides that of the options.
  var condition: AssetPredicate?
  var options: FetchOptions
  /// The client whose assets are found; `nil` finds all.
  var client: String?

  /// The query for the assets' rows, in order.
  var sql: SQL {
    let limit = options.fetchLimit > 0 ? "LIMIT \(options.fetchLimit)" : "" as SQL
    return
      "SELECT asset.id \(literal: tables) WHERE \(literal: conditions) \(literal: order) \(literal: limit)"
  }

  private var tables: SQL {
    let source: SQL =
      switch place {
      case .library, .additions: "FROM asset"
      // SQLite keeps the order of cross joins: the list leads, and every asset is one look-up.
      case .identifiers(let identifiers):
        "FROM json_each(\(SQLList.json(identifiers))) AS wanted CROSS JOIN asset ON asset.identifier = wanted.value"
      case .rows(let rows):
        "FROM json_each(\(SQLList.json(rows))) AS wanted CROSS JOIN asset ON asset.id = wanted.value"
      case .album(let row):
        "FROM member CROSS JOIN asset ON asset.id = member.asset AND member.collection = \(row)"
      }
    return asksForFile ? "\(literal: source) JOIN file ON file.id = asset.file" : source
  }

  private var predicates: [AssetPredicate] { [condition, options.predicate].compactMap(\.self) }

  private var asksForFile: Bool {
    predicates.contains(where: \.node.asksForFile)
      || options.sortDescriptors.contains { $0.key.column.isOfFile }
  }

  private var conditions: SQL {
    var parts: [SQL] = []
    if !options.includeHidden { parts.append("asset.isHidden = 0") }
    if !options.includeAllBurstAssets { parts.append("asset.isStacked = 0") }
    parts += predicates.map(\.node.sql)
    parts.append(ClientAccess.mayBeSeen(by: client))
    return parts.joined(separator: " AND ")
  }

  private var order: SQL {
    guard let first = options.sortDescriptors.first else { return naturalOrder }
    let keys = options.sortDescriptors.map { "\($0.key.column.rawValue)\($0.ascending ? "" : " DESC")" }
    return
      "ORDER BY \(sql: keys.joined(separator: ", ")), asset.identifier\(sql: first.ascending ? "" : " DESC")"
  }

  private var naturalOrder: SQL {
    switch place {
    case .library: "ORDER BY asset.created DESC, asset.identifier DESC"
    case .additions: "ORDER BY asset.id DESC"
    case .identifiers, .rows: "ORDER BY wanted.id"
    case .album: "ORDER BY member.position"
    }
  }

  /// Small enough to be read in far less than a frame.
  static let batchSize = 64

  func count(_ db: Database) throws -> Int {
    let counted: SQL =
      options.fetchLimit > 0
      ? "FROM (\(literal: sql))" : "\(literal: tables) WHERE \(literal: conditions)"
    return try SQLRequest<Int>(literal: "SELECT count(*) \(literal: counted)").fetchOne(db) ?? 0
  }

  /// Finds the rows now, and reads the assets on demand.
  func fetch(
    from snapshot: CatalogueSnapshot, for access: ClientAccess, of places: LibraryPlaces
  ) throws(LibraryError) -> FetchResult<Asset> {
    let rows = try snapshot.read { db in
      var query = self
      query.client = try access.limit(db)
      return try query.rows(db)
    }
    let cache = BatchCache<Asset>(
      count: rows.count, batchSize: Self.batchSize,
      load: { range throws(LibraryError) in
        try snapshot.read { db in
          let find = try db.cachedStatement(sql: "SELECT \(Asset.columns) WHERE asset.id = ?")
          return try rows[range].map { id in
            guard let row = try Row.fetchOne(find, arguments: [id]) else {
              throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an asset of a fetch is missing")
            }
            return try Asset(row, of: places)
          }
        }
      }, unreadable: Asset.unreadable)
    return FetchResult(
      count: rows.count, source: .batches(cache),
      origin: FetchOrigin(revision: snapshot.revision, rows: rows) { next throws(LibraryError) in
        try fetch(from: next, for: access, of: places)
      })
  }

  /// The rows, in order.
  ///
  /// The compiler specialises this loop for their type; the one in `fetchAll` is generic, and takes a third longer for a
  /// million rows.
  func rows(_ db: Database) throws -> [UInt32] {
    var rows: [UInt32] = []
    try SQLRequest<UInt32>(literal: sql).fetchCursor(db).forEach({ rows.append($0) })
    return rows
  }
}
