internal import Foundation
internal import Support

extension ModelRunner {
  /// How long one run is watched, in seconds.
  private static let watched = 0.25

  private struct Watched: Error {}

  /// The seconds that ``run()`` will take, from those that one run takes to prepare and to show its first frames.
  ///
  /// Photos, changes and layout are prepared in full; frames are shown for a quarter of a second. Bounds and
  /// schedules of strategies with foresight are not counted.
  package func expectedSeconds(now: () -> Double = { SystemClock.monotonicSeconds }) throws -> Double {
    let planned = scenario.runs
    let judged = planned.filter { !$0.combination.isReference }
    guard let sample = judged.first ?? planned.first else { return 0 }
    let frames = try laidOut.makeTrace().frameCount(refreshRate: scenario.screen.refreshRate)
    let begin = now()
    var first = begin
    var (shown, last) = (0, begin)
    var probe = StageRun(scenario: laidOut, run: sample, assets: assets)
    probe.explains = explains
    let clock = ModelClock()
    defer { clock.stop() }
    let (run, world) = try probe.modelled(costs: tableCosts(of: sample), baseBytes: 0, on: clock)
    do {
      _ = try run.measure(in: world) { frame in
        last = now()
        if frame == 0 { first = last } else { shown = frame }
        if last - begin > Self.watched, shown > 0 { throw Watched() }
      }
    } catch is Watched {} catch StageRun.Failure.outOfMemory {}
    let aFrame = (last - first) / Double(max(1, shown))
    // A load is found by four runs at most, and the one without caching by one.
    let combinations = Set(judged.map(\.combination)).count
    let others = varies ? (scenario.variations.count + 3) * combinations + 3 * 4 + 1 : 0
    let cores = Double(min(ProcessInfo.processInfo.activeProcessorCount, planned.count))
    return (first - begin + aFrame * Double(frames)) * Double(planned.count + others) / cores
  }
}
