/// Why a cell had nothing to show when it came on screen; the first that holds, in this order.
public enum BlankCause: String, Codable, Hashable, Sendable, CaseIterable {
  /// A decoder had begun its image and was not done.
  case decoding
  /// Its image was wanted and waited for a decoder.
  case queuedBehind
  /// It was there in the first frame, before any window could want it.
  case firstScreen
  /// The offset jumped to it, which no window could know.
  case jumped
  /// Its image had been in memory and had left it; ``LossReason`` says how.
  case evictedEarly
  /// Its image was wanted, then given up before it was there.
  case cancelled
  /// Its file could not be decoded when it was tried before.
  case failed
  /// Nobody had asked for its image before.
  case neverWanted
}

/// How an image left memory.
public enum LossReason: String, Codable, Hashable, Sendable, CaseIterable {
  /// The cache's budget was needed for another image.
  case budget
  /// The window did not want it cached any more.
  case stopped
  /// The system was short of memory.
  case pressure
  /// Its cell let it go, and no window had kept it.
  case released
  /// Nobody wanted it any more when it was decoded.
  case dropped
}
