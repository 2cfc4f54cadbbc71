/// The photos to scroll over.
package enum LibrarySource: Codable, Hashable, Sendable {
  /// Photos made for the purpose, the same for the same seed.
  case synthetic(SyntheticSource)
  /// A folder of photos, at this path, repeated up to `photos` if that is given.
  case folder(String, photos: Int? = nil)
}

/// The part of a scenario's library in the cloud, and the network to it.
package struct RemoteSource: Codable, Hashable, Sendable {
  /// The share of photos whose original is at the origin, 0…1.
  package var share: Double
  /// Seconds from a request to the first byte of its answer.
  package var latency = 0.05
  /// Bits a second that all downloads share.
  package var bandwidth = 50_000_000.0
  /// The share of requests that fail, 0…1.
  package var failures = 0.0
  /// Bytes of originals that may be kept.
  package var storageBytes = 1_000_000_000
  /// Downloads at a time.
  package var downloads = 4
}

/// The changes of a scenario's library while its user scrolls: the same kind of transaction again and again.
package struct ChangeSource: Codable, Hashable, Sendable {
  /// Seconds from one transaction to the next.
  package var interval: Double
  /// Photos that each transaction adds, one in two of them the newest of all.
  package var insertions = 0
  /// Photos that each removes.
  package var removals = 0
  /// Photos that get another date, and with it another place.
  package var moves = 0
  /// Photos whose picture changes.
  package var edits = 0
  /// Photos that are reported as changed and have not changed.
  package var touches = 0
}
