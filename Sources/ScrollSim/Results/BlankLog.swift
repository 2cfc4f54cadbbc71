internal import OrderedCollections

/// Every appearance of a run that began blank, in order, in equally long columns that correspond to the
/// properties of ``BlankCell``; a missing value is ``DecodeLog/unknown``.
package struct BlankLog: Codable, Hashable, Sendable {
  package var item: [Double] = []
  /// The identifiers of the photos, each once.
  package var assets: [String] = []
  /// The photo, as its index in ``assets``.
  package var asset: [Double] = []
  package var appearedMs: [Double] = []
  package var blankMs: [Double] = []
  /// The ``BlankCause``, as its index among all cases.
  package var cause: [Double] = []
  /// The ``LossReason``, as its index among all cases.
  package var loss: [Double] = []
  package var sinceMs: [Double] = []
  package var queueMs: [Double] = []
  package var decodeMs: [Double] = []
  package var behindVisible: [Double] = []
  package var behindCached: [Double] = []

  /// Makes a log of cells in any order.
  package init(_ cells: [BlankCell]) {
    var photos: OrderedSet<String> = []
    for cell in cells.sorted(by: { ($0.appearedMs, $0.item) < ($1.appearedMs, $1.item) }) {
      item.append(Double(cell.item))
      asset.append(Double(photos.append(cell.asset).index))
      appearedMs.append(cell.appearedMs)
      blankMs.append(cell.blankMs)
      cause.append(Self.place(of: cell.cause))
      loss.append(cell.loss.map(Self.place) ?? DecodeLog.unknown)
      sinceMs.append(cell.sinceMs ?? DecodeLog.unknown)
      queueMs.append(cell.queueMs ?? DecodeLog.unknown)
      decodeMs.append(cell.decodeMs ?? DecodeLog.unknown)
      behindVisible.append(cell.behindVisible.map(Double.init) ?? DecodeLog.unknown)
      behindCached.append(cell.behindCached.map(Double.init) ?? DecodeLog.unknown)
    }
    assets = photos.elements
  }

  /// The cells, without the assets being decoded as they appeared; invalid rows are left out.
  package var cells: [BlankCell] {
    item.indices.compactMap { row in
      guard let item = Int(exactly: item[row]), let cause = BlankCause.all(at: cause[row]),
        let asset = Int(exactly: asset[row]), assets.indices.contains(asset)
      else { return nil }
      func known(_ column: [Double]) -> Double? { column[row] < 0 ? nil : column[row] }
      return BlankCell(
        item: item, asset: assets[asset], appearedMs: appearedMs[row], blankMs: blankMs[row], cause: cause,
        loss: LossReason.all(at: loss[row]), sinceMs: known(sinceMs), queueMs: known(queueMs),
        decodeMs: known(decodeMs), behindVisible: known(behindVisible).flatMap { Int(exactly: $0) },
        behindCached: known(behindCached).flatMap { Int(exactly: $0) })
    }
  }

  private static func place<Case: CaseIterable & Equatable>(of choice: Case) -> Double {
    Double(Array(Case.allCases).firstIndex(of: choice) ?? 0)
  }
}

extension CaseIterable {
  fileprivate static func all(at place: Double) -> Self? {
    let all = Array(allCases)
    return Int(exactly: place).flatMap { all.indices.contains($0) ? all[$0] : nil }
  }
}

extension RunRecord {
  /// The appearances that began blank; none if they were not explained.
  package var knownBlankCells: [BlankCell] { blankCells?.cells ?? [] }
}

/// One appearance that began blank, with the known facts about its image.
package struct BlankCell: Codable, Hashable, Sendable {
  /// The item's place in the grid.
  package var item: Int
  package var asset: String
  /// When the cell appeared, in milliseconds from the first frame.
  package var appearedMs: Double
  /// How long it was blank on screen, in milliseconds.
  package var blankMs: Double
  package var cause: BlankCause
  /// How its image left memory, if it had been in memory.
  package var loss: LossReason?
  /// How long before its appearance its image was wanted, left memory or was given up, in milliseconds.
  package var sinceMs: Double?
  /// How long its image waited for a decoder, in milliseconds; `nil` if none began it while the cell was blank.
  package var queueMs: Double?
  /// How long decoding took, in milliseconds; `nil` if it did not end while the cell was blank.
  package var decodeMs: Double?
  /// Jobs for cells on screen that began while its image waited.
  package var behindVisible: Int?
  /// Jobs for the cache alone that began while its image waited.
  package var behindCached: Int?
  /// The assets that were being decoded when it appeared, at most four.
  package var running: [String] = []
}
