extension FidelityFile {
  /// The compared metrics, and the models' permitted errors: a share of the replay, or what is negligible,
  /// such as a wait of a frame.
  package static let compared: [(metric: String, bar: Threshold?)] = [
    ("cacheHitRate", Threshold(relative: 0.10, absolute: 0.01)), ("scrollBlankRatio", area),
    ("scrollNotSharpRatio", area), ("peakImageBytes", exact),
    ("peakResidentBytes", exact), ("decodes", exact),
    ("timeToReadyMs.p95", Threshold(relative: 0.15, absolute: 1000.0 / 60)), ("settleToFullMs", nil),
    ("decodeMs.p50", nil), ("wasteRatio", nil),
  ]

  private static let area = Threshold(relative: 0.10, absolute: DecidingFigures.visibleDifference)
  private static let exact = Threshold(relative: 0.10, absolute: 0)

  /// Compares the scenarios that have results in both modes, with the same inputs; `nil` if there are none.
  package init?(bothModesOf results: [ResultFile]) {
    let models = results.filter { $0.mode == .model }
    let both = results.filter { $0.mode == .replay }.compactMap { replay in
      models.first { model in
        // A replay may keep to a device's decode times; one that is too slow for them fits a model that 'validate' slows.
        let hasCosts =
          replay.scenario.devicePace.map {
            $0.device == model.costs?.name && ($0.isKept || replay.costRatio != nil)
          } ?? true
        guard hasCosts else { return false }
        let differing = Set(ResultDifference.all(from: replay, to: model).map(\.word))
        // A model makes no photos, so their hash differs.
        return differing.isDisjoint(with: [.scenario, .seed])
          && model.library.photos == replay.library.photos
          && model.library.distinct == replay.library.distinct
      }.map { (replay: replay, model: $0) }
    }
    guard let first = both.first else { return nil }
    self.init(
      provenance: first.replay.provenance,
      costs: both.map { ($0.model.costs?.name ?? "", $0.model.costsNote) },
      situations: both.map { Situation(replay: $0.replay, model: $0.model) })
  }

  /// Makes a record of scenarios, each with the choice of its model's costs: all tables are named, and every
  /// note on them is kept.
  package init(
    provenance: Provenance, costs: [(name: String, note: String?)], situations: [Situation]
  ) {
    let notes = costs.compactMap(\.note).uniqued
    self.init(
      provenance: provenance, costs: costs.map(\.name).uniqued.joined(separator: ", "),
      costsNote: notes.isEmpty ? nil : notes.joined(separator: " "), situations: situations)
  }
}

extension FidelityFile.Situation {
  /// Compares results of one scenario in both modes, without references and combinations that one side lacks.
  package init(replay: ResultFile, model: ResultFile) {
    let both = PooledRuns.gather(replay.runs, beside: model.runs)
      .compactMap { own, other -> (id: String, replay: PooledRuns, model: PooledRuns)? in
        guard !own.combination.isReference, let other else { return nil }
        return (own.runs[0].family, own, other)
      }
    let sides = both.filter { !$0.replay.completed.isEmpty && !$0.model.completed.isEmpty }
    let measured = Set(sides.map(\.id))
    let unmeasured = both.map(\.id).filter { !measured.contains($0) }
    let quietness = Quietness(replay)
    let metrics = FidelityFile.compared.map { metric, bar in
      let runs = sides.compactMap { side -> FidelityFile.Run? in
        guard let replay = side.replay.median(metric), let model = side.model.median(metric) else {
          return nil
        }
        return .init(id: side.id, replay: replay, replaySpread: side.replay.spread(metric), model: model)
      }
      return FidelityFile.MetricFidelity(
        metric: metric, error: runs.compactMap { $0.error(beyond: bar?.absolute ?? 0) }.mean, bar: bar,
        runs: runs)
    }
    self.init(
      scenario: replay.scenario.name, library: replay.library, decodeTime: replay.scenario.decodeTime ?? 1,
      load: sides.compactMap { $0.replay.median("load") }.max(), costRatio: replay.costRatio,
      iterations: sides.map(\.replay.completed.count).max() ?? 0, disturbanceNote: quietness.note,
      isTooBusyToTell: quietness.isTooBusyToTell, unmeasured: unmeasured.isEmpty ? nil : unmeasured,
      metrics: metrics,
      pairs: Rival.apart(sides.map(\.replay.rival), elsewhere: sides.map(\.model.figures?.loss)).map {
        .init(
          better: sides[$0.better].id, worse: sides[$0.worse].id, difference: $0.difference,
          modelDifference: $0.elsewhere)
      })
  }
}

extension ResultFile {
  /// The decoders' time during replays, over the cost table's: the median of completed runs; `nil` if none
  /// measured it.
  package var costRatio: Double? {
    runs.filter { $0.status == .completed }.compactMap { $0.figure("costRatio") }.median
  }
}

extension FidelityFile.Run {
  /// The model's error as a share of the replay, or of `least` if that is more: 0 up to `least`; `nil` if both are zero.
  func error(beyond least: Double) -> Double? {
    let distance = abs(model - replay)
    guard distance > least else { return 0 }
    let base = max(abs(replay), least)
    return base > 0 ? distance / base : nil
  }
}
