public import Foundation
internal import GalleryEngine

extension PhotoLibrary {
  /// Options for indexing a folder.
  public struct IndexOptions: Sendable {
    /// The number of reading threads, on which the result does not depend; the number of processors by default.
    public var workers: Int
    /// Whether more than half of the known photos may be missing; `false`, the default, makes that an error, since a missing disk is
    /// more likely.
    public var acceptsMissing: Bool
    /// The time to keep the record of a missing photo, with the user's changes, in seconds; 30 days by default.
    ///
    /// Since a clock may be wrong, a record is deleted only when indexing has found it overdue on three different days (of UTC). With
    /// 0, it is deleted at once.
    public var missingAreKeptFor: TimeInterval
    /// The time of the index; `nil` means the clock's time when it begins.
    package var now: Date?

    /// Makes options.
    public init(
      workers: Int = ProcessInfo.processInfo.activeProcessorCount, acceptsMissing: Bool = false,
      missingAreKeptFor: TimeInterval = 30 * 86_400
    ) {
      self.workers = workers
      self.acceptsMissing = acceptsMissing
      self.missingAreKeptFor = missingAreKeptFor
    }
  }

  /// A file that cannot be shown: its path relative to the library's folder, and the reason.
  public typealias Failure = (path: String, reason: String)

  /// The changes that indexing found since the last time, counted in files.
  public struct IndexReport: Sendable {
    /// New files.
    public internal(set) var added = 0
    /// Files whose size or modification time changed, or whose failure ended or changed.
    public internal(set) var updated = 0
    /// Files that are at another path than before; their photos are the same.
    public internal(set) var moved = 0
    /// Files that were missing and have returned.
    public internal(set) var returned = 0
    /// Files that are no longer found; fetches leave out their photos until they return.
    public internal(set) var missing = 0
    /// Files that were missing for too long and were deleted from the catalogue, with the user's changes to their photos.
    public internal(set) var purged = 0
    /// Unchanged files; of these, only broken ones were opened.
    public internal(set) var unchanged = 0
    /// Files, links and folders that could not be read, each once, in the order of the paths: new and changed files became assets
    /// that fail; the known files of a folder stay as they were.
    ///
    /// A broken file that was known before is not listed again; its asset's ``Asset/failure`` stays.
    public internal(set) var failures: [PhotoLibrary.Failure] = []
    /// The ``failures`` that the catalogue does not record, above all folders that cannot be listed.
    public internal(set) var unlisted: [PhotoLibrary.Failure] = []
    /// Files that are photos or videos by name but are not shown, counted by type, such as `MOV (video)` and `CR2 (RAW)`;
    /// `MOV (Live Photo)` is the film beside a still of the same name, which is shown.
    public internal(set) var notShown: [String: Int] = [:]

    /// The number of ``failures``.
    public var failed: Int { failures.count }

    /// ``notShown`` in words, most first: `14 files are not shown: 12 MOV (video), 2 CR2 (RAW)`; `nil` if it is empty.
    package var notShownWords: String? {
      guard !notShown.isEmpty else { return nil }
      let count = notShown.values.reduce(0, +)
      let types = notShown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
      return "\(count) \(count == 1 ? "file is" : "files are") not shown: \(types.joined(separator: ", "))"
    }
  }
}
