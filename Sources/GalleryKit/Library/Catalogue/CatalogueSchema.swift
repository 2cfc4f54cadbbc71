internal import GRDB
internal import GalleryEngine

/// The tables of a catalogue; a catalogue of another version is refused.
enum CatalogueSchema {
  /// Marks a database as a catalogue: "scrl", as the application ID in SQLite's header.
  static let applicationID: Int64 = 0x7363_726c

  /// The version of the tables, as the user version in SQLite's header; it changes with every change of the tables.
  static let version: Int64 = 1

  /// A definition that every catalogue has in its list of tables.
  static let mark = "CREATE TRIGGER burstGrew AFTER INSERT ON asset"

  static func isEmpty(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0
  }

  /// Makes the tables, unless another connection has made them.
  static func make(_ db: Database) throws {
    guard try isEmpty(db) else { return }
    try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
    for part in [photos, collections, records, assetIndexes, assetTriggers, burstTriggers] {
      try db.execute(sql: part)
    }
  }

  /// The definitions of all tables, indexes and triggers; SQLite does not check that they are still the same.
  static func definitions(_ db: Database) throws -> Set<String> {
    try String.fetchSet(
      db, sql: "SELECT quote(type) || quote(name) || quote(tbl_name) || quote(sql) FROM sqlite_master")
  }

  /// The files and the assets that show them.
  ///
  /// Paths are bytes relative to the library's folder, because not every name is text, and names of different files may be the
  /// same text. A path belongs to one present file, or to any number of missing ones, whose records are kept until they come back.
  /// Dates are seconds since 1970. `modifiedNanoseconds` tells whether a file has changed; it may wrap, so it is only compared.
  /// `inode` and `fingerprint` (see ``ContentFingerprint``) identify a file wherever it is found again. `secondsEast` is the zone of
  /// the clock that told a file's date, `NULL` if none did; an asset's is the zone that decides its day. `overdueDays` counts the
  /// days on which a missing file was found overdue, of which `overdueOn` is the last, in days since 1970.
  ///
  /// Row numbers of `asset` are never reused, so that they are identities. An asset whose date or place differs from its file's was
  /// given its own, and keeps it. `isStacked` marks an asset of a burst that another asset represents. `contentRevision` counts the
  /// changes of an asset's appearance. `isMissing` follows from the file. `url` is the address of an original that is not in the
  /// folder.
  private static let photos = """
    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL,
      byteCount INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      format TEXT NOT NULL,
      hasEmbeddedThumbnail INTEGER NOT NULL,
      created REAL NOT NULL, modified REAL NOT NULL,
      failure TEXT,
      latitude REAL, longitude REAL, altitude REAL,
      inode INTEGER, fingerprint INTEGER,
      secondsEast INTEGER,
      missingSince REAL, overdueDays INTEGER NOT NULL DEFAULT 0, overdueOn INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX fileByPath ON file (path) WHERE missingSince IS NULL;
    CREATE INDEX fileMissing ON file (missingSince) WHERE missingSince IS NOT NULL;
    CREATE TABLE asset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      identifier TEXT NOT NULL UNIQUE,
      file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
      created REAL NOT NULL, modified REAL NOT NULL, secondsEast INTEGER NOT NULL DEFAULT 0,
      isHidden INTEGER NOT NULL DEFAULT 0, isFavorite INTEGER NOT NULL DEFAULT 0,
      isMissing INTEGER NOT NULL DEFAULT 0,
      latitude REAL, longitude REAL, altitude REAL,
      subtypes INTEGER NOT NULL DEFAULT 0,
      burst TEXT, burstSelection INTEGER NOT NULL DEFAULT 0,
      isRepresentative INTEGER NOT NULL DEFAULT 0, isStacked INTEGER NOT NULL DEFAULT 0,
      adjustments TEXT, contentRevision INTEGER NOT NULL DEFAULT 0,
      url TEXT
    ) STRICT;
    CREATE TRIGGER fileMissed AFTER UPDATE OF missingSince ON file BEGIN
      UPDATE asset SET isMissing = NEW.missingSince IS NOT NULL WHERE file = NEW.id;
    END;
    """

  private static let collections = """
    CREATE TABLE collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      identifier TEXT NOT NULL UNIQUE,
      parent INTEGER REFERENCES collection (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      isList INTEGER NOT NULL,
      title TEXT NOT NULL,
      created REAL NOT NULL, modified REAL NOT NULL
    ) STRICT;
    CREATE INDEX collectionByParent ON collection (parent, position);
    CREATE TABLE member (
      collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
      asset INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      PRIMARY KEY (collection, asset)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX memberByPosition ON member (collection, position);
    CREATE INDEX memberByAsset ON member (asset);
    """

