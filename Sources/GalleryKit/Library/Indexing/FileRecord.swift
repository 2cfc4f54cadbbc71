internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// A file's record for the catalogue: its data in the file system, and the probe's result or failure.
struct FileRecord: Sendable {
  private(set) var file: FolderListing.File
  private let zones: PhotoTimeZones
  /// The probe's result; empty for a broken file.
  private(set) var original = ImageInfo(storedSize: PixelSize(width: 0, height: 0), format: .unknown)
  /// The reason why the file cannot be shown, or `nil` if it can.
  private(set) var failure: String?
  /// The identifier for its asset; `nil` derives it from the path.
  private let identifier: String?

  init(
    _ file: FolderListing.File, in folder: String, with probe: OriginalProbe, _ zones: PhotoTimeZones,
    identifier: String? = nil
  ) {
    self.file = file
    self.zones = zones
    self.identifier = identifier
    read(in: folder, with: probe)
    // The probe may have read the fingerprint; it stays unknown if the file cannot be read.
    original.fingerprint = original.fingerprint ?? ContentFingerprint.of(file, in: folder)
  }

  /// Probes a listed file; fails if the file no longer exists.
  ///
  /// A file that was replaced is probed once more, as it is now.
  init?(
    probing file: FolderListing.File, in folder: String, with probe: OriginalProbe, in zones: PhotoTimeZones
  ) {
    self.init(file, in: folder, with: probe, zones)
    guard failure != nil else { return }
    guard let now = FolderListing.file(at: file.path, in: folder) else { return nil }
    if now.identity != file.identity { self.init(now, in: folder, with: probe, zones) }
  }

  func at(_ path: RelativePath) -> FileRecord {
    var record = self
    record.file = FolderListing.File(path: path, status: file.status)
    return record
  }

  private mutating func read(in folder: String, with probe: OriginalProbe) {
    guard let path = file.path.text else {
      failure = "the name is not UTF-8; rename the file"
      return
    }
    do {
      let probed = try probe("\(folder)/\(path)", file.identity)
      guard !probed.storedSize.isEmpty, probed.storedSize.isCredible else {
        failure = "claims a size of \(probed.storedSize) pixels, which no picture has"
        return
      }
      original = probed
    } catch {
      failure = "\(error)"
    }
  }

