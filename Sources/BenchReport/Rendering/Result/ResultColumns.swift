/// One quantity of a result, as its table shows it.
struct ResultColumn {
  let title: String
  /// The metric, or the figure of a distribution as in `decodeMs.p95`.
  let metric: String
  /// What the quantity is, in a sentence.
  let about: String
  let better: MetricDefinition.Direction
  let importance: Int

  /// The columns of a result: those that every reader wants, and others where there is something to show.
  static func all(of result: ResultFile) -> [ResultColumn] {
    let laps = result.runs.contains { $0.growth != nil } ? growth : []
    return laps
      + shared.filter { _, metric, _ in
        // Older results do not know how blank it was while the grid scrolled.
        result.metricDefinitions[Metric.name(of: metric)] != nil
          && (metric != "blankAreaRatio" || result.metricDefinitions["scrollBlankRatio"] == nil)
      }.map { title, metric, importance in
        let definition = result.definition(of: metric)
        let tail = metric.hasSuffix(".p95") ? " Nineteen in twenty are no larger." : ""
        return ResultColumn(
          title: title, metric: metric, about: (definition?.about ?? "") + tail,
          better: definition?.better ?? .neither, importance: importance)
      }
  }

  private static let growth = [
    ResultColumn(
      title: "growth", metric: "growth.verdict",
      about: "What memory does lap over lap, once caches are warm: flat, saturating (ever less) or growing.",
      better: .lower, importance: 10),
    ResultColumn(
      title: "per lap", metric: "growth.bytesPerLap",
      about: "Image memory gained with each lap, once caches are warm.", better: .lower, importance: 9),
  ]

  private static let shared = [
    ("not sharp", "scrollNotSharpRatio", 9), ("blank", "scrollBlankRatio", 7),
    ("blank area", "blankAreaRatio", 8),
    ("avoidable", "avoidableBlankRatio", 6), ("of possible", "shareOfPossible", 5),
    ("hit rate", "cacheHitRate", 4),
    ("from store", "storeHitRate", 9), ("time to sharp", "settleToFullMs", 3),
    ("reloaded", "reloadedCells", 9), ("apply p95", "changeApplyMs.p95", 9),
    ("decode p95", "decodeMs.p95", 2),
    ("image memory", "peakImageBytes", 8), ("scratch", "peakScratchBytes", 2),
    ("peak resident", "peakResidentBytes", 4),
    ("hitches", "hitchMsPerSecond", 3), ("waste", "wasteRatio", 1),
  ]

  /// What a combination measured.
  func cell(of pool: PooledRuns, in result: ResultFile) -> Document.Cell {
    switch metric {
    case "growth.verdict": return Document.Cell(pool.growth?.rawValue ?? Figure.none, value: rank(of: pool))
    default:
      let value = pool.median(metric)
      return Document.Cell(
        Figure.text(value, unit: result.unit(of: metric)), value: value,
        aside: pool.counts(behind: metric, refreshRate: result.scenario.refreshRate) ?? "")
    }
  }

  /// A number that is the less, the better the value is; `nil` if there is none.
  func rank(of pool: PooledRuns) -> Double? {
    switch metric {
    case "growth.verdict": return pool.growth.flatMap { $0 == .inconclusive ? nil : Double($0.badness) }
    default: return pool.median(metric).map { better == .higher ? -$0 : $0 }
    }
  }
}

extension PooledRuns {
  /// What a ratio counts, by the medians of its iterations.
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
  /// The unit of a metric, or of a distribution's figure.
  func unit(of metric: String) -> String {
    if metric == "growth.bytesPerLap" { return "bytes" }
    return definition(of: metric)?.unit ?? ""
  }
}
