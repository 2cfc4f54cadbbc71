internal import ScrollSim

/// The verdict on a result, in a page's words.
///
/// A result passes if it breaks no limit. Two conditions keep such a pass from looking like good news: a machine that was too
/// busy to tell, and memory that grows lap over lap without a limit on it.
struct VerdictWords {
  /// One sentence, or two.
  let sentence: String
  /// The verdict in a word or two.
  let label: String
  let tone: Document.Tone

  init(_ result: ResultFile) {
    let growing = result.growingUnasked
    let done = result.mode == .model ? "modelled" : "measured"
    (label, tone, sentence) =
      switch result.judged {
      case .limitBroken: ("limit broken", .bad, "A limit is broken.")
      case .notMeasured: ("not measured", .unsure, "Not everything was \(done).")
      case .pass where !growing.isEmpty: ("memory grows", .unsure, Self.sentence(on: growing, of: result))
      case .pass where Quietness(result).isTooBusyToTell:
        ("pass", .unsure, "Everything was measured, on a machine that was too busy to tell.")
      case .pass where result.scenario.limits.isEmpty:
        ("pass", .good, "Pass: everything was \(done). The scenario sets no limits.")
      case .pass: ("pass", .good, "Pass: everything was \(done), and every limit held.")
      }
  }

  private static func sentence(on growing: [PooledRuns], of result: ResultFile) -> String {
    let names = RowNames(PooledRuns.gather(result.runs).map(\.combination))
    let most = growing.compactMap { $0.median("growth.bytesPerLap") }.max() ?? 0
    let slope = most > 0 ? ", by up to \(Figure.text(most, unit: "bytes")) a lap" : ""
    return
      "Memory grows lap over lap with \(growing.map { names.line(for: $0.combination) }.listed(most: 4))\(slope). "
      + "The scenario sets no limit on growth, so that the result passes."
  }
}

extension ResultFile {
  /// The combinations, except references, whose memory grows without a limit on growth in the scenario.
  fileprivate var growingUnasked: [PooledRuns] {
    scenario.limits["growth"] != nil
      ? [] : PooledRuns.gather(runs).filter { $0.growth == .growing && !$0.combination.isReference }
  }
}
