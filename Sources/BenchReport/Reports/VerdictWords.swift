internal import ScrollSim

extension ResultFile {
  /// The verdict in a page's words: in a word or two, its tone, and one sentence, or two.
  ///
  /// A result passes if it breaks no limit. Two conditions keep such a pass from looking like good news: a machine that was too
  /// busy to tell, and memory that grows lap over lap without a limit on it.
  var verdictInWords: (label: String, tone: Document.Tone, sentence: String) {
    let growing = growingUnasked
    let done = mode == .model ? "modelled" : "measured"
    return switch judged {
    case .limitBroken: ("limit broken", .bad, "A limit is broken.")
    case .notMeasured: ("not measured", .unsure, "Not everything was \(done).")
    case .pass where !growing.isEmpty: ("memory grows", .unsure, sentence(on: growing))
    case .pass where Quietness(self).isTooBusyToTell:
      ("pass", .unsure, "Everything was measured, on a machine that was too busy to tell.")
    case .pass where scenario.limits.isEmpty:
      ("pass", .good, "Pass: everything was \(done). The scenario sets no limits.")
    case .pass: ("pass", .good, "Pass: everything was \(done), and every limit held.")
    }
  }

  /// The combinations, except references, whose memory grows without a limit on growth in the scenario.
  private var growingUnasked: [PooledRuns] {
    scenario.limits["growth"] != nil
      ? [] : PooledRuns.gather(runs).filter { $0.growth == .growing && !$0.combination.isReference }
  }

  private func sentence(on growing: [PooledRuns]) -> String {
    let names = RowNames(runs.map(\.combination))
    let most = growing.compactMap { $0.median("growth.bytesPerLap") }.max() ?? 0
    let slope = most > 0 ? ", by up to \(Figure.text(most, unit: "bytes")) a lap" : ""
    return
      "Memory grows lap over lap with \(growing.map { names.line(for: $0.combination) }.listed(most: 4))\(slope). "
      + "The scenario sets no limit on growth, so that the result passes."
  }
}
