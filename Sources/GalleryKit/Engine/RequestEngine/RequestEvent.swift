package enum RequestEvent: Sendable {
  package enum Availability: Hashable, Sendable {
    case ready
    case running
    /// In the queue, not yet begun.
    case queued
    /// Neither requested nor wanted before.
    case absent
    /// Never available; the original cannot be read.
    case unreadable
  }

  package enum EvictionReason: Hashable, Sendable {
    /// The budget was needed for another one.
    case budget
    case stopped
    case pressure
  }

  /// An image was requested; `isUnderOtherKey` tells whether the cache had it under other options only.
  case requested(ImageKey, Availability, isUnderOtherKey: Bool)
  case enqueued(DecodeJob)
  /// A job went to a decoder; `isPrefetch` if no request waits for its image yet.
  case started(DecodeJob, isPrefetch: Bool)
  case finished(DecodeJob, DecodeOutcome)
  case cancelledQueued(DecodeJob)
  /// An image being decoded is no longer wanted; its decode finishes and the image is dropped.
  case cancelledRunning(DecodeJob)
  /// Caching was started for an image; `isRedundant` if it had been started before.
  case startedCaching(ImageKey, isRedundant: Bool)
  /// Caching was stopped for an image for which it had been started.
  case stoppedCaching(ImageKey)
  indirect case downloading(DownloadJob, DownloadReport)
  /// An image left the cache.
  case evicted(ImageKey, EvictionReason)
}

/// Observes what an ``ImageManager`` does.
package protocol ImageManagerObserving: Sendable {
  /// Observes an event, on any thread, without a lock held, soon after it happens.
  ///
  /// Events that the observer itself causes follow after it has returned, on the same thread. It must not wait for an image.
  func observe(_ event: RequestEvent)
}
