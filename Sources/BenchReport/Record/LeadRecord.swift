/// The window's lead against the time that images took, and the best that decoders could have done.
public struct LeadRecord: Codable, Hashable, Sendable {
  /// For each frame in motion, the time that the viewport needs to cross the window's part beyond it, in milliseconds.
  ///
  /// Frames whose window reaches the content's end are left out, because nothing lies beyond. `nil` if no frame is left.
  public var leadMs: Distribution?
  /// The same for frames that moved faster than a screenful per second.
  public var fastLeadMs: Distribution?
  /// The time from wanted to decoded, in milliseconds, of all decoded images: queueing and decoding.
  public var wantedToReadyMs: Distribution?
  /// The share of decoder time used while the grid was moving, 0…1.
  public var busyMoving: Double?
  /// The same while it moved faster than a screenful per second.
  public var busyFast: Double?
  /// Appearances that the same decoders would have missed with a window that knows the future, which no lead can beat.
  ///
  /// The window knows all appearances from the start, and those after a jump from that jump on. It wants the next images that fit
  /// the budget, in order of appearance, and decoders never idle while it wants one.
  public var uncoverable: Int
  /// ``uncoverable`` over the blank appearances, at most 1; `nil` if there are none.
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
