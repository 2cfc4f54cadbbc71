internal import GalleryKit

/// One scenario of a search, with everything that its runs need.
package struct TuneSetting: Sendable {
  /// The scenario's record in the search's file.
  package let record: TuneScenario
  let runner: ModelRunner

  /// Prepares the scenario's photos, costs and trace.
  ///
  /// - Parameters:
  ///   - scenario: the scenario with the search's budget and seed.
  ///   - costs: the cost table that the user asks for; `nil` takes the scenario's.
  ///   - provenance: the program's provenance.
  ///   - note: receives messages about slow steps.
  /// - Throws: an error with the missing part and the remedy.
  package static func prepare(
    _ scenario: Scenario, costs name: String? = nil, provenance: Provenance,
    note: @escaping @Sendable (String) -> Void
  ) throws -> TuneSetting {
    let costs = try CostChoice(for: scenario, named: name)
    let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: note)
    guard library.record.photos > 0 else {
      throw TuneError(.usage, "\(scenario.path): library: expected photos, found none")
    }
    var runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
    let duration = try runner.laidOut.makeTrace().duration
    runner.explains = false
    return TuneSetting(
      record: TuneScenario(
        path: scenario.path, scenario: runner.laidOut.record(durationSeconds: duration),
        library: library.record,
        costs: costs.table.name, costsSHA256: try costs.table.sha256, costsNote: costs.note),
      runner: runner)
  }

  /// Oddities of the trace, a sentence each.
  ///
  /// - Throws: ``TraceError`` if a recording cannot be read, or its physics does not exist.
  package func traceNotes() throws(TraceError) -> [String] { try runner.laidOut.traceNotes() }

  /// Measures one combination in this scenario.
  func measure(_ combination: Combination) throws -> Measurement {
    let run = try runner.run(PlannedRun(combination))
    let name = record.scenario.name
    guard run.status == .completed else {
      return Measurement(figures: nil, failure: "\(name): \(run.failure ?? run.status.rawValue)")
    }
    guard let memory = run.metrics["peakImageBytes"] ?? nil, let blank = run.metrics["blankAreaRatio"] ?? nil
    else {
      return Measurement(
        figures: nil, failure: "\(name): peak image memory or blank area could not be measured")
    }
    return Measurement(
      figures: TuneFigures(
        peakImageBytes: memory, blankAreaRatio: blank, scrollBlankRatio: run.figure("scrollBlankRatio"),
        scrollNotSharpRatio: run.figure("scrollNotSharpRatio"),
        settleToFullMs: run.metrics["settleToFullMs"] ?? nil,
        cacheHitRate: run.metrics["cacheHitRate"] ?? nil,
        wasteRatio: run.metrics["wasteRatio"] ?? nil),
      failure: run.growth?.verdict == .growing ? "\(name): memory grows lap over lap" : nil)
  }

  /// A run's figures and failure.
  struct Measurement {
    var figures: TuneFigures?
    var failure: String?
  }
}

extension TuneCandidate {
  /// Runs a combination over every scenario, until one does not complete.
  ///
  /// - Throws: ``TraceError`` if a trace cannot be made.
  static func measured(
    _ combination: Combination, over settings: [TuneSetting], budget: Int
  ) throws -> TuneCandidate {
    var measurements: [TuneFigures] = []
    var failure: String?
    for setting in settings {
      let measurement = try setting.measure(combination)
      failure = failure ?? measurement.failure
      guard let figures = measurement.figures else { break }
      measurements.append(figures)
    }
    return TuneCandidate(
      combination, measurements: measurements.count == settings.count ? measurements : [], failure: failure,
      budget: budget)
  }

  /// Judges the measurements: one for each scenario, or none if one did not complete.
  package init(
    _ combination: Combination, measurements: [TuneFigures], failure: String? = nil, budget: Int
  ) {
    let overall = TuneFigures(over: measurements)
    self.init(
      combination: combination, changedParameters: combination.changedParameters.count,
      fits: failure == nil && overall.map { $0.peakImageBytes <= Double(budget) } ?? false, failure: failure,
      measurements: measurements, overall: overall)
  }

  /// The objectives that the search minimises: memory, the loss that a person sees while scrolling, time to settle.
  ///
  /// Where nothing ever rests, the time to settle is unknown and counts as the worst.
  package var objectives: [Double]? {
    overall.map { [$0.peakImageBytes, $0.merit.loss, $0.settleToFullMs ?? .infinity] }
  }
}
