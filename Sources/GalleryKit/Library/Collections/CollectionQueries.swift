internal import Foundation
internal import GRDB
internal import GalleryEngine

/// A fetch of albums and lists, which are few and small, and so are read at once.
enum CollectionQuery: Sendable {
  /// All albums, by title.
  case albums
  /// The collections in the list of that row, in its order; `nil` means in no list.
  case list(UInt32?)
  /// The collections of these identifiers, in this order.
  case identifiers([String])
  /// Albums that hold the asset of this identifier, by title.
  case containing(String)

  func fetch(_ db: Database, for access: ClientAccess) throws -> [PhotoCollection] {
    let visible: SQL = "AND \(literal: ClientAccess.mayBeSeen(by: try access.limit(db)))"
    let columns: SQL = """
      collection.id, collection.identifier, collection.isList, collection.title,
      (SELECT count(*) FROM member JOIN asset ON asset.id = member.asset \(literal: visible)
        WHERE member.collection = collection.id)
      """
    let rest: SQL =
      switch self {
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
    return try SQLRequest<Row>(literal: "SELECT \(literal: columns) \(literal: rest)").fetchAll(db)
      .map { try PhotoCollection($0) }
  }
}

extension PhotoCollection {
  fileprivate init(_ row: Row) throws {
    let number = try row.decode(UInt32.self, atIndex: 0)
    let (name, title) = try (row.decode(String.self, atIndex: 1), row.decode(String.self, atIndex: 3))
    if try row.decode(Bool.self, atIndex: 2) {
      self = .list(CollectionList(localIdentifier: name, localizedTitle: title, content: .stored(number)))
    } else {
      self = try .assets(
        AssetCollection(
          localIdentifier: name, kind: .album, localizedTitle: title,
          estimatedAssetCount: row.decode(Int.self, atIndex: 4), content: .album(number)))
    }
  }

  var asCollection: AssetCollection? { if case .assets(let collection) = self { collection } else { nil } }
  var asList: CollectionList? { if case .list(let list) = self { list } else { nil } }
}

/// A fetch of moments: photos of one day in one place, the latest first.
///
/// Clocks at the photo's place decide the day; see ``PhotoTimeZones``. A place is a square of a quarter of a degree, some
/// 28 kilometres from north to south; photos without a location form their own place.
enum MomentQuery {
  private static let fieldsPerDegree = 4.0

  /// Reads the moments of all assets that a default fetch finds.
  static func fetch(_ db: Database, for access: ClientAccess) throws -> [AssetCollection] {
    let visible = ClientAccess.mayBeSeen(by: try access.limit(db))
    return try SQLRequest<Row>(
      literal: """
        SELECT CAST(floor((asset.created + asset.secondsEast) / 86400) AS INTEGER) AS day,
          CAST(floor(asset.latitude * \(fieldsPerDegree)) AS INTEGER) AS south,
          CAST(floor(asset.longitude * \(fieldsPerDegree)) AS INTEGER) AS west,
          count(*), min(asset.created), max(asset.created), avg(asset.latitude), avg(asset.longitude), NULL
        FROM asset WHERE asset.isHidden = 0 AND asset.isStacked = 0 AND \(literal: visible)
        GROUP BY day, south, west ORDER BY max(asset.created) DESC, south, west
        """
    ).fetchAll(db).map(moment)
  }

  private static func moment(_ row: Row) throws -> AssetCollection {
    let day = try row.decode(Int.self, atIndex: 0)
    let (south, west) = try (row.decode(Int?.self, atIndex: 1), row.decode(Int?.self, atIndex: 2))
    let field: (south: Int, west: Int)? = if let south, let west { (south, west) } else { nil }
    return try AssetCollection(
      localIdentifier: "moment-\(day)" + (field.map { "-\($0.south)-\($0.west)" } ?? ""), kind: .moment,
      estimatedAssetCount: row.decode(Int.self, atIndex: 3),
      startDate: Date(timeIntervalSince1970: row.decode(atIndex: 4)),
      endDate: Date(timeIntervalSince1970: row.decode(atIndex: 5)), approximateLocation: Location(row, at: 6),
      content: .matching(condition(day: day, field: field)))
  }

  private static func condition(day: Int, field: (south: Int, west: Int)?) -> AssetPredicate {
    let dayBegins = Date(timeIntervalSince1970: Double(day) * 86_400)
    return .where { asset in
      let isOfDay =
        asset.localCreationDate >= dayBegins
        && asset.localCreationDate < dayBegins.addingTimeInterval(86_400)
      guard let field else { return isOfDay && !asset.hasLocation }
      let (south, west) = (Double(field.south) / fieldsPerDegree, Double(field.west) / fieldsPerDegree)
      let size = 1 / fieldsPerDegree
      return isOfDay && asset.latitude >= south && asset.latitude < south + size && asset.longitude >= west
        && asset.longitude < west + size
    }
  }
}

extension AssetCollection.SmartAlbum {
  /// The album's English title.
  public var title: String { parts.title }

  /// The album itself.
  public var collection: AssetCollection {
    AssetCollection(
      localIdentifier: "smart-\(rawValue)", kind: .smartAlbum(self), localizedTitle: title,
      content: parts.content)
  }

  private var parts: (title: String, content: AssetCollection.Content) {
    switch self {
    case .library: ("Library", .matching(.all))
    case .recents: ("Recents", .matching(.all, inOrderOfAddition: true))
    case .favorites: ("Favorites", .matching(.where { $0.isFavorite }))
    case .hidden: ("Hidden", .matching(.where { $0.isHidden }))
    case .bursts: ("Bursts", .matching(.where { $0.representsBurst }))
    case .panoramas: ("Panoramas", .matching(.where { $0.mediaSubtypes.contains(.photoPanorama) }))
    case .screenshots: ("Screenshots", .matching(.where { $0.mediaSubtypes.contains(.photoScreenshot) }))
    case .hdr: ("HDR", .matching(.where { $0.mediaSubtypes.contains(.photoHDR) }))
    case .depthEffect: ("Portrait", .matching(.where { $0.mediaSubtypes.contains(.photoDepthEffect) }))
    }
  }
}
