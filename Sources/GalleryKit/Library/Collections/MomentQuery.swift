internal import Foundation
internal import GRDB
internal import GalleryEngine

/// A fetch of moments: photos of one day in one place, the latest first.
///
/// A day is one of UTC, since an asset keeps no time zone. A place is a field of a quarter of a degree, some 28 kilometres
/// from north to south; photos without a location are a place of their own.
enum MomentQuery {
  private static let fieldsPerDegree = 4.0

  /// Reads the moments of all assets that a default fetch finds.
  static func fetch(_ db: Database, for access: ClientAccess) throws -> [AssetCollection] {
    let client = try access.limit(db)
    let visible: SQL = "AND \(literal: ClientAccess.mayBeSeen(by: client))"
    let (sql, arguments) = try SQL(
      """
      SELECT CAST(floor(asset.created / 86400) AS INTEGER) AS day,
        CAST(floor(asset.latitude * \(fieldsPerDegree)) AS INTEGER) AS south,
        CAST(floor(asset.longitude * \(fieldsPerDegree)) AS INTEGER) AS west,
        count(*), min(asset.created), max(asset.created), avg(asset.latitude), avg(asset.longitude)
      FROM asset WHERE asset.isHidden = 0 AND asset.isStacked = 0 \(literal: visible)
      GROUP BY day, south, west ORDER BY max(asset.created) DESC, south, west
      """
    ).build(db)
    return try Row.fetchAll(db, sql: sql, arguments: arguments).map(moment)
  }

  private static func moment(_ row: Row) -> AssetCollection {
    let day: Int = row[0]
    let field: (south: Int, west: Int)? =
      if let south = row[1] as Int?, let west = row[2] as Int? { (south, west) } else { nil }
    let location: Location? =
      if let latitude = row[6] as Double?, let longitude = row[7] as Double? {
        Location(stated: latitude, longitude, altitude: nil)
      } else { nil }
    return AssetCollection(
      localIdentifier: "moment-\(day)" + (field.map { "-\($0.south)-\($0.west)" } ?? ""), kind: .moment,
      estimatedAssetCount: row[3], startDate: Date(timeIntervalSince1970: row[4]),
      endDate: Date(timeIntervalSince1970: row[5]), approximateLocation: location,
      content: .matching(condition(day: day, field: field)))
  }

  private static func condition(day: Int, field: (south: Int, west: Int)?) -> AssetPredicate {
    let dayBegins = Date(timeIntervalSince1970: Double(day) * 86_400)
    return .where { asset in
      let isOfDay =
        asset.creationDate >= dayBegins && asset.creationDate < dayBegins.addingTimeInterval(86_400)
      guard let field else { return isOfDay && !asset.hasLocation }
      let (south, west) = (Double(field.south) / fieldsPerDegree, Double(field.west) / fieldsPerDegree)
      let size = 1 / fieldsPerDegree
      return isOfDay && asset.latitude >= south && asset.latitude < south + size && asset.longitude >= west
        && asset.longitude < west + size
    }
  }
}
