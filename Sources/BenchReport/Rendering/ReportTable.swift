/// The table of a result, free of any format: strategies in rows, what was measured in columns.
///
/// Iterations of one combination are pooled by their median. The best value of each column is marked, and so is every
/// value that prints the same, but not where all do. Bounds (``Combination/isReference``) are shown and never marked.
public struct ReportTable: Sendable {
  /// One quantity.
  public struct Column: Hashable, Sendable {
    /// What heads the column.
    public let title: String
    /// The metric, or the figure of a distribution as in `decodeMs.p95`; empty where the column names rows.
    public let metric: String
    /// What the quantity is, in a sentence.
    public let about: String
    /// Which way is better.
    public let better: MetricDefinition.Direction
    /// What a narrow page leaves out first has the least; columns that name rows are never left out.
    let importance: Int
  }

  /// One value.
  public struct Cell: Hashable, Sendable {
    /// What the cell reads.
    public let text: String
    /// What a ratio counts, as in `481 of 618`; `nil` where there is nothing to count.
    public var counts: String?
    /// What the column is sorted by; `nil` sorts last.
    var value: Double?
    /// Whether it is the best of its column.
    public var isBest = false
  }

  /// One combination.
  public struct Row: Hashable, Sendable {
    /// What the row is of, one text for each of ``ReportTable/labels``.
    public let names: [String]
    /// What was measured, one cell for each of ``ReportTable/columns``; empty if the combination did not complete.
    public var cells: [Cell]
    /// How and why the combination did not complete, in place of cells.
    public let failure: String?
    /// Whether the row is there to compare with, not to ship.
    public let isReference: Bool
  }

  /// The columns that name rows: the strategy, and whatever else differs between runs.
  public let labels: [Column]
  /// The columns of what was measured.
  public let columns: [Column]
  /// One row for each combination, in the result's order.
  public let rows: [Row]
  /// What a reader must know to read the table right, a sentence each.
  public let notes: [String]

  /// Makes the table of a result.
  public init(_ result: ResultFile) {
    let pools = PooledRuns.gather(result.runs)
    let names = RowNames(pools.map(\.combination))
    let columns = Self.columns(for: result)
    labels = names.titles.map {
      Column(
        title: $0, metric: "", about: RowNames.about[$0] ?? "", better: .neither, importance: .max)
    }
    self.columns = columns
    rows = Self.marked(
      pools.map { pool in
        Row(
          pool, names: names.texts(for: pool.combination), columns: columns, of: result,
          bound: pools.leastBlankBound(for: pool.combination))
      },
      columns: columns, pools: pools)
    notes = [result.costsNote].compactMap(\.self) + Self.notes(on: pools)
  }

  private static func marked(_ rows: [Row], columns: [Column], pools: [PooledRuns]) -> [Row] {
    var rows = rows
    let rivals = rows.indices.filter { rows[$0].failure == nil && !rows[$0].isReference }
    for (place, column) in columns.enumerated() where column.better != .neither {
      let values = rivals.compactMap { row in
        ReportTable.rank(of: column, in: pools[row]).map { (row: row, rank: $0) }
      }
      guard values.count > 1, let best = values.min(by: { $0.rank < $1.rank }) else { continue }
      let text = rows[best.row].cells[place].text
      guard values.contains(where: { rows[$0.row].cells[place].text != text }) else { continue }
      for (row, _) in values where rows[row].cells[place].text == text {
        rows[row].cells[place].isBest = true
      }
    }
    return rows
  }

  /// A number that is the less, the better the value is.
  fileprivate static func rank(of column: Column, in pool: PooledRuns) -> Double? {
    if column.metric == boundDistance { return pool.median("blankAreaRatio") }
    if column.metric == "growth.verdict" {
      switch pool.growth {
      case .flat: return 0
      case .saturating: return 1
      case .growing: return 2
      case .inconclusive, nil: return nil
      }
    }
    return pool.median(column.metric).map { column.better == .higher ? -$0 : $0 }
  }

  private static func notes(on pools: [PooledRuns]) -> [String] {
    var notes: [String] = []
    let iterations = pools.map(\.completed.count).max() ?? 0
    if iterations > 1 { notes.append("Each value is the median of up to \(iterations) iterations.") }
    if pools.contains(where: \.combination.isReference) {
      notes.append("A bound is there to compare with; it keeps to no budget, or knows the future.")
    }
    if pools.contains(where: { $0.growth == .growing && $0.median("growth.bytesPerLap") == 0 }) {
      notes.append("What grows by 0 B a lap grows outside of the images, in the rest of the process.")
    }
    let warnings = pools.flatMap(\.runs).flatMap { run in run.warnings.map { "\(run.id): \($0)" } }
    if let first = warnings.first {
      notes.append("The result holds \(warnings.count) warnings, the first of \(first)")
    }
    for pool in pools where !pool.completed.isEmpty {
      guard let failed = pool.failed else { continue }
      let count = pool.runs.count - pool.completed.count
      notes.append(
        "\(count) of \(pool.runs.count) iterations of \(failed.combination.strategy) did not complete; "
          + "\(failed.id) \(failed.ending).")
    }
    return notes
  }
}

extension ReportTable.Row {
  fileprivate init(
    _ pool: PooledRuns, names: [String], columns: [ReportTable.Column], of result: ResultFile, bound: Double?
  ) {
    self.names = names
    isReference = pool.combination.isReference
    guard !pool.completed.isEmpty else {
      failure = pool.failed?.ending
      cells = []
      return
    }
    failure = nil
    cells = columns.map { column in
      if column.metric == "growth.verdict" {
        return ReportTable.Cell(
          text: pool.growth?.rawValue ?? Figure.none, value: ReportTable.rank(of: column, in: pool))
      }
      if column.metric == ReportTable.boundDistance {
        let distance = pool.median("blankAreaRatio").flatMap { blank in bound.map { blank - $0 } }
        return ReportTable.Cell(text: Figure.change(distance, unit: "rate"), value: distance)
      }
      let unit = column.metric == "growth.bytesPerLap" ? "bytes" : result.unit(of: column.metric)
      return ReportTable.Cell(
        text: Figure.text(pool.median(column.metric), unit: unit),
        counts: pool.counts(behind: column.metric, refreshRate: result.scenario.refreshRate),
        value: pool.median(column.metric))
    }
  }
}

extension RunRecord {
  /// How the run ended and why, as in `crashed: signal 11`.
  var ending: String { [status.words, failure].compactMap(\.self).joined(separator: ": ") }
}

extension [PooledRuns] {
  /// The least area that a bound leaves blank under the same options; `nil` if none was run.
  fileprivate func leastBlankBound(for combination: Combination) -> Double? {
    filter { $0.combination.isReference && $0.combination.options == combination.options }
      .compactMap { $0.median("blankAreaRatio") }.min()
  }
}
