import BenchReport

@testable import ScrollSim

extension Sample {
  /// A run of `screens` with an explanation.
  static let explained: RunRecord = {
    var run = Sample.run("screens")
    run.explanation = explanation()
    run.metrics["appearances"] = 500
    return run
  }()

  /// An explanation that has everything.
  static func explanation(
    causes: [(cause: BlankCause, cells: Int)] = [(.queuedBehind, 20), (.evictedEarly, 5)],
    lead: [Double] = [100, 300, 500], leastBlank: Int? = 2, busy: Double = 0.6, asset: String = "beach"
  ) -> RunExplanation {
    let total = causes.reduce(0) { $0 + $1.cells }
    var explanation = RunExplanation(
      blankAppearances: total,
      causes: causes.map {
        .init(cause: $0.cause, cells: $0.cells, blankMs: Double($0.cells) * 25, firstMs: 100, lastMs: 2000)
      },
      queuedBehind: .init(visible: 60, cached: 10, wantedBeforeMs: 80),
      losses: [.init(reason: .budget, count: 4), .init(reason: .released, count: 1)],
      worst: [
        BlankCell(
          item: 12, asset: asset, appearedMs: 1500, blankMs: 50, cause: .queuedBehind, sinceMs: 80,
          queueMs: 90, decodeMs: 20, behindVisible: 3, behindCached: 1, running: [asset]),
        BlankCell(
          item: 13, asset: asset, appearedMs: 1600, blankMs: 33.333, cause: .evictedEarly, loss: .budget),
      ],
      redecoded: [.init(asset: asset, redecodes: 2, losses: [.init(reason: .budget, count: 2)])],
      lead: LeadRecord(
        leadMs: Distribution(of: lead.map { $0 * 2 }), fastLeadMs: Distribution(of: lead),
        wantedToReadyMs: Distribution(of: [100]), busyMoving: 0.5, busyFast: busy))
    explanation.leastBlank = leastBlank
    return explanation
  }
}
