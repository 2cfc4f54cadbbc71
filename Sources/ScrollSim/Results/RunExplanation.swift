/// Why cells were blank in one run, which assets were decoded repeatedly, and how many had to be blank, in bounded size.
public struct RunExplanation: Codable, Hashable, Sendable {
  /// The most blank cells that are kept.
  public static let worstLimit = 50
  /// The most redecoded assets that are kept.
  public static let redecodedLimit = 10

  /// Appearances that began blank: the sum of ``causes``.
  public var blankAppearances: Int
  /// The causes that occurred, in the order of ``BlankCause``.
  public var causes: [CauseTotal]
  /// The jobs that cells under ``BlankCause/queuedBehind`` waited behind; `nil` if there are no such cells.
  public var queuedBehind: QueueTotal?
  /// The cells under ``BlankCause/evictedEarly`` by how their images left, in the order of ``LossReason``.
  public var losses: [LossTotal]
  /// The cells that were blank for longest, the longest first.
  public var worst: [BlankCell]
  /// The assets that were decoded most often, beyond the first time.
  public var redecoded: [RedecodedAsset]
  /// The window's lead against the time that images took.
  public var lead: LeadRecord
  /// The fewest appearances that begin blank over this trace, proved for every strategy in every order; `nil` in replays, in a
  /// library that changes, and where no bounds were asked for.
  public var leastBlank: Int?

  /// ``leastBlank`` as a share of the blank appearances; `nil` if either is not known or 0.
  public var leastBlankShare: Double? {
    leastBlank.flatMap { $0 > 0 && blankAppearances > 0 ? Double($0) / Double(blankAppearances) : nil }
  }

  /// The appearances with one cause.
  public struct CauseTotal: Codable, Hashable, Sendable {
    /// The cause.
    public var cause: BlankCause
    /// The number of appearances.
    public var cells: Int
    /// Their total blank time on screen, in milliseconds.
    public var blankMs: Double
    /// When the first of them appeared, in milliseconds from the first frame.
    public var firstMs: Double
    /// When the last of them appeared, in milliseconds from the first frame.
    public var lastMs: Double
  }

  /// The jobs that queued cells waited behind.
  public struct QueueTotal: Codable, Hashable, Sendable {
    /// Jobs for cells on screen that began while these waited, summed over the cells.
    public var visible: Int
    /// Jobs for the cache alone that began while these waited, summed over the cells.
    public var cached: Int
    /// The median time from wanted to appearing, in milliseconds.
    public var wantedBeforeMs: Double
  }

  /// How often images left memory in one way.
  public struct LossTotal: Codable, Hashable, Sendable {
    /// How they left.
    public var reason: LossReason
    /// How often.
    public var count: Int
  }

  /// An asset that was decoded more than once.
  public struct RedecodedAsset: Codable, Hashable, Sendable {
    /// The asset's identifier.
    public var asset: String
    /// How often it was decoded beyond the first time.
    public var redecodes: Int
    /// How it had left memory before, in the order of ``LossReason``.
    public var losses: [LossTotal]
  }
}

/// The window's lead against the time that images took.
public struct LeadRecord: Codable, Hashable, Sendable {
  /// For each frame in motion whose window does not reach the content's end, the time that the viewport needs to cross the
  /// window's part beyond it, in milliseconds.
  public var leadMs: Distribution?
  /// The same for frames that moved faster than a screenful per second.
  public var fastLeadMs: Distribution?
  /// The time from wanted to decoded, in milliseconds, of all decoded images: queueing and decoding.
  public var wantedToReadyMs: Distribution?
  /// The share of decoder time used while the grid was moving, 0…1.
  public var busyMoving: Double?
  /// The same while it moved faster than a screenful per second.
  public var busyFast: Double?
}
