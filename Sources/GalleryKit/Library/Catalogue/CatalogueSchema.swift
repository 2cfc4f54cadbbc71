internal import GRDB
internal import GalleryEngine

/// The tables of a catalogue, and every migration from an empty file to them; a published migration never changes.
enum CatalogueSchema {
  /// Marks a database as a catalogue: "scrl", as the application ID in SQLite's header.
  static let applicationID: Int64 = 0x7363_726c

  /// A definition that every catalogue has in its list of tables.
  static let mark = "CREATE TRIGGER burstGrew AFTER INSERT ON asset"

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("files and assets") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: firstTables)
    }
    // Since this step, smaller pictures in the list of the Multi-Picture Format count as embedded thumbnails, so all JPEGs are
    // read again: no file has the time that is set here.
    migrator.registerMigration("multi-picture previews") { db in
      try db.execute(
        sql: "UPDATE file SET modifiedNanoseconds = ~modifiedNanoseconds WHERE format LIKE 'jpeg%'")
    }
    migrator.registerMigration("remote originals") { db in
      // The URL of an original that is not in the folder.
      try db.execute(sql: "ALTER TABLE asset ADD COLUMN url TEXT")
    }
    migrator.registerMigration("object model") { db in
      try db.execute(sql: objectModel)
      try db.execute(sql: objectModelIndexes)
      try db.execute(sql: assetTriggers)
      try db.execute(sql: burstTriggers(among: "TRUE", after: "burst, burstSelection, created"))
    }
    migrator.registerMigration("missing originals") { db in
      try db.execute(sql: missingOriginals)
      try db.execute(sql: "DROP INDEX assetByCreation; DROP INDEX assetByModification")
      try db.execute(sql: dateIndexes)
      try db.execute(sql: "DROP TRIGGER burstGrew; DROP TRIGGER burstShrank; DROP TRIGGER burstChanged")
      try db.execute(
        sql: burstTriggers(among: "isMissing = 0", after: "burst, burstSelection, created, isMissing"))
    }
    migrator.registerMigration("time zones and overdue files") { db in
      try db.execute(sql: timeZones)
      // The user's pick no longer represents a burst.
      try db.execute(sql: "DROP TRIGGER burstGrew; DROP TRIGGER burstShrank; DROP TRIGGER burstChanged")
      try db.execute(
        sql: burstTriggers(among: "isMissing = 0", after: "burst, burstSelection, created, isMissing"))
      try db.execute(sql: "UPDATE asset SET burst = burst WHERE burst IS NOT NULL")
    }
    return migrator
  }

  /// The tables of the first schema.
  ///
  /// Paths are bytes relative to the library's folder, because not every name is text, and names of different files may be the
  /// same text. Dates are seconds since 1970. `modifiedNanoseconds` tells whether a file has changed; it may wrap, so it is only
  /// compared.
  private static let firstTables = """
    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      byteCount INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      format TEXT NOT NULL,
      hasEmbeddedThumbnail INTEGER NOT NULL,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      failure TEXT
    ) STRICT;
    CREATE TABLE asset (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL UNIQUE,
      file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      isHidden INTEGER NOT NULL DEFAULT 0,
      isFavorite INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX assetByCreation ON asset (created, identifier, isHidden);
    CREATE INDEX assetByModification ON asset (modified, identifier, isHidden);
    CREATE INDEX assetByFile ON asset (file);
    """

  /// The tables of a photo library: assets with all their properties, collections, a log of changes, a journal of files, and
  /// clients' access.
  ///
  /// Row numbers of `asset` are never reused, so that they are identities. `latitude` and the other new columns of `file` come
  /// from its original; an asset whose values differ was given its own, and keeps them. `isStacked` marks an asset of a burst
  /// that another asset represents. `contentRevision` counts the changes of an asset's appearance. All files are read again, for
  /// values that were not read before.
  private static let objectModel = """
    ALTER TABLE file ADD COLUMN latitude REAL;
    ALTER TABLE file ADD COLUMN longitude REAL;
    ALTER TABLE file ADD COLUMN altitude REAL;
    UPDATE file SET modifiedNanoseconds = ~modifiedNanoseconds;

    CREATE TABLE wholeAsset (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      identifier TEXT NOT NULL UNIQUE,
      file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      isHidden INTEGER NOT NULL DEFAULT 0,
      isFavorite INTEGER NOT NULL DEFAULT 0,
      latitude REAL,
      longitude REAL,
      altitude REAL,
      subtypes INTEGER NOT NULL DEFAULT 0,
      burst TEXT,
      burstSelection INTEGER NOT NULL DEFAULT 0,
      isRepresentative INTEGER NOT NULL DEFAULT 0,
      isStacked INTEGER NOT NULL DEFAULT 0,
      adjustments TEXT,
      contentRevision INTEGER NOT NULL DEFAULT 0,
      url TEXT
    ) STRICT;
    INSERT INTO wholeAsset (id, identifier, file, created, modified, isHidden, isFavorite, url)
      SELECT id, identifier, file, created, modified, isHidden, isFavorite, url FROM asset;
    DROP TABLE asset;
    ALTER TABLE wholeAsset RENAME TO asset;

    CREATE TABLE collection (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      identifier TEXT NOT NULL UNIQUE,
      parent INTEGER REFERENCES collection (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      isList INTEGER NOT NULL,
      title TEXT NOT NULL,
      created REAL NOT NULL,
      modified REAL NOT NULL
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

    CREATE TABLE change (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      kind INTEGER NOT NULL,
      object INTEGER NOT NULL
    ) STRICT;
    CREATE TRIGGER collectionInserted AFTER INSERT ON collection BEGIN
      INSERT INTO change (kind, object) VALUES (4, NEW.id);
    END;
    CREATE TRIGGER collectionUpdated AFTER UPDATE ON collection BEGIN
      INSERT INTO change (kind, object) VALUES (5, NEW.id);
    END;
    CREATE TRIGGER collectionDeleted AFTER DELETE ON collection BEGIN
      INSERT INTO change (kind, object) VALUES (6, OLD.id);
    END;

    CREATE TABLE journal (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL,
      staged BLOB,
      byteCount INTEGER,
      modifiedNanoseconds INTEGER
    ) STRICT;

    CREATE TABLE client (
      name TEXT PRIMARY KEY,
      status TEXT NOT NULL
    ) STRICT;
    CREATE TABLE permitted (
      client TEXT NOT NULL REFERENCES client (name) ON DELETE CASCADE,
      asset INTEGER NOT NULL REFERENCES asset (id) ON DELETE CASCADE,
      PRIMARY KEY (client, asset)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX permittedByAsset ON permitted (asset);
    """

  /// The tables that keep the record of an original that is not found, marked as missing, until it comes back.
  ///
  /// `inode` and `fingerprint` (see ``ContentFingerprint``) identify the file wherever it is found again; both are unknown for
  /// files that were indexed before. A path belongs to one present file, or to any number of missing ones. An asset's `isMissing`
  /// follows from its file.
  ///
  /// Uncommitted steps of the journal are taken back; `aside` is the path of a step's file until then.
  private static let missingOriginals = """
    CREATE TABLE wholeFile (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL,
      byteCount INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      format TEXT NOT NULL,
      hasEmbeddedThumbnail INTEGER NOT NULL,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      failure TEXT,
      latitude REAL,
      longitude REAL,
      altitude REAL,
      inode INTEGER,
      fingerprint INTEGER,
      missingSince REAL
    ) STRICT;
    INSERT INTO wholeFile SELECT id, path, byteCount, modifiedNanoseconds, width, height, orientation, format,
      hasEmbeddedThumbnail, created, modified, failure, latitude, longitude, altitude, NULL, NULL, NULL FROM file;
    DROP TABLE file;
    ALTER TABLE wholeFile RENAME TO file;
    CREATE UNIQUE INDEX fileByPath ON file (path) WHERE missingSince IS NULL;
    CREATE INDEX fileMissing ON file (missingSince) WHERE missingSince IS NOT NULL;

    ALTER TABLE asset ADD COLUMN isMissing INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER fileMissed AFTER UPDATE OF missingSince ON file BEGIN
      UPDATE asset SET isMissing = NEW.missingSince IS NOT NULL WHERE file = NEW.id;
    END;

    ALTER TABLE journal ADD COLUMN aside BLOB;
    ALTER TABLE journal ADD COLUMN isCommitted INTEGER NOT NULL DEFAULT 1;
    """

  /// The columns for photos' days, and for sightings of missing files.
  ///
  /// A file's `secondsEast` is the zone of the clock that told its date, `NULL` if none did; an asset's is the zone that decides its
  /// day. `overdueDays` counts the days on which a missing file was found overdue, of which `overdueOn` is the last, in days since
  /// 1970. All files are read again; none has the time that is set here.
  private static let timeZones = """
    ALTER TABLE file ADD COLUMN secondsEast INTEGER;
    ALTER TABLE file ADD COLUMN overdueDays INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE file ADD COLUMN overdueOn INTEGER;
    ALTER TABLE asset ADD COLUMN secondsEast INTEGER NOT NULL DEFAULT 0;
    UPDATE file SET modifiedNanoseconds = -1;
    """

  /// The object model's indexes of assets.
  private static let objectModelIndexes = """
    CREATE INDEX assetByCreation ON asset (created, identifier, isHidden, isStacked);
    CREATE INDEX assetByModification ON asset (modified, identifier, isHidden, isStacked);
    \(otherIndexes)
    """

  /// The indexes of assets.
  static let assetIndexes = "\(dateIndexes)\n\(otherIndexes)"

  /// Indexes by date, with the columns that fetches filter by, so that a walk in their order stays within the index.
  private static let dateIndexes = """
    CREATE INDEX assetByCreation ON asset (created, identifier, isHidden, isStacked, isMissing);
    CREATE INDEX assetByModification ON asset (modified, identifier, isHidden, isStacked, isMissing);
    """

  private static let otherIndexes = """
    CREATE INDEX assetByFile ON asset (file);
    CREATE INDEX assetByBurst ON asset (burst) WHERE burst IS NOT NULL;
    CREATE INDEX assetFavorite ON asset (created, identifier) WHERE isFavorite = 1;
    CREATE INDEX assetHidden ON asset (created, identifier) WHERE isHidden = 1;
    CREATE INDEX assetBySubtypes ON asset (created, identifier, subtypes) WHERE subtypes <> 0;
    """

  /// The triggers that log changes of assets; kinds are those of ``LoggedChange``.
  static let assetTriggers = """
    CREATE TRIGGER assetInserted AFTER INSERT ON asset BEGIN
      INSERT INTO change (kind, object) VALUES (1, NEW.id);
    END;
    CREATE TRIGGER assetUpdated AFTER UPDATE ON asset BEGIN
      INSERT INTO change (kind, object) VALUES (2, NEW.id);
    END;
    CREATE TRIGGER assetDeleted AFTER DELETE ON asset BEGIN
      INSERT INTO change (kind, object) VALUES (3, OLD.id);
    END;
    """

  /// Triggers that keep `isRepresentative` and `isStacked` correct after any change of a burst.
  ///
  /// The camera's pick represents a burst, else the first asset; the user's picks stand beside it.
  ///
  /// - Parameters:
  ///   - shown: the condition for assets that may represent a burst.
  ///   - columns: the columns whose changes fire the trigger.
  private static func burstTriggers(among shown: String, after columns: String) -> String {
    """
    CREATE TRIGGER burstGrew AFTER INSERT ON asset WHEN NEW.burst IS NOT NULL BEGIN
      \(restack("NEW.burst", among: shown))
    END;
    CREATE TRIGGER burstShrank AFTER DELETE ON asset WHEN OLD.burst IS NOT NULL BEGIN
      \(restack("OLD.burst", among: shown))
    END;
    CREATE TRIGGER burstChanged AFTER UPDATE OF \(columns) ON asset
    WHEN NEW.burst IS NOT NULL OR OLD.burst IS NOT NULL BEGIN
      UPDATE asset SET isRepresentative = 0, isStacked = 0 WHERE id = NEW.id AND burst IS NULL;
      \(restack("OLD.burst", among: shown))
      \(restack("NEW.burst", among: shown))
    END;
    """
  }

  private static func restack(_ burst: String, among shown: String) -> String {
    let first = """
      (SELECT id FROM asset WHERE burst = \(burst) AND \(shown)
        ORDER BY burstSelection & 1 DESC, created, identifier LIMIT 1)
      """
    return """
      UPDATE asset SET isRepresentative = id IS \(first), isStacked = id IS NOT \(first) AND burstSelection & 2 = 0
      WHERE burst = \(burst) AND (isRepresentative <> (id IS \(first))
        OR isStacked <> (id IS NOT \(first) AND burstSelection & 2 = 0));
      """
  }

  /// Drops the indexes and triggers of assets before a million assets are replaced; they are made again afterwards.
  static let withoutAssetIndexes = """
    DROP INDEX assetByCreation;
    DROP INDEX assetByModification;
    DROP INDEX assetByFile;
    DROP INDEX assetByBurst;
    DROP INDEX assetFavorite;
    DROP INDEX assetHidden;
    DROP INDEX assetBySubtypes;
    DROP TRIGGER assetInserted;
    DROP TRIGGER assetUpdated;
    DROP TRIGGER assetDeleted;
    """
}
