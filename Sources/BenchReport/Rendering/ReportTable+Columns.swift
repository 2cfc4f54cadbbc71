extension ReportTable {
  /// The columns of a result: those that every reader wants, and growth where the trace has laps.
  static func columns(for result: ResultFile) -> [Column] {
    let growth = result.runs.contains { $0.growth != nil }
    let hasStores = result.hasStores
    let changesLibrary = result.changesLibrary
    let hasBound = result.runs.contains { $0.combination.isReference }
    return (growth ? growthColumns : [])
      + shared.filter {
        (hasBound || $0.1 != boundDistance) && (hasStores || $0.1 != "storeHitRate")
          && (changesLibrary || !ofChanges.contains($0.1))
          && (result.mode == .replay || $0.1 != "changeApplyMs.p95")
      }
      .map { title, metric, importance in
        let name = String(metric.prefix { $0 != "." })
        if metric == boundDistance { return distanceColumn }
        let definition = result.definition(of: name)
        let isTail = metric.hasSuffix(".p95")
        return Column(
          title: title, metric: metric,
          about: (definition?.about ?? "") + (isTail ? " Nineteen in twenty are no larger." : ""),
          better: definition?.better ?? .neither, importance: importance)
      }
  }

  private static let growthColumns = [
    Column(
      title: "growth", metric: "growth.verdict",
      about: "What memory does lap over lap, once caches are warm: flat, saturating (ever less) or growing.",
      better: .lower, importance: 10),
    Column(
      title: "per lap", metric: "growth.bytesPerLap",
      about: "Image memory gained with each lap, once caches are warm.", better: .lower, importance: 9),
  ]

  /// How much more area is blank than under the better of the bounds.
  static let boundDistance = "blankAreaRatio-bound"

  private static let distanceColumn = Column(
    title: "to bound", metric: boundDistance,
    about:
      "Blank area beyond that of the better bound, which knows the trace but no changes, in percentage points.",
    better: .lower, importance: 6)

  private static let ofChanges: Set = ["reloadedCells", "changeApplyMs.p95"]

  private static let shared = [
    ("hit rate", "cacheHitRate", 5),
    ("from store", "storeHitRate", 9),
    ("blank area", "blankAreaRatio", 8),
    ("to bound", boundDistance, 6),
    ("settle", "settleToFullMs", 3),
    ("reloaded", "reloadedCells", 9),
    ("apply p95", "changeApplyMs.p95", 9),
    ("decode p95", "decodeMs.p95", 2),
    ("peak resident", "peakResidentBytes", 4),
    ("image memory", "peakImageBytes", 7),
    ("waste", "wasteRatio", 1),
  ]
}

extension ResultFile {
  /// The unit of a metric, or of a distribution's figure.
  func unit(of metric: String) -> String {
    if metric == "growth.bytesPerLap" { return "bytes" }
    return definition(of: String(metric.prefix { $0 != "." }))?.unit ?? ""
  }
}
