internal import Foundation
internal import GalleryKit

/// A scenario's photos, ready to be opened by workers: made or indexed, and described.
package struct PreparedLibrary: Sendable {
  package let location: LibraryLocation
  package let record: LibraryRecord
  /// Files that cannot be read, each with its reason, by name.
  package let failures: [(name: String, reason: String)]
  package let notices: [String]

  /// Makes or indexes the photos that the scenario asks for, but only those that do not exist yet.
  package static func prepare(
    _ source: LibrarySource, seed: UInt64, note: @escaping @Sendable (String) -> Void
  ) throws -> PreparedLibrary {
    switch source {
    case .folder(let path, let photos):
      var location = LibraryLocation(folder: path)
      location.leastPhotos = photos
      let library = try location.open()
      guard !location.isSynthetic else { return try describe(library, at: location) }
      note("indexing \(location.folder)")
      return try describe(library, at: location, try library.index())
    case .synthetic(let source):
      let synthetic = SyntheticLibrary(source, seed: seed)
      let folder = "\(CacheFolder.path)/libraries/\(synthetic.name)"
      let library = try synthetic.make(in: folder) { done, total in
        note("making photo \(done) of \(total)")
      }
      return try describe(library, at: LibraryLocation(folder: folder))
    }
  }

  private static func describe(
    _ library: PhotoLibrary, at location: LibraryLocation, _ report: PhotoLibrary.IndexReport? = nil
  ) throws -> PreparedLibrary {
    let summary = try library.summary()
    guard summary.photos > 0 else { throw EmptyLibrary(folder: location.folder) }
    // The catalogue remembers files that cannot be read, but not folders.
    let failures = Dictionary((summary.failures + (report?.failures ?? [])).map { ($0.path, $0.reason) }) {
      known, _ in known
    }
    .sorted { $0.key < $1.key }
    let named = failures.prefix(100)
    // The summary names no more than a hundred either.
    let count = max(failures.count, summary.failed + (report?.unlisted.count ?? 0))
    return PreparedLibrary(
      location: location,
      record: LibraryRecord(
        photos: max(summary.photos, location.leastPhotos ?? 0), distinct: summary.distinctFiles,
        bytes: summary.bytes, sha256: summary.sha256,
        failures: Dictionary(uniqueKeysWithValues: named.map { ($0.key, $0.value) }),
        failureCount: named.count == 100 && count > 100 ? count : nil),
      failures: failures.map { ($0.key, $0.value) },
      notices: [
        library.warning, report?.notShownWords.map { "\(summary.photos) photos; \($0)" },
      ].compactMap(\.self))
  }
}

package struct EmptyLibrary: Error, CustomStringConvertible {
  let folder: String

  package var description: String { "\(folder): expected photos, found none" }
}
