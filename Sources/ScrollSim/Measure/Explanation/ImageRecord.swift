internal import GalleryKit

/// The record of one image: its place, its last job, and how it left memory before.
struct ImageRecord: Sendable {
  enum Place: Hashable, Sendable {
    case unknown
    case queued
    case running
    /// In the cache or with cells.
    case decoded
    /// It was in memory, or might have been.
    case lost(LossReason)
    /// It was no longer wanted before its job began.
    case cancelled
    case failed
  }

  private(set) var place = Place.unknown
  /// When the image came to its place, in seconds.
  private(set) var since = 0.0
  /// When the last job was queued, begun and done, in seconds.
  private(set) var enqueuedAt = 0.0
  private(set) var startedAt: Double?
  private(set) var finishedAt: Double?
  /// Jobs that began while the last one waited.
  private(set) var behindVisible = 0
  private(set) var behindCached = 0
  /// Whether the image being decoded is no longer wanted.
  var isAbandoned = false
  /// How often the image was made by decoding the original.
  private(set) var decodes = 0
  /// The reasons why the image left memory before each repeated decode, with their counts.
  private(set) var losses: [LossReason: Int] = [:]
  private var lastLoss: LossReason?

  mutating func enter(_ place: Place, at now: Double) {
    self.place = place
    since = now
  }

  mutating func enqueue(at now: Double, visible: Int, cached: Int) {
    enter(.queued, at: now)
    enqueuedAt = now
    startedAt = nil
    finishedAt = nil
    behindVisible = -visible
    behindCached = -cached
    isAbandoned = false
  }

  mutating func leaveQueue(to place: Place, at now: Double, visible: Int, cached: Int) {
    enter(place, at: now)
    if place == .running { startedAt = now }
    behindVisible += visible
    behindCached += cached
  }

  /// Notes that the image is made, and returns the seconds for which it had been wanted.
  mutating func finish(at now: Double, from source: ImageSource) -> Double {
    if source != .thumbnailStore {
      if decodes > 0 { losses[lastLoss ?? .released, default: 0] += 1 }
      decodes += 1
    }
    lastLoss = nil
    finishedAt = now
    enter(.decoded, at: now)
    if isAbandoned { lose(.dropped, at: now) }
    return now - enqueuedAt
  }

  mutating func lose(_ reason: LossReason, at now: Double) {
    lastLoss = reason
    // It may be queued or running again by then, if a cell held it all along.
    switch place {
    case .decoded, .lost, .unknown: enter(.lost(reason), at: now)
    case .queued, .running, .cancelled, .failed: break
    }
  }

  /// The record, including the jobs that began while the image still waits.
  func counted(visible: Int, cached: Int) -> Self {
    guard place == .queued else { return self }
    var record = self
    record.behindVisible += visible
    record.behindCached += cached
    return record
  }
}
