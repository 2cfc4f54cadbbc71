internal import ScrollSim

extension ResultReport {
  /// Memory after each lap, growing runs in front; nothing if the trace has no laps.
  var lapByLap: Document.Block {
    let series = pools.compactMap { pool in
      // Of several iterations, the first whose verdict is the worst: it is that of the strategy.
      pool.completed.compactMap(\.growth).first { $0.verdict == pool.growth && !$0.ledgerBytes.isEmpty }.map {
        (name: names.line(for: pool.combination), growth: $0, isReference: pool.combination.isReference)
      }
    }
    guard let warmUp = series.map(\.growth.warmUpLaps).max() else { return .text() }
    let rivals = series.filter { !$0.isReference }
    let growing = rivals.filter { $0.growth.verdict == .growing }.map(\.name)
    // `nil` if no run has any values, as models have no resident memory.
    func panel(_ name: String, _ bytes: (GrowthRecord) -> [Int]) -> LineChart.Panel? {
      let most = series.flatMap { bytes($0.growth) }.max() ?? 0
      guard most > 0 else { return nil }
      let scale = ByteScale(fitting: Double(most))
      let lines = series.filter { !bytes($0.growth).isEmpty }.map { run in
        let points = bytes(run.growth).enumerated().map {
          LineChart.Point(x: Double($0 + 1), y: Double($1) / scale.size)
        }
        return LineChart.Line(name: run.name, points: points)
      }
      return LineChart.Panel(name: name, unit: scale.name, lines: lines)
    }
    var chart = LineChart(
      title: "Memory lap by lap", axis: "lap",
      panels: [
        panel("image memory after each lap", \.ledgerBytes),
        panel("resident memory after each lap", \.residentBytes),
      ].compactMap(\.self), plotHeight: 110, width: 520)
    // Too few laps are not judged at all.
    if series.contains(where: { $0.growth.ledgerBytes.count > warmUp }) {
      chart.mark = .init(name: "judged from lap \(warmUp + 1)", y: Double(warmUp + 1))
    }
    chart.front =
      growing.isEmpty && series.count > LineChart.mostColours
      ? few(LineChart.mostColours).map { names.line(for: $0.combination) } : growing
    let untold = rivals.count { $0.growth.verdict == .inconclusive }
    let calm =
      untold > 0
      ? "It is unknown whether \(untold) of \(rivals.count) grow."
      : series.contains { $0.growth.verdict == .growing } ? "Only references grow." : "Nothing grows."
    let hint =
      growing.isEmpty
      ? "Live memory after each lap. \(calm)"
      : "Live memory after each lap: \(growing.count) of \(rivals.count) grow, drawn in colour in front of the others."
    return .section(
      "Memory lap by lap", [.hint(hint), .markup("<div class=\"laps\">\(chart.svg(id: "\(id)-laps"))</div>")])
  }
}
