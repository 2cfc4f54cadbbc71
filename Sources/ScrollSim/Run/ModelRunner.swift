internal import Foundation
internal import GalleryKit
internal import Support

/// Runs a scenario's matrix on virtual clocks, as many runs at a time as there are cores.
///
/// Each run has its own clock, ledger and decoder, so that the result does not depend on the number or order of runs.
/// Except for its provenance, it is the same to the byte on every machine.
package struct ModelRunner: Sendable {
  package internal(set) var laidOut: LaidOutScenario
  package let assets: StageAssets
  package let record: LibraryRecord
  package let notices: [String]
  package internal(set) var costs: CostTable
  package let provenance: Provenance
  /// A note on the costs if they are not those that the scenario names.
  package let costsNote: String?
  /// Whether runs say why cells were blank and what each frame showed.
  package var explains = true
  /// Whether the result has the bounds that no strategy can beat, with their proof; not where the library changes.
  package var findsBounds = false
  /// How sharp images of each resize mode are (``LaidOutScenario/sharpness(over:)``); empty if unknown.
  package var sharpness: [String: Double] = [:]
  /// Whether the result has the recommendations under other assumptions of the model and at other loads.
  package var varies = false

  package init(_ scenario: Scenario, over library: ModelPhotos, costs: CostChoice, provenance: Provenance) {
    laidOut = scenario.over(library.assets)
    (assets, record, notices) = (library.assets, library.record, library.notices)
    self.costs = costs.table.scaled(for: scenario)
    costsNote = costs.note
    self.provenance = provenance
  }

  /// Prepares the scenario's photos, and a model over them.
  package init(
    _ scenario: Scenario, costs: CostChoice, provenance: Provenance,
    note: @escaping @Sendable (String) -> Void
  ) throws {
    let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: note)
    self.init(scenario, over: library, costs: costs, provenance: provenance)
  }

  package internal(set) var scenario: Scenario {
    get { laidOut.scenario }
    set { laidOut.scenario = newValue }
  }

  /// Runs every combination, the visits of each in order.
  ///
  /// - Throws: ``TraceError`` if the trace cannot be made or leaves nothing to measure, ``CostTableError`` if thumbnail stores are
  ///   compared and the costs do not cover them; both before the first run.
  package func run() throws -> ResultFile {
    // A recording whose milliseconds are read as seconds is refused here; running it would take hours.
    let notes = try laidOut.traceNotes()
    let duration = try laidOut.makeTrace().duration
    var features = scenario.features
    if features.contains(.stores) && costs.thumbnails == nil {
      throw CostTableError(
        place: costs.name,
        reason: "expected the costs of stored thumbnails, since the scenario compares thumbnail stores; "
          + "'scrollsim calibrate' measures it")
    }
    let series = scenario.series
    if findsBounds && scenario.changes == nil { features.insert(.bounds) }
    let hasBounds = features.contains(.bounds)
    let bounds = hasBounds ? try bounds(of: series.joined()) : []
    var runs = try run(series, within: Dictionary(uniqueKeysWithValues: bounds.map { ($0.key, $0.bounds) }))
    if hasBounds { try addShares(to: &runs) }
    var result = try result(of: runs, features: features, duration: duration)
    result.traceNotes = notes.isEmpty ? nil : notes
    result.bounds = hasBounds ? bounds.map(\.bounds.record) : nil
    if varies {
      result.variations = try variations()
      let loads = try loads()
      result.loads = loads.isEmpty ? nil : loads
    }
    return result
  }

  /// The result of runs over a trace of `duration` seconds, without its notes, bounds and other assumptions.
  func result(of runs: [RunRecord], features: Features, duration: Double) throws -> ResultFile {
    var result = ResultFile(
      mode: .model, verdict: .notMeasured, provenance: provenance,
      scenario: laidOut.record(durationSeconds: duration), library: record,
      costs: CostsRecord(name: costs.name, sha256: try costs.sha256(withStores: features.contains(.stores))),
      costsNote: costsNote,
      metricDefinitions: Metric.definitions(of: features), runs: runs)
    result.windows = laidOut.windows(of: scenario.runs.map(\.combination))
    result.sharpness = sharpness.isEmpty ? nil : sharpness
    result.verdict = result.judged
    return result
  }

  private func run(
    _ series: [[PlannedRun]], within bounds: [BoundKey: TraceBounds] = [:]
  ) throws -> [RunRecord] {
    try series.concurrentMap { try run($0, within: bounds) }.flatMap(\.self)
  }

  /// Runs the visits of a combination one after the other; only a persistent store is kept from visit to visit.
  private func run(_ visits: [PlannedRun], within bounds: [BoundKey: TraceBounds]) throws -> [RunRecord] {
    var store: ModelThumbnails?
    return try visits.map { visit in
      switch visit.combination.thumbnailStore {
      case .off, nil: store = nil
      case .persistent where store != nil: break
      case .persistent, .volatile:
        store = ModelThumbnails(byteLimit: scenario.device.thumbnailBudgetBytes)
      }
      return try run(visit, thumbnails: store, within: bounds[BoundKey(visit)])
    }
  }

  /// Runs one combination; if the device would kill the run, the record's status says so.
  package func run(
    _ planned: PlannedRun, thumbnails: ModelThumbnails? = nil, within bounds: TraceBounds? = nil
  ) throws -> RunRecord {
    do {
      var run = StageRun(scenario: laidOut, run: planned, assets: assets)
      run.explains = explains
      if let bounds { run.bounds = { bounds } }
      return try run.model(
        costs: tableCosts(of: planned), baseBytes: costs.baseResidentBytes, thumbnails: thumbnails)
    } catch StageRun.Failure.outOfMemory(let reason) {
      return planned.record(scenario: scenario.name, status: .outOfMemory, failure: reason)
    }
  }

  /// The costs of a run, which differ between iterations.
  func tableCosts(of planned: PlannedRun) -> TableCosts {
    TableCosts(costs, seed: scenario.seed &+ UInt64(planned.iteration))
  }
}

