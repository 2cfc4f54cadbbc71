/// The window's lead against the time that images took.
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

  /// Makes a record.
  public init(
    leadMs: Distribution?, fastLeadMs: Distribution?, wantedToReadyMs: Distribution?, busyMoving: Double?,
    busyFast: Double?
  ) {
    self.leadMs = leadMs
    self.fastLeadMs = fastLeadMs
    self.wantedToReadyMs = wantedToReadyMs
    self.busyMoving = busyMoving
    self.busyFast = busyFast
  }
}
