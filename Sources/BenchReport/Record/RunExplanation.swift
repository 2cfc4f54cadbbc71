/// Why cells were blank in one run, which assets were decoded repeatedly, and how many had to be blank.
///
/// The size is bounded for a run of any length: totals, the worst ``worstLimit`` cells and the worst ``redecodedLimit`` assets.
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
  /// The fewest appearances that begin blank over this trace, proved for every strategy in every order; `nil` where it is not
  /// proved: in replays, whose decode times vary, in a library that changes, and where no bounds were asked for.
  public var leastBlank: Int?

  /// ``leastBlank`` as a share of the blank appearances; `nil` if either is not known or 0.
  public var leastBlankShare: Double? {
    leastBlank.flatMap { $0 > 0 && blankAppearances > 0 ? Double($0) / Double(blankAppearances) : nil }
  }

  /// Makes an explanation of a run.
  public init(
    blankAppearances: Int, causes: [CauseTotal], queuedBehind: QueueTotal?, losses: [LossTotal],
    worst: [BlankCell], redecoded: [RedecodedAsset], lead: LeadRecord
  ) {
    self.blankAppearances = blankAppearances
    self.causes = causes
    self.queuedBehind = queuedBehind
    self.losses = losses
    self.worst = worst
    self.redecoded = redecoded
    self.lead = lead
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

    /// Makes a total.
    public init(cause: BlankCause, cells: Int, blankMs: Double, firstMs: Double, lastMs: Double) {
      self.cause = cause
      self.cells = cells
      self.blankMs = blankMs
      self.firstMs = firstMs
      self.lastMs = lastMs
    }
  }

  /// The jobs that queued cells waited behind.
  public struct QueueTotal: Codable, Hashable, Sendable {
    /// Jobs for cells on screen that began while these waited, summed over the cells.
    public var visible: Int
    /// Jobs for the cache alone that began while these waited, summed over the cells.
    public var cached: Int
    /// The median time from wanted to appearing, in milliseconds.
    public var wantedBeforeMs: Double

    /// Makes a total.
    public init(visible: Int, cached: Int, wantedBeforeMs: Double) {
      self.visible = visible
      self.cached = cached
      self.wantedBeforeMs = wantedBeforeMs
    }
  }

  /// How often images left memory in one way.
  public struct LossTotal: Codable, Hashable, Sendable {
    /// How they left.
    public var reason: LossReason
    /// How often.
    public var count: Int

    /// Makes a total.
    public init(reason: LossReason, count: Int) {
      self.reason = reason
      self.count = count
    }
  }

  /// An asset that was decoded more than once.
  public struct RedecodedAsset: Codable, Hashable, Sendable {
    /// The asset's identifier.
    public var asset: String
    /// How often it was decoded beyond the first time.
    public var redecodes: Int
    /// How it had left memory before, in the order of ``LossReason``.
    public var losses: [LossTotal]

    /// Makes a record.
    public init(asset: String, redecodes: Int, losses: [LossTotal]) {
      self.asset = asset
      self.redecodes = redecodes
      self.losses = losses
    }
  }
}
