internal import ScrollSim

extension Document {
  /// The columns of a result's table.
  public enum Columns: Hashable, Sendable {
    /// The columns that people decide by.
    case deciding
    /// All columns of tables, those that people decide by first.
    case wide
    /// Chosen columns, in this order: titles of columns, words joined by spaces or hyphens, as in `hit-rate`; or metrics and
    /// figures, as in `cacheHitRate` or `decodeMs.p95`.
    case named([String])

    /// The titles of all columns, as ``named(_:)`` takes them.
    package static let titles = ResultColumn.catalogue.map { ResultColumn.word(for: $0.title) }

    /// Whether ``named(_:)`` knows a column with this name.
    package static func isKnown(_ name: String) -> Bool {
      if titles.contains(ResultColumn.word(for: name)) { return true }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      guard let metric = Metric.named(name) else { return false }
      return metric.isDistribution
        ? parts.count == 2 && ["min", "p50", "p90", "p95", "p99", "max"].contains(parts[1]) : parts.count == 1
    }
  }
}

struct ResultColumn {
  let title: String
  /// The metric, or the figure of a distribution as in `decodeMs.p95`.
  let metric: String
  let about: String
  let better: MetricDefinition.Direction
  let importance: Int

  /// The columns of a result's table; those that its runs cannot have are left out unless named.
  static func chosen(_ columns: Document.Columns, of result: ResultFile) -> [ResultColumn] {
    switch columns {
    case .deciding:
      let blank = ["scrollBlankRatio", "blankAreaRatio"].first(where: result.hasColumn)
      return catalogue.filter { ($0.decides || $0.metric == blank) && result.hasColumn($0.metric) }
        .map { ResultColumn($0, of: result) }
    case .wide:
      let all = catalogue.filter { result.hasColumn($0.metric) }.map { ResultColumn($0, of: result) }
      return (chosen(.deciding, of: result) + all).uniqued { $0.metric }
    case .named(let names):
      return names.map { name in
        let entry = catalogue.first { word(for: $0.title) == word(for: name) || $0.metric == name }
        return ResultColumn(entry ?? (name, name, 5, false), of: result)
      }
    }
  }

  fileprivate static func word(for title: String) -> String { title.lowercased().replacing(" ", with: "-") }

  static func title(of metric: String) -> String { catalogue.first { $0.metric == metric }?.title ?? metric }

  private init(_ entry: Entry, of result: ResultFile) {
    title = entry.title
    metric = entry.metric
    importance = entry.importance
    if let known = Self.others[metric] {
      (about, better) = known
    } else {
      let definition = result.definition(of: metric)
      let tail = metric.hasSuffix(".p95") ? " Nineteen in twenty are no larger." : ""
      (about, better) = ((definition?.about ?? "") + tail, definition?.better ?? .neither)
    }
  }

  private static let fits = "fits"
  fileprivate static let sharpness = "sharpness"
  /// Not a metric, since a replay has no bound: the avoidable part of the blank area.
  fileprivate static let estimate = "estimatedAvoidableBlank"

  /// The columns that are not metrics: their meaning, and the better direction.
  private static let others: [String: (String, MetricDefinition.Direction)] = [
    fits: (
      "Whether images fit the memory budget: over means that their peak exceeds it, grows that memory grows lap over lap.",
      .neither
    ),
    "growth.verdict": (
      "Memory from lap to lap, once caches are warm: flat, saturating (rising less and less) or growing.",
      .lower
    ),
    "growth.bytesPerLap": ("Image memory gained with each lap, once caches are warm.", .lower),
    estimate: (
      "An estimate of the avoidable blank area while scrolling, from calibrated decode times. No verdict uses it.",
      .neither
    ),
    sharpness: (
      "How close images, as a screen draws them, come to a resampling of the whole photo in double precision: peak signal-to-noise ratio over a few photos.",
      .higher
    ),
  ]

  fileprivate typealias Entry = (title: String, metric: String, importance: Int, decides: Bool)

  /// All columns in their order; a narrow table leaves out the least important first.
  fileprivate static let catalogue: [Entry] = [
    ("growth", "growth.verdict", 10, true), ("per lap", "growth.bytesPerLap", 9, true),
    ("fits", fits, 7, true), ("blank", "scrollBlankRatio", 8, false),
    ("blank area", "blankAreaRatio", 6, false), ("not sharp", "scrollNotSharpRatio", 9, true),
    ("image memory", "peakImageBytes", 8, true), ("sharpness", sharpness, 6, true),
    ("time to sharp", "settleToFullMs", 5, true), ("hitches", "hitchMsPerSecond", 5, true),
    ("from store", "storeHitRate", 9, true), ("reloaded", "reloadedCells", 9, true),
    ("avoidable blank", "avoidableBlankRatio", 4, false), ("avoidable est.", estimate, 4, false),
    ("of possible", "shareOfPossible", 4, false), ("hit rate", "cacheHitRate", 4, false),
    ("apply p95", "changeApplyMs.p95", 3, false), ("ready p95", "timeToReadyMs.p95", 2, false),
    ("decode p95", "decodeMs.p95", 2, false), ("scratch", "peakScratchBytes", 2, false),
    ("peak resident", "peakResidentBytes", 4, false), ("waste", "wasteRatio", 1, false),
  ]

