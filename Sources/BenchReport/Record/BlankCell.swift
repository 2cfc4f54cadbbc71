/// One appearance that began blank, with the known facts about its image.
public struct BlankCell: Codable, Hashable, Sendable {
  /// The item's place in the grid.
  public var item: Int
  /// The asset's identifier.
  public var asset: String
  /// When the cell appeared, in milliseconds from the first frame.
  public var appearedMs: Double
  /// How long it was blank on screen, in milliseconds.
  public var blankMs: Double
  /// The cause.
  public var cause: BlankCause
  /// How its image left memory, if it had been in memory.
  public var loss: LossReason?
  /// How long before its appearance its image was wanted, left memory or was given up, in milliseconds.
  public var sinceMs: Double?
  /// How long its image waited for a decoder, in milliseconds; `nil` if none began it while the cell was blank.
  public var queueMs: Double?
  /// How long decoding took, in milliseconds; `nil` if it did not end while the cell was blank.
  public var decodeMs: Double?
  /// Jobs for cells on screen that began while its image waited.
  public var behindVisible: Int?
  /// Jobs for the cache alone that began while its image waited.
  public var behindCached: Int?
  /// The assets that were being decoded when it appeared, at most four.
  public var running: [String]

  /// Makes a record of one appearance.
  public init(
    item: Int, asset: String, appearedMs: Double, blankMs: Double, cause: BlankCause,
    loss: LossReason? = nil, sinceMs: Double? = nil, queueMs: Double? = nil, decodeMs: Double? = nil,
    behindVisible: Int? = nil, behindCached: Int? = nil, running: [String] = []
  ) {
    self.item = item
    self.asset = asset
    self.appearedMs = appearedMs
    self.blankMs = blankMs
    self.cause = cause
    self.loss = loss
    self.sinceMs = sinceMs
    self.queueMs = queueMs
    self.decodeMs = decodeMs
    self.behindVisible = behindVisible
    self.behindCached = behindCached
    self.running = running
  }
}
