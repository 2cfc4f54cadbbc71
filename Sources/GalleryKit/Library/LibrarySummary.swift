package import Foundation
internal import GRDB
package import GalleryEngine
internal import GalleryImages
internal import Support

/// The contents of a library, and their cost.
///
/// All values but ``hidden`` and ``missing`` cover the photos that are neither hidden nor missing.
package struct LibrarySummary: Sendable {
  /// The spread of picture sizes, in millions of pixels.
  package struct Megapixels: Hashable, Sendable {
    package let min: Double
    /// The middle one, or the mean of the two middle ones.
    package let median: Double
    package let max: Double
  }

  package let photos: Int
  /// Photos whose original the last index did not find; they are kept until it returns.
  package let missing: Int
  /// Hidden photos that are not missing; no other count includes them.
  package let hidden: Int
  package let failed: Int
  /// Originals on disk; fewer than photos in a synthetic library.
  package let distinctFiles: Int
  /// The bytes of the originals on disk, each counted once.
  package let bytes: Int
  package let formats: [ImageFormat: Int]
  /// The spread of sizes, or `nil` if no photo can be read.
  package let megapixels: Megapixels?
  /// The bytes of all photos in memory, decoded at full size.
  package let decodedBytes: Int
  /// The earliest creation date by the clocks at the photos' places, as if these were in UTC; `nil` without photos.
  package let firstCreationDate: Date?
  package let lastCreationDate: Date?
  /// Originals that cannot be read, in the order of their paths; the first hundred.
  package let failures: [PhotoLibrary.Failure]
  /// SHA-256 of the photos' identifiers, sizes and byte counts in the order of a default fetch, as 64 hexadecimal digits; it does
  /// not depend on the place of the library's folder.
  package let sha256: String

  /// A photo, and the working memory that decoding it at full size takes beyond a few rows.
  package struct Scratch: Hashable, Sendable {
    /// The photo's file, within the library's folder.
    package let path: String
    package let format: ImageFormat
    /// Bytes of coefficients, of interlaced pixels, or of planes.
    package let byteCount: Int
  }
}

