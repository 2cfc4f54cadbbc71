internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import SystemCalls

/// A file as the catalogue remembers it: what the file system said, and what a probe read or why it could not.
struct FileRecord: Sendable {
  let file: FolderListing.File
  /// What the probe read; of a broken file, nothing.
  private(set) var original = ProbedOriginal(storedSize: PixelSize(width: 0, height: 0), format: .unknown)
  /// Why the file cannot be shown, or `nil` if it can.
  private(set) var failure: String?

  /// By which it is found again; `nil` if it cannot be read.
  private(set) var fingerprint: Int64?

  /// The identifier that its asset is to have; `nil` leaves it to the path.
  private(set) var identifier: String?

  /// Describes a file that was probed.
  init(
    _ file: FolderListing.File, _ original: ProbedOriginal, fingerprint: Int64?, identifier: String
  ) {
    self.file = file
    self.original = original
    self.fingerprint = fingerprint
    self.identifier = identifier
  }

  /// Probes a file that was listed, or fails if it has gone since.
  ///
  /// One that was replaced is looked at once more as what it is now.
  init?(probing file: FolderListing.File, in folder: String, with probe: OriginalProbe) {
    self.init(file, in: folder, probe)
    guard failure != nil else { return }
    guard let now = FolderListing.file(at: file.path, in: folder) else { return nil }
    if now.identity != file.identity { self.init(now, in: folder, probe) }
  }

  private init(_ file: FolderListing.File, in folder: String, _ probe: OriginalProbe) {
    self.file = file
    fingerprint = ContentFingerprint.of(file, in: folder)
    guard let path = file.path.text else {
      failure = "the name is not UTF-8; rename the file"
      return
    }
    do {
      let probed = try probe("\(folder)/\(path)", file.identity)
      guard !probed.storedSize.isEmpty, probed.storedSize.megapixels < Self.largestMegapixels else {
        failure = "claims a size of \(probed.storedSize) pixels, which no picture has"
        return
      }
      original = probed
    } catch {
      failure = "\(error)"
    }
  }

  /// Keeps sums of sizes over a million assets within an `Int`, whatever a broken header claims.
  private static let largestMegapixels = 1_000_000.0

  /// Writes the file; a new one gets its asset, those of a known one keep what they did not have from it.
  func save(_ db: Database) throws {
    if let id = try insert(db) {
      try insertAsset(db, file: id)
    } else {
      try update(db)
    }
  }

  /// Writes a file that is not known, without an asset, and returns its row; or `nil` where it is known.
  func insert(_ db: Database) throws -> Int64? {
    try db.cachedStatement(
      sql: """
        INSERT INTO file (byteCount, modifiedNanoseconds, width, height, orientation, format, hasEmbeddedThumbnail, \
        created, modified, failure, latitude, longitude, altitude, inode, fingerprint, path) \
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) \
        ON CONFLICT (path) WHERE missingSince IS NULL DO NOTHING
        """
    ).execute(arguments: arguments)
    return db.changesCount == 0 ? nil : db.lastInsertedRowID
  }

  /// Writes what is new of a known file.
  ///
  /// An asset whose date or place is not the file's was given one of its own, and keeps it; so it does what the user
  /// picked from a burst.
  private func update(_ db: Database) throws {
    let known = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, created, latitude, longitude, altitude FROM file WHERE path = ? AND missingSince IS NULL
          """),
      arguments: [file.path.data])
    guard let known else { return }
    try db.cachedStatement(
      sql: """
        UPDATE file SET byteCount = ?, modifiedNanoseconds = ?, width = ?, height = ?, orientation = ?, format = ?, \
        hasEmbeddedThumbnail = ?, created = ?, modified = ?, failure = ?, latitude = ?, longitude = ?, altitude = ?, \
        inode = ?, fingerprint = ? WHERE path = ? AND missingSince IS NULL
        """
    ).execute(arguments: arguments)
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
      "modified": modified, "oldCreated": known[1] as Double, "created": created,
      "oldLatitude": known[2] as Double?, "oldLongitude": known[3] as Double?,
      "oldAltitude": known[4] as Double?,
      "latitude": original.location?.latitude, "longitude": original.location?.longitude,
      "altitude": original.location?.altitude, "subtypes": original.mediaSubtypes.rawValue,
      "burst": original.burstIdentifier, "burstSelection": original.burstSelectionTypes.rawValue,
      "userPick": Asset.BurstSelectionTypes.userPick.rawValue, "file": known[0] as Int64,
    ])
  }

  private func insertAsset(_ db: Database, file id: Int64) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO asset (identifier, file, created, modified, latitude, longitude, altitude, subtypes, burst, \
        burstSelection) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identifier) DO NOTHING
        """)
    var attempt = 0
    var wanted = identifier
    repeat {
      try insert.execute(arguments: [
        wanted ?? LocalIdentifier.of(file.path, attempt: attempt), id, created, modified,
        original.location?.latitude,
        original.location?.longitude, original.location?.altitude, original.mediaSubtypes.rawValue,
        original.burstIdentifier, original.burstSelectionTypes.rawValue,
      ])
      if wanted == nil { attempt += 1 }
      wanted = nil
    } while db.changesCount == 0
  }

  private var created: Double { (original.captureDate ?? file.modificationDate).timeIntervalSince1970 }
  private var modified: Double { file.modificationDate.timeIntervalSince1970 }

  private var arguments: StatementArguments {
    let size = original.storedSize.turned(original.orientation)
    return [
      file.signature.byteCount, file.signature.modifiedNanoseconds, size.width, size.height,
      original.orientation.rawValue, original.format.rawValue, original.hasEmbeddedThumbnail, created,
      modified,
      failure, original.location?.latitude, original.location?.longitude, original.location?.altitude,
      Int64(bitPattern: file.identity.number), fingerprint, file.path.data,
    ]
  }
}
