internal import ScrollSim

/// Strategies in rows, measurements in columns.
///
/// Iterations of one combination are pooled by their median. The best value of each column is marked, and so is every value that
/// prints the same, unless all do. References (``Combination/isReference``) are never marked.
struct ResultTable {
  let table: Document.Table
  let notes: [String]

  /// - Parameter recommendation: its rows are marked in a page; `nil` marks none.
  init(_ result: ResultFile, columns: Document.Columns = .deciding, recommendation: Recommendation? = nil) {
    let pools = PooledRuns.gather(result.runs).bestFirst(recommendation)
    let names = RowNames(pools.map(\.combination))
    let hidesAlike = columns == .deciding
    let all = ResultColumn.chosen(columns, of: result).map {
      (column: $0, cells: Self.cells(in: $0, of: pools, result))
    }
    let shown = all.filter { !hidesAlike || $0.column.isQuoted || !Self.areAlike($0.cells, of: pools) }
    let (columns, figures) = (shown.map(\.column), shown.map(\.cells))
    table = Document.Table(
      label: "Strategies", isSortable: true,
      columns: names.titles.map {
        Document.Column(title: $0, meaning: RowNames.about[$0] ?? "", better: .neither)
      }
        + columns.map {
          Document.Column(
            title: $0.title, kind: $0.kind, meaning: $0.about, better: $0.better, importance: $0.importance)
        },
      rows: pools.enumerated().map { place, pool in
        var names = names.texts(for: pool.combination).map { Document.Cell($0) }
        if pool.combination == recommendation?.combination { names[0].aside = "recommended" }
        if pool.combination == recommendation?.runnerUp { names[0].aside = "runner-up" }
        let cells =
          pool.completed.isEmpty ? [.init(pool.failed?.ending ?? "", .bad)] : figures.map { $0[place] }
        let isRecommended = pool.combination == recommendation?.combination
        return Document.Row(
          names + cells, isRecommended ? .recommended : pool.combination.isReference ? .reference : .plain)
      })
    let iterations = pools.map(\.completed.count).max() ?? 0
    let spread = table.hasSpread ? "; ± is the largest deviation from it." : "."
    let remarks = [
      iterations > 1 ? "Each value is the median of up to \(iterations) iterations\(spread)" : nil,
      recommendation?.outlook, result.costsNote, result.estimateNote,
    ]
    notes =
      remarks.compactMap(\.self) + (result.traceNotes ?? []) + result.failureNotes
      + Self.notes(on: pools, budget: result.scenario.memoryBudgetBytes, chosen: recommendation?.combination)
  }

  /// Whether a column tells no strategies apart, and warns of none.
  private static func areAlike(_ cells: [Document.Cell], of pools: [PooledRuns]) -> Bool {
    let told = zip(cells, pools).filter { !$0.1.combination.isReference && !$0.1.completed.isEmpty }.map(\.0)
    return told.count > 1 && Set(told.map(\.text)).count == 1 && !told.contains { $0.tone == .bad }
  }

  private static func cells(
    in column: ResultColumn, of pools: [PooledRuns], _ result: ResultFile
  ) -> [Document.Cell] {
    var cells = pools.map { column.cell(of: $0, in: result) }
    guard column.better != .neither else { return cells }
    let ranks = pools.indices.compactMap { place -> (place: Int, rank: Double)? in
      let pool = pools[place]
      guard !pool.completed.isEmpty, !pool.combination.isReference else { return nil }
      return column.rank(of: pool, in: result).map { (place, $0) }
    }
    guard ranks.count > 1, let best = ranks.min(by: { $0.rank < $1.rank }) else { return cells }
    let marked = ranks.filter { cells[$0.place].text == cells[best.place].text }
    if marked.count < ranks.count {
      for (place, _) in marked { cells[place].tone = .best }
    }
    return cells
  }

