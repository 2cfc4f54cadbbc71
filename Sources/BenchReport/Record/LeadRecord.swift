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
  /// Appearances that decoders would have missed at their best, which no lead could have covered.
  ///
  /// At their best they know all that comes until the next jump, never idle while the budget has room, decode in the
  /// order of appearance, and never begin what would be late.
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
