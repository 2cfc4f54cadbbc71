/// An app's log, and the run that it records.
package struct AppLog: Hashable, Sendable {
  /// The run's `id` without the iteration, as in `fling/screens/released/fast/opportunistic/lru/urgency`.
  package let run: String
  package let frames: PaintedFrames

  package init(of run: String, _ frames: PaintedFrames) { (self.run, self.frames) = (run, frames) }
}

extension AppFidelityFile {
  /// The compared metrics, and the permitted errors of the app; none for resident memory, which includes the
  /// toolkit's.
  static let compared: [(metric: String, bar: Threshold?)] = [
    ("scrollBlankRatio", area), ("scrollNotSharpRatio", area),
    ("peakImageBytes", Threshold(relative: 0.10, absolute: 0)),
    ("peakResidentBytes", nil),
  ]

  private static let area = Threshold(relative: 0.15, absolute: DecidingFigures.visibleDifference)
  /// The largest permitted deviation of a log's scroll from the trace's, as a share.
  static let mostDetour = 0.10

  /// Compares logs with replays, or with the model if nothing was replayed; logs and iterations are pooled by their medians.
  package init(
    _ logs: [AppLog], replay: ResultFile?, model: ResultFile, provenance: Provenance
  ) {
    self.provenance = provenance
    (scenario, library) = (model.scenario, model.library)
    (costs, costsNote) = (model.costs, model.costsNote)
    base = replay == nil ? .model : .replay
    let quietness = replay.map { Quietness($0) }
    disturbanceNote = quietness?.note
    bars = Dictionary(
      uniqueKeysWithValues: Self.compared.compactMap { metric, bar in bar.map { (metric, $0) } })
    let sides = PooledRuns.gather(model.runs, beside: replay?.runs ?? []).compactMap {
      models, replays -> Side? in
      let id = models.runs[0].family
      let logs = logs.filter { $0.run == id }
      // An interrupted replay may lack combinations; these are missing and not compared with the model.
      let empty = replay.map { _ in PooledRuns(combination: models.combination, runs: []) }
      return logs.isEmpty
        ? nil : Side(id: id, replays: replays ?? empty, models: models, logs, model.scenario.refreshRate)
    }
    // Libraries are never recommended, but their apps are compared with replays all the same.
    isTooBusyToTell =
      quietness?.isTooBusyToTell ?? false || sides.contains { $0.replays?.isMostlyDisturbed ?? false }
    let isJudged = !isTooBusyToTell
    runs = sides.map { $0.run(isJudged: isJudged) }
    let judged = isJudged ? zip(sides, runs).filter { $1.obstacle == nil }.map(\.0) : []
    pairs = Rival.apart(judged.map(\.rival), elsewhere: judged.map(\.appLoss)).map {
      Pair(
        better: judged[$0.better].id, worse: judged[$0.worse].id, difference: $0.difference,
        appDifference: $0.elsewhere)
    }
  }
}

private struct Side {
  let id: String
  /// `nil` if nothing was to be replayed.
  let replays: PooledRuns?
  let models: PooledRuns
  let logs: [AppFidelityFile.Log]
  private let refreshRate: Int

  init(id: String, replays: PooledRuns?, models: PooledRuns, _ logs: [AppLog], _ refreshRate: Int) {
    (self.id, self.replays) = (id, replays)
    (self.models, self.refreshRate) = (models, refreshRate)
    self.logs = logs.map {
      AppFidelityFile.Log(path: $0.frames.path, figures: PaintedFigures($0.frames, refreshRate: refreshRate))
    }
  }

  private var base: PooledRuns { replays ?? models }

  var rival: Rival? { base.rival }

  /// The loss that a person sees in the app.
  var appLoss: Double? {
    guard let blank = app("scrollBlankRatio"), let notSharp = app("scrollNotSharpRatio") else { return nil }
    return DecidingFigures.loss(blank: blank, notSharp: notSharp)
  }

  private func app(_ metric: String) -> Double? { logs.compactMap { $0.figures.values[metric] }.median }

  func run(isJudged: Bool) -> AppFidelityFile.Run {
    // Every run of the trace scrolls alike.
    let span = base.completed.first.map {
      ScrollSpan(offsets: $0.timeline.offset, refreshRate: refreshRate)
    }
    let obstacle = obstacle(to: span)
    return AppFidelityFile.Run(
      id: id, combination: models.combination, logs: logs, travel: span,
      replays: replays?.completed.count ?? 0, obstacle: obstacle,
      metrics: AppFidelityFile.compared.map { metric, bar in
        let (app, held) = (app(metric), base.median(metric))
        var holds: Bool?
        if let bar, let app, let held, isJudged, obstacle == nil {
          holds = !bar.isPassed(from: held, to: app)
        }
        return .init(
          metric: metric, app: app, replay: replays?.median(metric), replaySpread: replays?.spread(metric),
          model: models.median(metric), holds: holds)
      })
  }

  private func obstacle(to span: ScrollSpan?) -> AppFidelityFile.Obstacle? {
    guard let span, base.figures != nil else {
      let ending = base.failed.map(\.ending) ?? "not among the result's"
      return .init(
        isMissing: true, reason: "Expected a run that was measured to its end, found one that was \(ending).")
    }
    func isFar(_ value: Double, from expected: Double) -> Bool {
      abs(value - expected) > AppFidelityFile.mostDetour * expected
    }
    let stray = logs.first {
      isFar($0.figures.travel.distance, from: span.distance)
        || isFar($0.figures.travel.seconds, from: span.seconds)
    }
    return stray.map {
      .init(
        isMissing: false,
        reason:
          "\($0.path) is a log of another scroll: expected \(span.words), found \($0.figures.travel.words). "
          + "Play the scenario's trace in the app, with a second at rest at the end.")
    }
  }
}
