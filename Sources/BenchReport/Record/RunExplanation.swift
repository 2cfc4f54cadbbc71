/// Why cells were blank in one run, what was decoded again and again, and whether a longer lead could have helped.
///
/// Bounded, however long the run: totals, the worst ``worstLimit`` cells and the worst ``redecodedLimit`` assets.
public struct RunExplanation: Codable, Hashable, Sendable {
  /// How many blank cells are kept at most.
  public static let worstLimit = 50
  /// How many assets that were decoded again are kept at most.
  public static let redecodedLimit = 10

  /// Appearances that began with nothing to show: the sum of ``causes``.
  public var blankAppearances: Int
  /// The causes that occurred, in the order of ``BlankCause``.
  public var causes: [CauseTotal]
  /// What the cells under ``BlankCause/queuedBehind`` waited behind; `nil` if there are none.
  public var queuedBehind: QueueTotal?
  /// The cells under ``BlankCause/evictedEarly`` by how their images left, in the order of ``LossReason``.
  public var losses: [LossTotal]
  /// The cells that were blank for longest, longest first.
  public var worst: [BlankCell]
  /// The assets that were decoded most often, beyond the first time.
  public var redecoded: [RedecodedAsset]
  /// How far ahead the window was against how long images took.
  public var lead: LeadRecord

  /// Makes an explanation of what was measured.
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
    /// Why they were blank.
    public var cause: BlankCause
    /// How many appearances.
    public var cells: Int
    /// For how long in all, in milliseconds on screen.
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

  /// What queued cells waited behind.
  public struct QueueTotal: Codable, Hashable, Sendable {
    /// Jobs for cells on screen that began while these waited, summed over the cells.
    public var visible: Int
    /// Jobs only to be cached that began while these waited, summed over the cells.
    public var cached: Int
    /// From being wanted until appearing, in milliseconds; the middle one.
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
