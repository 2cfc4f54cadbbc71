package import BenchReport
internal import Foundation
internal import GalleryKit

/// A scenario's photos, ready to be opened by workers: made or indexed, and described.
package struct PreparedLibrary: Sendable {
  /// Where the photos are.
  package let location: LibraryLocation
  /// What a result says of them.
  package let record: LibraryRecord
  /// Files that cannot be read, each with its reason, by name.
  package let failures: [(name: String, reason: String)]
  /// What must not go unnoticed of the library, in sentences.
  package let notices: [String]

  /// Makes or indexes what the scenario asks for, and only what is not there yet.
  ///
  /// - Parameters:
  ///   - source: the photos.
  ///   - seed: of a synthetic library.
  ///   - note: is told what takes long.
  /// - Throws: an error that names the folder or file, and what to do.
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
    return PreparedLibrary(
      location: location,
      record: LibraryRecord(
        photos: max(summary.photos, location.leastPhotos ?? 0), distinct: summary.distinctFiles,
        bytes: summary.bytes, sha256: summary.sha256,
        failures: Dictionary(uniqueKeysWithValues: failures.prefix(100).map { ($0.key, $0.value) })),
      failures: failures.map { ($0.key, $0.value) },
      notices: [
        library.warning, report?.notShownWords.map { "\(summary.photos) photos; \($0)" },
      ].compactMap(\.self))
  }
}

/// A folder in which there is nothing to scroll over.
private struct EmptyLibrary: Error, CustomStringConvertible {
  let folder: String

  var description: String { "\(folder): expected photos, found none" }
}
