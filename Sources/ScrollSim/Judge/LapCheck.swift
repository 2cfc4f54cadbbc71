extension ScenarioCheck {
  /// Judges whether a process's memory grows from lap to lap, by ``LapTrend``; it needs no baseline.
  ///
  /// Growth is a regression. If a leak of that many bytes a lap (by default ``leakShare`` of each column's
  /// level) could hide in the noise of so few laps, nothing was measured. Footprint and resident memory are
  /// judged without the bytes of live images, which are judged separately; what an app counts grows if each
  /// block of laps lies above the one before, however little.
  public init(of laps: LapSeries, leak: Double? = nil) {
    self.init(name: laps.path, notes: ["\(laps.lapCount) laps, measured by another program."])
    let rule = GrowthRule()
    guard laps.lapCount >= rule.fewestLaps else {
      add(
        .notMeasured, .growth, metric: "growth", "There are \(laps.lapCount) laps.",
        "Measure at least \(rule.fewestLaps), each the same way there and back.")
      return
    }
    for column in LapSeries.Column.allCases {
      guard let series = laps.values[column] else { continue }
      let images = column.isOfProcess ? laps.values[.images] : nil
      let own = images.map { zip(series, $0).map { $0 - $1 } } ?? series
      let judged = own.dropFirst(rule.warmUpLaps).map(Double.init)
      guard let trend = LapTrend(judged), let level = laps.level(of: column) else { continue }
      let none = Array(repeating: 0, count: series.count)
      let isCountedGrowth =
        !column.isOfProcess
        && rule.judge(ledgerBytes: series, liveBuffers: none, residentBytes: []).verdict == .growing
      // A column that is 0 in most laps still has a scale.
      let scale = level > 0 ? level : Double(series.max() ?? 0)
      judge(
        trend, level: level, column, leak: (column.unit == "bytes" ? leak : nil) ?? scale * Self.leakShare,
        grows: isCountedGrowth)
    }
    sort()
  }

  /// The leak a lap that must be detectable unless another is asked for, as a share of the level, or of the
  /// most where that is 0.
  package static let leakShare = 0.01

  private mutating func judge(
    _ trend: LapTrend, level: Double, _ column: LapSeries.Column, leak: Double, grows: Bool
  ) {
    count(column.rawValue)
    func change(_ value: Double) -> String { Figure.change(value, unit: column.unit) }
    func amount(_ value: Double) -> String { Figure.text(value, unit: column.unit) }
    let (low, high) = (change(trend.slope - trend.halfWidth), change(trend.slope + trend.halfWidth))
    let slope = "\(change(trend.slope)) a lap (95 %: \(low) to \(high))"
    notes.append(
      "\(column.rawValue): \(amount(level)), \(slope); a leak of \(amount(trend.smallest)) a lap would show.")
    func add(_ verdict: Verdict, _ text: String, _ advice: String) {
      findings.append(
        Finding(
          verdict, .growth, metric: column.rawValue, unit: column.unit, head: trend.slope, text: text,
          advice: advice))
    }
    // What the app counts is exact.
    if grows || column.isOfProcess && trend.grows(by: leak) {
      add(
        .regression, "\(column.rawValue) grows: \(slope).",
        "Look for objects that each lap leaves behind: images, requests, cells, observers.")
    } else if !trend.excludes(leak) {
      let laps = GrowthRule().warmUpLaps + trend.laps(toShow: leak)
      add(
        .notMeasured, "A leak of \(amount(leak)) a lap could hide in \(column.rawValue): \(slope).",
        "Measure about \(Figure.count(laps)) laps, each the same way there and back, "
          + "or say with --leak what must show.")
    }
  }
}