extension PhotoLibrary {
  /// Sums up the library's contents, in O(assets).
  package func summary() throws(LibraryError) -> LibrarySummary {
    try database.read { db in
      let client = try access.limit(db)
      let seen = ClientAccess.mayBeSeen(by: client)
      let photos: SQL =
        "FROM asset JOIN file ON file.id = asset.file WHERE asset.isHidden = 0 AND \(literal: seen)"
      let shown: SQL = "FROM asset WHERE isHidden = 0 AND \(literal: seen)"
      let files: SQL = "FROM file WHERE id IN (SELECT file \(literal: shown))"
      func rows(_ query: SQL) throws -> [Row] { try SQLRequest<Row>(literal: query).fetchAll(db) }
      func count(_ what: SQL) throws -> Int {
        try SQLRequest<Int>(literal: "SELECT \(literal: what)").fetchOne(db) ?? 0
      }
      let ofFormat: SQL = "SELECT file.format, count(*) \(literal: photos) GROUP BY file.format"
      let formats = try rows(ofFormat).map { row in
        try (ImageFormat(rawValue: row.decode(atIndex: 0)) ?? .unknown, row.decode(Int.self, atIndex: 1))
      }
      let ofSize: SQL = """
        SELECT file.width * file.height AS pixels, count(*) \(literal: photos) AND file.failure IS NULL
        GROUP BY pixels ORDER BY pixels
        """
      let sizes = try rows(ofSize).map { row in
        try (pixels: row.decode(Int.self, atIndex: 0), count: row.decode(Int.self, atIndex: 1))
      }
      // In floating point, which does not overflow: a damaged size may have any value.
      let pixels = sizes.reduce(0.0) { $0 + Double($1.pixels) * Double($1.count) }
      guard let decodedBytes = Int(exactly: pixels * 4) else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the photos have \(pixels) pixels")
      }
      let clocks: SQL = "SELECT min(created + secondsEast), max(created + secondsEast) \(literal: shown)"
      let dates = try rows(clocks).first
      let first = try dates?.decode(Double?.self, atIndex: 0)
      let last = try dates?.decode(Double?.self, atIndex: 1)
      let failing: SQL = "\(literal: files) AND failure IS NOT NULL ORDER BY path LIMIT 100"
      let failures = try rows("SELECT path, failure \(literal: failing)").map { row -> Failure in
        let path = try RelativePath(row.decode(Data.self, atIndex: 0))
        return try ("\(path)", row.decode(String.self, atIndex: 1))
      }
      return LibrarySummary(
        photos: formats.reduce(0) { $0 + $1.1 },
        missing: try count(
          "count(*) FROM asset WHERE isMissing = 1 AND \(literal: ClientAccess.isPermitted(to: client))"),
        hidden: try count("count(*) FROM asset WHERE isHidden = 1 AND \(literal: seen)"),
        failed: try count("count(*) \(literal: photos) AND file.failure IS NOT NULL"),
        distinctFiles: try count("count(*) \(literal: files)"),
        bytes: try count("sum(byteCount) \(literal: files)"),
        formats: Dictionary(formats) { $0 + $1 },
        megapixels: Self.megapixels(of: sizes),
        decodedBytes: decodedBytes,
        firstCreationDate: first.map(Date.init(timeIntervalSince1970:)),
        lastCreationDate: last.map(Date.init(timeIntervalSince1970:)),
        failures: failures,
        sha256: try Self.fingerprint(photos, db))
    }
  }

  /// The spread of `sizes`, which ascend, each with its number of photos.
  private static func megapixels(of sizes: [(pixels: Int, count: Int)]) -> LibrarySummary.Megapixels? {
    guard let smallest = sizes.first, let largest = sizes.last else { return nil }
    let total = sizes.reduce(0) { $0 + $1.count }
    func pixels(at rank: Int) -> Double {
      var below = 0
      let size = sizes.first { size in
        below += size.count
        return rank < below
      }
      return Double(size?.pixels ?? largest.pixels)
    }
    return LibrarySummary.Megapixels(
      min: Double(smallest.pixels) / 1e6,
      median: (pixels(at: (total - 1) / 2) + pixels(at: total / 2)) / 2e6,
      max: Double(largest.pixels) / 1e6)
  }

  private static func fingerprint(_ photos: SQL, _ db: Database) throws -> String {
    let lines = try SQLRequest<String>(
      literal: """
        SELECT asset.identifier || ' ' || file.width || ' ' || file.height || ' ' || file.byteCount
        \(literal: photos) ORDER BY asset.created DESC, asset.identifier DESC
        """
    ).fetchCursor(db)
    var digest = SHA256()
    while let line = try lines.next() { digest.update("\(line)\n".utf8) }
    return digest.hexadecimal
  }

  /// The photo that takes the most working memory to decode at full size; `nil` if none takes more than a few rows.
  ///
  /// Reads the headers of files that are not decoded row by row, the largest pictures first, until no other can take more.
  package func greatestScratch() throws(LibraryError) -> LibrarySummary.Scratch? {
    let formats: [ImageFormat] = [.jpegProgressive, .pngInterlaced, .webp, .heic, .avif]
    let files = try database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT path, format, width * height AS pixels FROM file
          WHERE failure IS NULL AND format IN (\(formats.map { _ in "?" }.joined(separator: ", ")))
          ORDER BY pixels DESC, path
          """, arguments: StatementArguments(formats.map(\.rawValue))
      ).map { row in
        try (
          path: RelativePath(row.decode(Data.self, atIndex: 0)), format: row.decode(String.self, atIndex: 1),
          pixels: row.decode(Double.self, atIndex: 2)
        )
      }
    }
    var most: LibrarySummary.Scratch?
    for start in stride(from: 0, to: files.count, by: Self.headersAtOnce) {
      guard files[start].pixels * Self.mostScratchPerPixel > Double(most?.byteCount ?? 0) else { break }
      let batch = files[start...].prefix(Self.headersAtOnce)
      // A file that was removed after indexing, or is in the cloud, cannot be read.
      let byteCounts = batch.map { $0.path.text }.concurrentMap { [folder] path -> Int? in
        path.flatMap { try? ImageDecoder.scratchByteCount(path: "\(folder)/\($0)") }
      }
      for (file, byteCount) in zip(batch, byteCounts) {
        guard let path = file.path.text, let byteCount, byteCount > most?.byteCount ?? 0 else { continue }
        let format = ImageFormat(rawValue: file.format) ?? .unknown
        most = LibrarySummary.Scratch(path: path, format: format, byteCount: byteCount)
      }
    }
    return most
  }

  /// HEICs of one camera have one size, so none can be left out: all processors read their headers.
  private static let headersAtOnce = 64

  /// Ten-bit AVIF takes about twenty bytes; a JPEG takes two for each coefficient of four inks.
  private static let mostScratchPerPixel = 24.0
}