  /// - Parameter chosen: the recommended combination, whose working memory is reported; that of all that can
  ///   be recommended if `nil`.
  private static func notes(on pools: [PooledRuns], budget: Int, chosen: Combination?) -> [String] {
    var notes: [String] = []
    if pools.contains(where: { $0.combination.library != nil }) { notes.append(Combination.libraryNote) }
    if pools.contains(where: { $0.growth == .growing && $0.median("growth.bytesPerLap") == 0 }) {
      notes.append("A run that grows by 0 B a lap grows outside its images, in the rest of the process.")
    }
    let told = pools.filter { chosen == nil ? !$0.combination.isReference : $0.combination == chosen }
    let scratch = told.flatMap(\.completed).max {
      ($0.figure("peakScratchBytes") ?? 0) < ($1.figure("peakScratchBytes") ?? 0)
    }
    if let scratch, let bytes = scratch.figure("peakScratchBytes"), let photo = scratch.peakScratchPhoto {
      let sum = (scratch.figure("peakImageBytes") ?? 0) + bytes
      // "150 MB in all, more than the budget of 150 MB" would contradict itself.
      let isClose = Figure.text(sum, unit: "bytes") == Figure.bytes(budget)
      func amount(_ bytes: Double) -> String {
        isClose ? Figure.exact(bytes, unit: "bytes") : Figure.text(bytes, unit: "bytes")
      }
      notes.append(
        "Decoders' working memory comes on top of image memory: up to \(Figure.text(bytes, unit: "bytes")), for photo \(photo); "
          + "\(scratch.combination.name) takes up to \(amount(sum)) in all"
          + (sum > Double(budget) ? ", more than the budget of \(amount(Double(budget)))." : "."))
    }
    let warnings = pools.flatMap(\.runs).flatMap { run in run.warnings.map { "\(run.id): \($0)" } }
    if let first = warnings.first {
      let holds = warnings.count == 1 ? "a warning, from" : "\(warnings.count) warnings, the first from"
      notes.append("The result has \(holds) \(first)")
    }
    for pool in pools where !pool.completed.isEmpty {
      guard let failed = pool.failed else { continue }
      let count = pool.runs.count - pool.completed.count
      notes.append(
        "\(count) of \(pool.runs.count) iterations of \(failed.combination.name) did not complete; "
          + "\(failed.id) \(failed.ending).")
    }
    if pools.contains(where: { $0.combination.isReference && $0.combination.library == nil }) {
      notes.append("A reference (ref.) is for comparison only: it ignores the budget or knows the future.")
    }
    return notes
  }
}

extension [PooledRuns] {
  /// The recommended combination, the others by rising loss, those that were not measured, and references.
  fileprivate func bestFirst(_ recommendation: Recommendation?) -> [PooledRuns] {
    func rank(_ pool: PooledRuns) -> (Int, Double, Double) {
      let figures = pool.figures
      let place =
        pool.combination == recommendation?.combination
        ? 0 : pool.combination.isReference ? 3 : figures == nil ? 2 : 1
      return (place, figures?.loss ?? 0, figures?.peakImageBytes ?? 0)
    }
    return sorted { rank($0) < rank($1) }
  }
}

extension ResultFile {
  /// A note on a replay's bounds, and on runs that show them to be too high; `nil` without bounds.
  fileprivate var estimateNote: String? {
    let bounded = runs.filter { mode == .replay && $0.status == .completed && $0.bounds != nil }
    guard !bounded.isEmpty else { return nil }
    let metric = "scrollBlankRatio"
    let better = bounded.count { ($0.figure(metric) ?? .infinity) < ($0.bounds?[metric] ?? -.infinity) }
    return
      "Avoidable blank is an estimate from \(scenario.devicePace?.device ?? "this machine")'s costs; no verdict uses it."
      + (better == 0
        ? ""
        : " \(better) of \(bounded.count) runs left less blank area than the estimate calls possible, so the estimate is too high: "
          + "'scrollsim calibrate' measures the costs again.")
  }
}