  /// Writes the file and makes the asset of a new one; assets of a known file keep values that did not come from it.
  func save(_ db: Database) throws {
    let known = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, created, latitude, longitude, altitude FROM file WHERE path = ? AND missingSince IS NULL
          """),
      arguments: [file.path.data])
    try write(db)
    if let known { try updateAssets(db, of: known) } else { try insertAsset(db, file: db.lastInsertedRowID) }
  }

  /// Writes the file's row, in place of the row of a present file at its path.
  func write(_ db: Database) throws {
    let size = original.storedSize.turned(original.orientation)
    let (created, zone) = time
    try db.cachedStatement(sql: Self.writing).execute(unchecked: [
      file.path.data, file.signature.byteCount, file.signature.modifiedNanoseconds,
      Int64(bitPattern: file.identity.number), original.fingerprint, size.width, size.height,
      original.orientation.rawValue, original.format.rawValue, original.hasEmbeddedThumbnail, created, zone,
      modified, failure, original.location?.latitude, original.location?.longitude,
      original.location?.altitude,
    ])
  }

  private static let writing: String = {
    let columns = [
      "path", "byteCount", "modifiedNanoseconds", "inode", "fingerprint", "width", "height", "orientation",
      "format", "hasEmbeddedThumbnail", "created", "secondsEast", "modified", "failure", "latitude",
      "longitude", "altitude",
    ]
    return """
      INSERT INTO file (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      ON CONFLICT (path) WHERE missingSince IS NULL
      DO UPDATE SET \(columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
      """
  }()

  /// Brings the assets of a known file up to date; `known` is the file's earlier row.
  ///
  /// An asset whose date or place is not the file's was given its own, and keeps it; it also keeps the user's pick from a burst.
  private func updateAssets(_ db: Database, of known: Row) throws {
    let id = try known.decode(Int64.self, atIndex: 0)
    let hadPlace = "latitude IS :oldLatitude AND longitude IS :oldLongitude AND altitude IS :oldAltitude"
    try db.cachedStatement(
      sql: """
        UPDATE asset SET modified = :modified, created = iif(created = :oldCreated, :created, created), \
        latitude = iif(\(hadPlace), :latitude, latitude), longitude = iif(\(hadPlace), :longitude, longitude), \
        altitude = iif(\(hadPlace), :altitude, altitude), subtypes = :subtypes, burst = :burst, \
        burstSelection = burstSelection & :userPick | :burstSelection, contentRevision = contentRevision + 1 \
        WHERE file = :file
        """
    ).execute(arguments: [
      "modified": modified, "oldCreated": known[1], "created": time.created,
      "oldLatitude": known[2], "oldLongitude": known[3], "oldAltitude": known[4],
      "latitude": original.location?.latitude, "longitude": original.location?.longitude,
      "altitude": original.location?.altitude, "subtypes": original.mediaSubtypes.rawValue,
      "burst": original.burstIdentifier, "burstSelection": original.burstSelectionTypes.rawValue,
      "userPick": Asset.BurstSelectionTypes.userPick.rawValue, "file": id,
    ])
    try zones.renew("asset.file", id, db)
  }

  private func insertAsset(_ db: Database, file id: Int64) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO asset (identifier, file, created, modified, latitude, longitude, altitude, subtypes, burst, \
        burstSelection, secondsEast) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identifier) DO NOTHING
        """)
    let (created, stated) = time
    let zone = zones.secondsEast(stated: stated, longitude: original.location?.longitude, at: created)
    var attempt = 0
    var wanted = identifier
    repeat {
      try insert.execute(unchecked: [
        wanted ?? LocalIdentifier.of(file.path, attempt: attempt), id, created, modified,
        original.location?.latitude,
        original.location?.longitude, original.location?.altitude, original.mediaSubtypes.rawValue,
        original.burstIdentifier, original.burstSelectionTypes.rawValue, zone,
      ])
      if db.changesCount == 0, wanted == nil, attempt == 0, try adopt(db, file: id) { return }
      if wanted == nil { attempt += 1 }
      wanted = nil
    } while db.changesCount == 0
  }

  /// Gives the file to the asset whose identifier comes from its path, if a repair of the catalogue has lost that asset's file.
  private func adopt(_ db: Database, file id: Int64) throws -> Bool {
    let orphan = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT asset.id, file.id FROM asset JOIN file ON file.id = asset.file
          WHERE asset.identifier = ? AND file.byteCount = \(CatalogueSalvage.unknownByteCount)
          """), arguments: [LocalIdentifier.of(file.path, attempt: 0)])
    guard let orphan else { return false }
    try db.execute(
      sql: "UPDATE asset SET file = ?, modified = ?, isMissing = 0 WHERE id = ?",
      arguments: [id, modified, orphan[0]])
    try db.execute(sql: "DELETE FROM file WHERE id = ?", arguments: [orphan[1]])
    try zones.renew("asset.id", orphan[0] as DatabaseValue, db)
    return true
  }

  /// The photo's time, and the zone of the clock that told it; `nil` for the time of the file's last change, which is no
  /// camera's.
  private var time: (created: Double, secondsEast: Int?) {
    guard let clock = original.captureDate?.timeIntervalSince1970 else {
      return (file.modificationDate.timeIntervalSince1970, nil)
    }
    if let stated = original.captureZone { return (clock, stated) }
    let zone = zones.secondsEast(ofClock: clock, longitude: original.location?.longitude)
    return (clock - Double(zone), zone)
  }
  private var modified: Double { file.modificationDate.timeIntervalSince1970 }
}

extension Statement {
  /// Executes a statement of thousands of rows, with an argument for each of its parameters, which is not checked again each
  /// time.
  fileprivate func execute(unchecked arguments: StatementArguments) throws {
    setUncheckedArguments(arguments)
    try execute()
  }
}