extension ModelRunner {
  /// The values that bounds depend on: runs that agree in them have the same bounds.
  private struct BoundKey: Hashable {
    let choices: [String: String]
    let visit: Int?
    let iteration: Int

    init(_ planned: PlannedRun) {
      choices = planned.combination.decodeChoices
      (visit, iteration) = (planned.combination.visit, planned.iteration)
    }
  }

  private func bounds(of runs: some Sequence<PlannedRun>) throws -> [(key: BoundKey, bounds: TraceBounds)] {
    let sightings = try Sightings(of: laidOut)
    // As runs have them: costs that know a photo's file do not know its download.
    let photos = scenario.placed(assets, in: .model)
    return runs.uniqued(by: BoundKey.init).concurrentMap { planned in
      (
        BoundKey(planned),
        TraceBounds(
          sightings, of: laidOut, planned.combination, iteration: planned.iteration, assets: photos,
          costs: tableCosts(of: planned))
      )
    }
  }

  /// Adds to each run its share of the possible gain over no caching, first in first out, under its options.
  private func addShares(to runs: inout [RunRecord]) throws {
    func loss(_ run: RunRecord) -> Double? { run.figure("scrollNotSharpRatio") }
    var plain = Dictionary(runs.map { (PlannedRun($0), loss($0)) }) { first, _ in first }
    if runs.contains(where: { plain[PlannedRun($0).plain] == nil }) {
      var missing = self.plain
      missing.scenario.iterations = scenario.iterations
      // Libraries choose for themselves, even values that the scenario does not list.
      for axis in Axis.ofEveryScenario where axis != .order {
        missing.scenario.compare.axes[axis] = Set(runs.compactMap { $0.combination[axis] }).sorted()
      }
      for run in try missing.run(missing.scenario.series) { plain[PlannedRun(run)] = loss(run) }
    }
    for (index, run) in runs.enumerated() where run.status == .completed {
      var share: Double?
      if let bound = run.bounds?["scrollNotSharpRatio"], let mine = loss(run),
        let other = plain[PlannedRun(run).plain] ?? nil, other > bound
      {
        share = ((other - mine) / (other - bound)).rounded(toPlaces: 4)
      }
      runs[index].metrics["shareOfPossible"] = .some(share)
    }
  }
}

extension PlannedRun {
  fileprivate init(_ run: RunRecord) { self.init(run.combination, iteration: run.iteration) }

  fileprivate var plain: PlannedRun {
    var choices = combination.choices
    choices[.order] = RequestOrder.fifo.name
    var plain = Combination(StrategySpec(name: NoCachingStrategy.descriptor.name), choices: choices)
    plain.visit = combination.visit
    return PlannedRun(plain, iteration: iteration)
  }
}

/// A scenario's photos as model mode needs them: the facts about each that are known without opening a file.
package struct ModelPhotos: Sendable {
  package let assets: StageAssets
  package let record: LibraryRecord
  package let notices: [String]

  /// Computes a synthetic library, or opens a folder's catalogue, indexing new files.
  package static func prepare(
    _ source: LibrarySource, seed: UInt64, note: @escaping @Sendable (String) -> Void
  ) throws -> ModelPhotos {
    switch source {
    case .folder:
      let photos = try PreparedLibrary.prepare(source, seed: seed, note: note)
      return ModelPhotos(
        assets: try StageAssets(photos.location), record: photos.record, notices: photos.notices)
    case .synthetic(let source):
      let assets = SyntheticAssets(source, seed: seed)
      return ModelPhotos(assets: .synthetic(assets), record: assets.record, notices: [])
    }
  }
}

extension SyntheticAssets {
  fileprivate var record: LibraryRecord {
    let files = prefix(distinct)
    let words = files.map { asset in
      "\(asset.pixelSize) \(asset.orientation.rawValue) \(asset.original.format.rawValue) "
        + "\(asset.original.byteCount) \(asset.original.hasEmbeddedThumbnail)"
    }
    return LibraryRecord(
      photos: count, distinct: distinct, bytes: files.reduce(0) { $0 + $1.original.byteCount },
      sha256: SHA256.hex(of: Array("\(count)\n\(words.joined(separator: "\n"))".utf8)))
  }
}
