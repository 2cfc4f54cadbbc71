internal import Foundation
internal import GRDB
internal import GalleryEngine

/// A fetch of albums and lists, which are few and small, and so are read at once.
struct CollectionQuery: Hashable, Sendable {
  enum Place: Hashable, Sendable {
    /// All albums, by title.
    case albums
    /// In the list of that row, in its order; `nil` is in none.
    case list(UInt32?)
    /// Of these identifiers, in this order.
    case identifiers([String])
    /// Albums that hold the asset of this identifier, by title.
    case containing(String)
  }

  let place: Place

  /// Reads the collections.
  func fetch(_ db: Database, for access: ClientAccess) throws -> [PhotoCollection] {
    let client = try access.limit(db)
    let (sql, arguments) = try sql(visibleTo: client).build(db)
    return try Row.fetchAll(db, sql: sql, arguments: arguments).map { PhotoCollection($0) }
  }

  private func sql(visibleTo client: String?) -> SQL {
    let visible: SQL = "AND \(literal: ClientAccess.mayBeSeen(by: client))"
    let columns: SQL = """
      collection.id, collection.identifier, collection.isList, collection.title,
      (SELECT count(*) FROM member JOIN asset ON asset.id = member.asset \(literal: visible)
        WHERE member.collection = collection.id)
      """
    let rest: SQL =
      switch place {
      case .albums: "FROM collection WHERE NOT isList ORDER BY title, id"
      case .list(let row): "FROM collection WHERE parent IS \(row) ORDER BY position, id"
      case .identifiers(let identifiers):
        """
        FROM json_each(\(SQLList.json(identifiers))) AS wanted
        CROSS JOIN collection ON collection.identifier = wanted.value ORDER BY wanted.id
        """
      case .containing(let asset):
        """
        FROM asset JOIN member ON member.asset = asset.id JOIN collection ON collection.id = member.collection
        WHERE asset.identifier = \(asset) \(literal: visible) ORDER BY collection.title, collection.id
        """
      }
    return "SELECT \(literal: columns) \(literal: rest)"
  }
}

extension PhotoCollection {
  fileprivate init(_ row: Row) {
    let isList: Bool = row[2]
    if isList {
      self = .list(CollectionList(localIdentifier: row[1], localizedTitle: row[3], content: .stored(row[0])))
    } else {
      self = .assets(
        AssetCollection(
          localIdentifier: row[1], kind: .album, localizedTitle: row[3], estimatedAssetCount: row[4],
          content: .album(row[0])))
    }
  }

  /// The collection of assets that it is, if it is one.
  var asCollection: AssetCollection? { if case .assets(let collection) = self { collection } else { nil } }
  /// The list that it is, if it is one.
  var asList: CollectionList? { if case .list(let list) = self { list } else { nil } }
}
