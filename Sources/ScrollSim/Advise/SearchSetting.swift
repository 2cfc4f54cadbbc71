internal import GalleryKit

/// One scenario of a search, with everything that its runs need.
package struct SearchSetting: Sendable {
  package let record: AdviceScenario
  private(set) var runner: ModelRunner

  /// Prepares the scenario's photos, costs and trace.
  ///
  /// - Parameters:
  ///   - costs: the cost table that the user asks for; `nil` takes the scenario's.
  ///   - decodeSeconds: the median seconds to decode an image; the cost table's own if `nil`.
  /// - Throws: an error with the missing part and the remedy; ``AdviceError`` if nothing arrives while the grid moves.
  package static func prepare(
    _ scenario: Scenario, costs name: String? = nil, decodeSeconds: Double? = nil, provenance: Provenance,
    note: @escaping @Sendable (String) -> Void
  ) throws -> SearchSetting {
    let costs = try CostChoice(for: scenario, named: name)
    let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: note)
    var scenario = scenario
    // A search looks at first visits, which find no stored thumbnails.
    scenario.compare.axes[.thumbnailStore] = nil
    scenario.visits = 1
    note("measuring how long decoding takes")
    var runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
    var plain = try runner.plainResult()
    if let decodeSeconds, let median = plain.runs.first?.figure("decodeMs.p50"), median > 0 {
      scenario.decodeTime *= decodeSeconds * 1000 / median
      runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
      plain = try runner.plainResult()
    }
    guard let run = plain.runs.first, let load = run.figure("load"), load > 0, runner.laidOut.mayScroll else {
      throw AdviceError.nothingArrives(in: plain, at: scenario.path)
    }
    runner.explains = false
    let (laidOut, size) = (runner.laidOut, runner.laidOut.targetSize)
    return SearchSetting(
      record: AdviceScenario(
        path: scenario.path, scenario: plain.scenario, library: library.record,
        costs: CostsRecord(name: costs.table.name, sha256: try costs.table.sha256()), costsNote: costs.note,
        imageSize: [size.width, size.height],
        meanImageBytes: scenario.grid.cells == .justified ? laidOut.imageBytes(over: runner.assets) : nil,
        photosPerScreenful: laidOut.photosPerScreenful, load: load,
        bound: run.bounds?["scrollNotSharpRatio"]),
      runner: runner)
  }

  package func traceNotes() throws(TraceError) -> [String] { try runner.laidOut.traceNotes() }

  /// - Parameter columns: the columns that the assumptions start from.
  func varied(by variation: VariationRecord, from columns: Int) -> SearchSetting {
    SearchSetting(record: record, runner: runner.varied(by: variation, from: columns))
  }

  /// The setting with decoding slowed down or sped up until it has a load, and the factor.
  func slowed(toLoad load: Double) throws -> (factor: Double, setting: SearchSetting) {
    let (factor, slowed) = try runner.slowed(toLoad: load, from: record.load)
    return (factor, SearchSetting(record: record, runner: slowed))
  }

  /// The least share that any strategy in any order leaves not sharp while scrolling; `nil` if it is not known.
  func bound() throws -> Double? { try runner.plainResult().runs.first?.bounds?["scrollNotSharpRatio"] }

  fileprivate func measure(_ combination: Combination) throws -> (figures: DecidingFigures?, failure: String?)
  {
    let run = try runner.run(PlannedRun(combination))
    let name = record.scenario.name
    guard run.status == .completed else { return (nil, "\(name): \(run.failure ?? run.status.rawValue)") }
    guard let figures = DecidingFigures(run.figure) else {
      return (nil, "\(name): peak image memory or blank area could not be measured")
    }
    return (figures, run.growth?.verdict == .growing ? "\(name): memory grows lap over lap" : nil)
  }
}

extension ModelRunner {
  /// The run without caching, first in, first out, with the bounds that no strategy can beat.
  fileprivate func plainResult() throws -> ResultFile {
    var plain = plain
    plain.findsBounds = true
    return try plain.run()
  }
}

extension Search {
  /// Runs a combination over every scenario, until one does not complete.
  func measure(_ combination: Combination, over settings: [SearchSetting]) throws -> Candidate {
    var measurements: [DecidingFigures] = []
    var failure: String?
    for setting in settings {
      let measurement = try setting.measure(combination)
      failure = failure ?? measurement.failure
      guard let figures = measurement.figures else { break }
      measurements.append(figures)
    }
    return Candidate(
      combination, measurements: measurements.count == settings.count ? measurements : [], failure: failure,
      budget: options.memoryBudgetBytes)
  }
}
