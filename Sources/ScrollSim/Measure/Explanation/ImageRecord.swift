internal import BenchReport
internal import GalleryKit

/// What is remembered of one image: where it is, its last job, and how it left memory before.
struct ImageRecord: Sendable {
  /// Where the image is.
  enum Place: Hashable, Sendable {
    case unknown
    case queued
    case running
    /// In the cache or with cells.
    case decoded
    /// It was in memory, or might have been.
    case lost(LossReason)
    /// It was not wanted any more before it was begun.
    case cancelled
    case failed
  }

  private(set) var place = Place.unknown
  /// When it came there, in seconds.
  private(set) var since = 0.0
  /// When the last job was queued, begun and done, in seconds.
  private(set) var enqueuedAt = 0.0
  private(set) var startedAt: Double?
  private(set) var finishedAt: Double?
  /// Jobs that began while the last one waited.
  private(set) var behindVisible = 0
  private(set) var behindCached = 0
  /// Whether what is being decoded is not wanted any more.
  var isAbandoned = false
  /// How often the image was made, and how often of these by decoding the original.
  private(set) var arrivals = 0
  private(set) var decodes = 0
  /// The least that the image, and the preview before it, have taken to decode, in seconds.
  private(set) var imageSeconds: Double?
  private(set) var previewSeconds: Double?
  /// How the image had left memory before each time that it was decoded again.
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

  mutating func start(at now: Double, visible: Int, cached: Int) {
    enter(.running, at: now)
    startedAt = now
    behindVisible += visible
    behindCached += cached
  }

  mutating func cancel(at now: Double, visible: Int, cached: Int) {
    enter(.cancelled, at: now)
    behindVisible += visible
    behindCached += cached
  }

  /// The image is there; returns for how many seconds it had been wanted.
  mutating func finish(at now: Double, from source: ImageSource) -> Double {
    arrivals += 1
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

  mutating func noteCost(_ seconds: Double, of kind: ImageKey.Kind) {
    switch kind {
    case .image: imageSeconds = min(imageSeconds ?? seconds, seconds)
    case .degraded: previewSeconds = min(previewSeconds ?? seconds, seconds)
    case .original: break
    }
  }

  mutating func lose(_ reason: LossReason, at now: Double) {
    lastLoss = reason
    // It may be with a decoder again by then, if a cell held it all along.
    switch place {
    case .decoded, .lost, .unknown: enter(.lost(reason), at: now)
    case .queued, .running, .cancelled, .failed: break
    }
  }

  /// The record with those jobs counted that began while the image still waits.
  func counted(visible: Int, cached: Int) -> Self {
    guard place == .queued else { return self }
    var record = self
    record.behindVisible += visible
    record.behindCached += cached
    return record
  }
}
