public import Foundation
internal import GalleryEngine

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
