/// How far ahead the window was against how long images took, and what decoders could have done at best.
public struct LeadRecord: Codable, Hashable, Sendable {
  /// For each frame in motion, how long the viewport needs to cross what the window wants beyond it, in milliseconds.
  ///
  /// Frames whose window reaches the content's end are left out: there is nothing beyond. `nil` if none is left.
  public var leadMs: Distribution?
  /// The same for frames that moved faster than a screenful a second.
  public var fastLeadMs: Distribution?
  /// From being wanted to being decoded, in milliseconds, of all images that were decoded: queue and decoding.
  public var wantedToReadyMs: Distribution?
  /// The share of decoder time that was used while the grid was moving, 0…1.
  public var busyMoving: Double?
  /// The same while it moved faster than a screenful a second.
  public var busyFast: Double?
  /// Appearances that the same decoders would have missed under a window that knows what comes, which no lead exceeds.
  ///
  /// It knows all that comes from the start on, and after a jump from that jump on; it wants the next images that fit the
  /// budget, in the order of appearance, and decoders never idle while it wants one.
  public var uncoverable: Int
  /// ``uncoverable`` over the blank appearances, at most 1; `nil` if there were none.
  public var uncoverableShare: Double?

  /// Makes a record.
  public init(
    leadMs: Distribution?, fastLeadMs: Distribution?, wantedToReadyMs: Distribution?, busyMoving: Double?,
    busyFast: Double?, uncoverable: Int, uncoverableShare: Double?
  ) {
    self.leadMs = leadMs
    self.fastLeadMs = fastLeadMs
    self.wantedToReadyMs = wantedToReadyMs
    self.busyMoving = busyMoving
    self.busyFast = busyFast
    self.uncoverable = uncoverable
    self.uncoverableShare = uncoverableShare
  }
}
