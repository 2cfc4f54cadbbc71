extension ScenarioCheck {
  /// Holds a process's laps to the ``GrowthRule``, which needs no baseline.
  ///
  /// Growth is a regression; too few laps count as not measured. A series that is neither steady nor growing is a notice: a pool
  /// that fills and empties is no leak. Growth counts in either footprint or resident memory; the bytes of live images are first
  /// subtracted from both, and judged by themselves.
  public init(of laps: LapSeries, rule: GrowthRule = GrowthRule()) {
    self.init(name: laps.path, notes: ["\(laps.lapCount) laps, measured by another program."])
    guard laps.lapCount >= rule.fewestLaps else {
      findings.append(
        Finding(
          .notMeasured, .growth, metric: "growth", text: "There are \(laps.lapCount) laps.",
          advice: "Measure at least \(rule.fewestLaps), each the same way there and back."))
      return
    }
    let none = Array(repeating: 0, count: laps.lapCount)
    let images = laps.values[.images] ?? none
    for column in LapSeries.Column.allCases {
      guard let series = laps.values[column] else { continue }
      let growth =
        switch column {
        case .resident, .footprint:
          rule.judge(
            ledgerBytes: none, liveBuffers: none, residentBytes: zip(series, images).map { $0 - $1 })
        case .images, .liveImages: rule.judge(ledgerBytes: series, liveBuffers: none, residentBytes: [])
        }
      judge(growth.verdict, of: series.dropFirst(growth.warmUpLaps), column)
    }
    sort()
  }

  private mutating func judge(
    _ verdict: GrowthRecord.Verdict, of series: ArraySlice<Int>, _ column: LapSeries.Column
  ) {
    count(.growth)
    let unit = column == .liveImages ? "count" : "bytes"
    let slope = TheilSen.slope(ofSeries: series.map(Double.init)) ?? 0
    func add(_ verdict: Finding.Verdict, _ text: String, _ advice: String) {
      findings.append(
        Finding(
          verdict, .growth, metric: column.rawValue, unit: unit, text: text, advice: advice))
    }
    let gain = "\(Figure.change(slope, unit: unit)) a lap (the median slope)"
    switch verdict {
    case .flat: break
    case .saturating:
      add(.notice, "\(column.rawValue) still rises, but ever less: \(gain).", "Measure more laps.")
    case .growing:
      add(
        .regression, "\(column.rawValue) grows with every lap: \(gain).",
        "Look for objects that each lap leaves behind: images, requests, cells, observers.")
    case .inconclusive:
      add(.notice, "\(column.rawValue) neither stays nor grows: \(gain).", "Go the same way in each lap.")
    }
  }
}
