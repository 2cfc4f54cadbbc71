public import Foundation
internal import GalleryEngine

extension PhotoLibrary {
  /// How a folder is indexed.
  public struct IndexOptions: Sendable {
    /// Threads that read; the number of processors by default.
    ///
    /// The result does not depend on it.
    public var workers: Int
    /// Whether more than half of the known photos may be missing from the folder, which is otherwise an error, since it is more
    /// likely that a disk is not there; `false` by default.
    public var acceptsMissing: Bool
    /// For how many seconds what is known of a missing photo, and what the user made of it, is kept; 30 days by default.
    public var missingAreKeptFor: TimeInterval
    /// The time that it is.
    package var now: Date

    /// Makes options.
    public init(
      workers: Int = ProcessInfo.processInfo.activeProcessorCount, acceptsMissing: Bool = false,
      missingAreKeptFor: TimeInterval = 30 * 86_400
    ) {
      self.workers = workers
      self.acceptsMissing = acceptsMissing
      self.missingAreKeptFor = missingAreKeptFor
      now = Date()
    }
  }
}

extension PhotoLibrary {
  /// A file that cannot be shown: its path below the library's folder, and why.
  public typealias Failure = (path: String, reason: String)
}

extension PhotoLibrary {
  /// What indexing a folder found to have changed since the last time, counted in files.
  public struct IndexReport: Sendable {
    /// Files that were not known.
    public internal(set) var added = 0
    /// Files whose size or modification time was another than before, or that fail no longer, or for another reason.
    public internal(set) var updated = 0
    /// Files that are at another path than before; their photos are the same.
    public internal(set) var moved = 0
    /// Files that were missing, and are there again.
    public internal(set) var returned = 0
    /// Files that are not found any more; their photos are hidden from fetches until they return.
    public internal(set) var missing = 0
    /// Files that have been missing for so long that they were forgotten, with all that the user made of their photos.
    public internal(set) var purged = 0
    /// Files that were as before; of these, only broken ones were opened.
    public internal(set) var unchanged = 0
    /// What could not be read, each once, in the order of the paths: new and changed files, which became assets
    /// that fail, and folders, whose files were left as they were known.
    ///
    /// A broken file that was known before is not named again; `LibrarySummary` has them all.
    public internal(set) var failures: [PhotoLibrary.Failure] = []

    /// Those of ``failures`` that no catalogue remembers, above all folders that cannot be listed.
    public internal(set) var unlisted: [PhotoLibrary.Failure] = []

    /// Files that are photos or videos by their names and are not shown, counted by type, such as `MOV (video)` and
    /// `CR2 (RAW)`; `MOV (Live Photo)` is the film beside a still of the same name, which is shown.
    public internal(set) var notShown: [String: Int] = [:]

    /// The number of ``failures``.
    public var failed: Int { failures.count }

    /// ``notShown`` in words, most first: `14 files are not shown: 12 MOV (video), 2 CR2 (RAW)`; `nil` if there is nothing.
    package var notShownWords: String? {
      guard !notShown.isEmpty else { return nil }
      let count = notShown.values.reduce(0, +)
      let types = notShown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
      return "\(count) \(count == 1 ? "file is" : "files are") not shown: \(types.joined(separator: ", "))"
    }
  }
}
