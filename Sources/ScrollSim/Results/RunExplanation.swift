/// Why cells were blank in one run, which assets were decoded repeatedly, and how many had to be blank, in bounded size.
package struct RunExplanation: Codable, Hashable, Sendable {
  /// The most blank cells that are kept.
  package static let worstLimit = 50
  /// The most redecoded assets that are kept.
  package static let redecodedLimit = 10

  /// Appearances that began blank: the sum of ``causes``.
  package var blankAppearances: Int
  /// The causes that occurred, in the order of ``BlankCause``.
  package var causes: [CauseTotal]
  /// The jobs that cells under ``BlankCause/queuedBehind`` waited behind; `nil` if there are no such cells.
  package var queuedBehind: QueueTotal?
  /// The cells under ``BlankCause/evictedEarly`` by how their images left, in the order of ``LossReason``.
  package var losses: [LossTotal]
  /// The cells that were blank for longest, the longest first.
  package var worst: [BlankCell]
  /// The assets that were decoded most often, beyond the first time.
  package var redecoded: [RedecodedAsset]
  /// The window's lead against the time that images took.
  package var lead: LeadRecord
  /// The fewest appearances that begin blank over this trace, proved for every strategy in every order; `nil` in replays, in a
  /// library that changes, and where no bounds were asked for.
  package var leastBlank: Int?

  /// ``leastBlank`` as a share of the blank appearances; `nil` if either is not known or 0.
  package var leastBlankShare: Double? {
    leastBlank.flatMap { $0 > 0 && blankAppearances > 0 ? Double($0) / Double(blankAppearances) : nil }
  }

  /// The appearances with one cause.
  package struct CauseTotal: Codable, Hashable, Sendable {
    package var cause: BlankCause
    package var cells: Int
    /// Their total blank time on screen, in milliseconds.
    package var blankMs: Double
    /// When the first of them appeared, in milliseconds from the first frame.
    package var firstMs: Double
    /// When the last of them appeared, in milliseconds from the first frame.
    package var lastMs: Double
  }

  /// The jobs that queued cells waited behind.
  package struct QueueTotal: Codable, Hashable, Sendable {
    /// Jobs for cells on screen that began while these waited, summed over the cells.
    package var visible: Int
    /// Jobs for the cache alone that began while these waited, summed over the cells.
    package var cached: Int
    /// The median time from wanted to appearing, in milliseconds.
    package var wantedBeforeMs: Double
  }

  /// How often images left memory in one way.
  package struct LossTotal: Codable, Hashable, Sendable {
    package var reason: LossReason
    package var count: Int
  }

  /// An asset that was decoded more than once.
  package struct RedecodedAsset: Codable, Hashable, Sendable {
    package var asset: String
    /// How often it was decoded beyond the first time.
    package var redecodes: Int
    /// How it had left memory before, in the order of ``LossReason``.
    package var losses: [LossTotal]
  }
}

/// The window's lead against the time that images took.
package struct LeadRecord: Codable, Hashable, Sendable {
  /// For each frame in motion whose window does not reach the content's end, the time that the viewport needs to cross the
  /// window's part beyond it, in milliseconds.
  package var leadMs: Distribution?
  /// The same for frames that moved faster than a screenful per second.
  package var fastLeadMs: Distribution?
  /// The time from wanted to decoded, in milliseconds, of all decoded images: queueing and decoding.
  package var wantedToReadyMs: Distribution?
  /// The share of decoder time used while the grid was moving, 0…1.
  package var busyMoving: Double?
  /// The same while it moved faster than a screenful per second.
  package var busyFast: Double?
}
