internal import Foundation
internal import GRDB
internal import GalleryEngine

/// The time zones of a library's photos, in seconds ahead of UTC: they decide the day on which a photo was taken.
///
/// A photo has the zone that its file states, else that of its place, else the library's. The zone of a place is the whole hour
/// nearest to the sun's: a fifteenth of the longitude. That needs no table of borders and of their history, and is mostly within
/// an hour or two of the clocks there; they differ in summer, and where one zone spans a continent.
struct PhotoTimeZones: Sendable {
  /// The zone of photos that state neither a zone nor a place.
  let library: TimeZone

  /// The zone of a photo by the zone that its file states, its longitude in degrees, or its moment in seconds since 1970.
  func secondsEast(stated: Int?, longitude: Double?, at moment: Double) -> Int {
    stated ?? longitude.map { Int(($0 / 15).rounded()) * 3_600 }
      ?? library.secondsFromGMT(for: Date(timeIntervalSince1970: moment))
  }

  /// The zone of a clock that stated none; it counts seconds since 1970 as if it were in UTC.
  func secondsEast(ofClock clock: Double, longitude: Double?) -> Int {
    let nearby = secondsEast(stated: nil, longitude: longitude, at: clock)
    return secondsEast(stated: nil, longitude: longitude, at: clock - Double(nearby))
  }

  /// Brings the zones of assets up to date with their dates and places.
  ///
  /// - Parameter column: `asset.id`, or `asset.file` for all assets that show a file.
  func renew(_ column: String, _ row: some DatabaseValueConvertible, _ db: Database) throws {
    let assets = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT asset.id, asset.created, asset.latitude, asset.longitude, asset.altitude, file.secondsEast, \
          asset.secondsEast
          FROM asset JOIN file ON file.id = asset.file WHERE \(column) = ?
          """), arguments: [row])
    let update = try db.cachedStatement(sql: "UPDATE asset SET secondsEast = ? WHERE id = ?")
    for asset in assets {
      let zone = try secondsEast(
        stated: asset.decode(Int?.self, atIndex: 5), longitude: Location(asset, at: 2)?.longitude,
        at: asset.decode(atIndex: 1))
      if try zone != asset.decode(Int.self, atIndex: 6) { try update.execute(arguments: [zone, asset[0]]) }
    }
  }
}