  /// Whether the answer quotes the column's figures, so that it is shown even if they are all alike.
  var isQuoted: Bool {
    ["scrollBlankRatio", "blankAreaRatio", "scrollNotSharpRatio", "peakImageBytes"].contains(metric)
  }

  var kind: Document.Column.Kind { metric == Self.fits ? .word : .figure }

  func cell(of pool: PooledRuns, in result: ResultFile) -> Document.Cell {
    let value = value(of: pool, in: result)
    var cell: Document.Cell
    switch metric {
    case Self.fits:
      let fit = pool.fit(budget: result.scenario.memoryBudgetBytes)
      let isBad = fit != .fits && fit != nil && !pool.combination.isReference
      cell = .init(fit?.rawValue ?? Figure.none, isBad ? .bad : .plain)
    case "growth.verdict": cell = .init(pool.growth?.rawValue ?? Figure.none)
    case Self.sharpness: cell = .init(value.map { "\(Figure.fixed($0, 1)) dB" } ?? Figure.none)
    default:
      // A model's iterations are all the same.
      let spread = result.mode == .model ? nil : pool.spread(metric)
      cell = .figure(value, unit: result.unit(of: metric), spread: spread)
      cell.aside = pool.counts(behind: metric, refreshRate: result.scenario.refreshRate) ?? ""
    }
    cell.value = value
    return cell
  }

  /// A number that is smaller for a better value; `nil` without a value.
  func rank(of pool: PooledRuns, in result: ResultFile) -> Double? {
    value(of: pool, in: result).map { better == .higher ? -$0 : $0 }
  }

  private func value(of pool: PooledRuns, in result: ResultFile) -> Double? {
    switch metric {
    case Self.fits: nil
    case Self.sharpness: result.sharpness(of: pool.combination)
    case "growth.verdict": pool.growth.flatMap { $0 == .inconclusive ? nil : Double($0.badness) }
    case Self.estimate: pool.estimatedAvoidableBlank
    default: pool.median(metric)
    }
  }
}

extension PooledRuns {
  /// Blank area while scrolling minus the estimated bound, the median of iterations; 0 if a run leaves less than the estimate,
  /// and `nil` without one.
  fileprivate var estimatedAvoidableBlank: Double? {
    completed.compactMap { run in
      run.bounds?["scrollBlankRatio"].flatMap { bound in
        run.figure("scrollBlankRatio").map { max(0, $0 - bound) }
      }
    }.median
  }

  /// The counts behind a ratio, by the medians of its iterations.
  fileprivate func counts(behind metric: String, refreshRate: Int) -> String? {
    guard let value = median(metric) else { return nil }
    func share(of whole: Double?, unit: String) -> String? {
      whole.map { "\(Figure.text(value * $0, unit: unit)) of \(Figure.text($0, unit: unit))" }
    }
    switch metric {
    case "cacheHitRate":
      return median("appearances").map { "\(Figure.fixed(value * $0, 0)) of \(Figure.fixed($0, 0))" }
    case "blankAreaRatio":
      return share(of: median("frameCount").map { $0 / Double(refreshRate) }, unit: "seconds")
    case "wasteRatio": return share(of: median("decodedBytes"), unit: "bytes")
    case "decodeMs.p95":
      let decodes = completed.compactMap { $0.distributions["decodeMs"].map { Double($0.n) } }.median
      return decodes.map { "of \(Figure.fixed($0, 0))" }
    default: return nil
    }
  }
}

extension ResultFile {
  fileprivate func hasColumn(_ metric: String) -> Bool {
    switch metric {
    case "fits": true
    case ResultColumn.sharpness: sharpness != nil
    case ResultColumn.estimate: mode == .replay && runs.contains { $0.bounds != nil }
    case "growth.verdict", "growth.bytesPerLap": runs.contains { $0.growth != nil }
    // A grid that did not scroll has no blank area while scrolling.
    case "blankAreaRatio": metricDefinitions["scrollBlankRatio"] == nil
    default: metricDefinitions[Metric.name(of: metric)] != nil
    }
  }

  /// The sharpness of a combination's images, in decibels.
  fileprivate func sharpness(of combination: Combination) -> Double? {
    combination[.resizeMode].flatMap { sharpness?[$0] }
  }

  func unit(of metric: String) -> String {
    let others = ["growth.bytesPerLap": "bytes", ResultColumn.estimate: "rate"]
    return others[metric] ?? definition(of: metric)?.unit ?? ""
  }
}
