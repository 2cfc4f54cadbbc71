internal import GalleryKit

extension RunExplanation {
  /// Adds up the blank cells, and picks the worst; the order of `records` does not matter.
  init(_ cells: [BlankCell], records: [ImageKey: ImageRecord], lead: LeadRecord) {
    let byCause = Dictionary(grouping: cells, by: \.cause)
    let losses = Dictionary(grouping: cells.compactMap(\.loss)) { $0 }.mapValues(\.count)
    let queue = byCause[.queuedBehind].map { cells in
      QueueTotal(
        visible: cells.reduce(0) { $0 + ($1.behindVisible ?? 0) },
        cached: cells.reduce(0) { $0 + ($1.behindCached ?? 0) },
        wantedBeforeMs: (Distribution(of: cells.compactMap(\.sinceMs))?.p50 ?? 0).rounded(toPlaces: 3))
    }
    self.init(
      blankAppearances: cells.count,
      causes: BlankCause.allCases.compactMap { cause in
        byCause[cause].map { cells in
          CauseTotal(
            cause: cause, cells: cells.count,
            blankMs: cells.reduce(0) { $0 + $1.blankMs }.rounded(toPlaces: 3),
            firstMs: cells.reduce(.infinity) { min($0, $1.appearedMs) },
            lastMs: cells.reduce(0) { max($0, $1.appearedMs) })
        }
      },
      queuedBehind: queue, losses: Self.totals(losses), worst: Self.worst(of: cells),
      redecoded: Self.redecoded(records), lead: lead)
  }

  private static func worst(of cells: [BlankCell]) -> [BlankCell] {
    // Sorts indices rather than cells, which are large.
    cells.indices.sorted { isWorse(cells[$0], cells[$1]) }.prefix(worstLimit).map { cells[$0] }
  }

  private static func isWorse(_ left: BlankCell, _ right: BlankCell) -> Bool {
    (right.blankMs, left.appearedMs, left.item) < (left.blankMs, right.appearedMs, right.item)
  }

  private static func redecoded(_ records: [ImageKey: ImageRecord]) -> [RedecodedAsset] {
    let again = records.filter { $0.value.decodes > 1 }
      .sorted { left, right in
        left.value.decodes == right.value.decodes
          ? left.key < right.key : left.value.decodes > right.value.decodes
      }
    return again.prefix(redecodedLimit).map { key, record in
      RedecodedAsset(asset: key.asset, redecodes: record.decodes - 1, losses: totals(record.losses))
    }
  }

  private static func totals(_ counts: [LossReason: Int]) -> [LossTotal] {
    LossReason.allCases.compactMap { reason in
      counts[reason].map { LossTotal(reason: reason, count: $0) }
    }
  }
}