  /// A log of changes, a journal of steps with files (see ``FileJournal``), and clients' access.
  private static let records = """
    CREATE TABLE change (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL,
      object INTEGER NOT NULL
    ) STRICT;
    \(logging("collection", .collectionInserted, .collectionUpdated, .collectionDeleted))

    CREATE TABLE journal (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL,
      staged BLOB,
      aside BLOB NOT NULL,
      byteCount INTEGER NOT NULL, modifiedNanoseconds INTEGER NOT NULL,
      isCommitted INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE client (name TEXT PRIMARY KEY, status TEXT NOT NULL) STRICT;
    CREATE TABLE permitted (
      client TEXT NOT NULL REFERENCES client (name) ON DELETE CASCADE,
      asset INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      PRIMARY KEY (client, asset)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX permittedByAsset ON permitted (asset);
    """

  /// The indexes of assets; those by date have the columns that fetches filter by, so that a walk in their order stays within the
  /// index.
  static let assetIndexes = """
    CREATE INDEX assetByCreation ON asset (created, identifier, isHidden, isStacked, isMissing);
    CREATE INDEX assetByModification ON asset (modified, identifier, isHidden, isStacked, isMissing);
    CREATE INDEX assetByFile ON asset (file);
    CREATE INDEX assetByBurst ON asset (burst) WHERE burst IS NOT NULL;
    CREATE INDEX assetFavorite ON asset (created, identifier) WHERE isFavorite = 1;
    CREATE INDEX assetHidden ON asset (created, identifier) WHERE isHidden = 1;
    CREATE INDEX assetBySubtypes ON asset (created, identifier, subtypes) WHERE subtypes <> 0;
    """

  static let assetTriggers = logging("asset", .assetInserted, .assetUpdated, .assetDeleted)

  /// Triggers that log changes of a table's rows.
  private static func logging(
    _ table: String, _ inserted: LoggedChange.Kind, _ updated: LoggedChange.Kind, _ deleted: LoggedChange.Kind
  ) -> String {
    [("INSERT", inserted, "NEW"), ("UPDATE", updated, "NEW"), ("DELETE", deleted, "OLD")]
      .map { event, kind, row in
        """
        CREATE TRIGGER \(kind) AFTER \(event) ON \(table) BEGIN
          INSERT INTO change (kind, object) VALUES (\(kind.rawValue), \(row).id);
        END;
        """
      }.joined(separator: "\n")
  }

  /// Triggers that keep `isRepresentative` and `isStacked` correct after any change of a burst.
  ///
  /// The camera's pick represents a burst, else the first asset that is not missing; the user's picks are shown beside it.
  private static let burstTriggers = """
    CREATE TRIGGER burstGrew AFTER INSERT ON asset WHEN NEW.burst IS NOT NULL BEGIN
      \(restack("NEW.burst"))
    END;
    CREATE TRIGGER burstShrank AFTER DELETE ON asset WHEN OLD.burst IS NOT NULL BEGIN
      \(restack("OLD.burst"))
    END;
    CREATE TRIGGER burstChanged AFTER UPDATE OF burst, burstSelection, created, isMissing ON asset
    WHEN NEW.burst IS NOT NULL OR OLD.burst IS NOT NULL BEGIN
      UPDATE asset SET isRepresentative = 0, isStacked = 0 WHERE id = NEW.id AND burst IS NULL;
      \(restack("OLD.burst"))
      \(restack("NEW.burst"))
    END;
    """

  private static func restack(_ burst: String) -> String {
    let first = """
      (SELECT id FROM asset WHERE burst = \(burst) AND isMissing = 0
        ORDER BY burstSelection & 1 DESC, created, identifier LIMIT 1)
      """
    return """
      UPDATE asset SET isRepresentative = id IS \(first), isStacked = id IS NOT \(first) AND burstSelection & 2 = 0
      WHERE burst = \(burst) AND (isRepresentative <> (id IS \(first))
        OR isStacked <> (id IS NOT \(first) AND burstSelection & 2 = 0));
      """
  }

  /// Drops the indexes and triggers of assets before a million assets are replaced; they are made again afterwards.
  static let withoutAssetIndexes = (assetIndexes + assetTriggers)
    .matches(of: /CREATE (INDEX|TRIGGER) (\w+)/).map { "DROP \($0.1) \($0.2);" }.joined(separator: "\n")
}
