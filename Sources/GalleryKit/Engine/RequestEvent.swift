/// Something that a ``RequestEngine`` did.
package enum RequestEvent: Sendable {
  /// How close an image was when it was asked for.
  package enum Availability: Hashable, Sendable {
    /// In memory.
    case ready
    /// Being decoded.
    case running
    /// In the queue, not yet begun.
    case queued
    /// Neither asked for nor wanted before.
    case absent
    /// Never to be had; the original cannot be read.
    case unreadable
  }

  /// Why an image left the cache.
  package enum EvictionReason: Hashable, Sendable {
    /// The budget was needed for another one.
    case budget
    /// Caching was stopped for it.
    case stopped
    /// The system is short of memory.
    case pressure
  }

  /// An image was asked for; `isUnderOtherKey` tells whether the cache had it under other options only.
  case requested(ImageKey, Availability, isUnderOtherKey: Bool)
  /// A job entered the queue.
  case enqueued(DecodeJob)
  /// A job went to a decoder; `isPrefetch` if no request waits for its image yet.
  case started(DecodeJob, isPrefetch: Bool)
  /// A job came back from a decoder.
  case finished(DecodeJob, DecodeOutcome)
  /// A job left the queue because it was not wanted any more.
  case cancelledQueued(DecodeJob)
  /// The image that is being decoded is not wanted any more; it is decoded to its end and dropped.
  case cancelledRunning(DecodeJob)
  /// Caching was started for an image, for which it was (`isRedundant`) or was not started before.
  case startedCaching(ImageKey, isRedundant: Bool)
  /// Caching was stopped for an image for which it had been started.
  case stoppedCaching(ImageKey)
  /// Something became of a download.
  case downloading(DownloadJob, DownloadReport)
  /// An image of so many bytes left the cache.
  case evicted(ImageKey, byteCount: Int, EvictionReason)
}

/// Observes what an ``ImageManager`` does.
package protocol ImageManagerObserving: Sendable {
  /// Something happened. Called from any thread, without a lock held, soon after the event.
  ///
  /// What the observer itself causes is told after it has returned, on the same thread. It must not wait for an image.
  func observe(_ event: RequestEvent)
}
