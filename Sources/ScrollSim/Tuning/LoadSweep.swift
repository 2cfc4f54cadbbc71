internal import GalleryKit
internal import Support

extension ModelRunner {
  /// Runs the scenario at several loads, with decoding made slower or faster for each, and finds the bounds of each.
  ///
  /// - Parameters:
  ///   - loads: arrivals a second × decode seconds ÷ decoders while the grid moves, each above 0.
  ///   - onProgress: called before each load.
  /// - Throws: the errors of ``run()``, or ``TuneError`` if nothing arrives while the grid moves.
  package func sweep(
    over loads: [Double], onProgress: (_ load: Double) -> Void = { _ in }
  ) throws -> SweepFile {
    var runner = self
    runner.explains = false
    runner.varies = false
    runner.findsBounds = true
    let first = try plain.run()
    guard let load = first.runs.first?.figure("load"), load > 0, laidOut.mayScroll else {
      throw TuneError.nothingArrives(in: first, at: scenario.path)
    }
    let levels = try loads.sorted().map { wanted in
      onProgress(wanted)
      return try runner.level(at: wanted, from: load)
    }
    return SweepFile(first, levels: levels)
  }

  /// The scenario's results at some loads, several at a time; empty if there is no load to vary.
  func levels(at loads: [Double]) throws -> [SweepFile.Level] {
    guard let load = try load(), load > 0 else { return [] }
    return try loads.concurrentMap { try level(at: $0, from: load) }
  }

  /// The scenario's result at a load, where `load` is its own.
  private func level(at wanted: Double, from load: Double) throws -> SweepFile.Level {
    let factor = try plain.decodeTime(for: wanted, startingAt: wanted / load)
    var level = self
    level.costs = costs.slowed(by: factor)
    return SweepFile.Level(load: wanted, decodeTime: factor, try level.run())
  }

  /// The decoders' load without caching: arrivals a second × decode seconds ÷ decoders while the grid moves.
  ///
  /// - Returns: `nil` if nothing arrives while the grid moves.
  /// - Throws: the errors of ``run()``.
  package func load() throws -> Double? { try plain.run().runs.first?.figure("load") }

  /// The factor on decode times that gives a load; `nil` if nothing arrives while the grid moves.
  ///
  /// - Throws: the errors of ``run()``.
  package func decodeTime(forLoad wanted: Double) throws -> Double? {
    guard let load = try load(), load > 0 else { return nil }
    return try plain.decodeTime(for: wanted, startingAt: wanted / load)
  }

  /// One run without caching, first in, first out.
  private var plain: ModelRunner {
    var plain = self
    plain.explains = false
    plain.varies = false
    plain.findsBounds = false
    plain.scenario.compare.strategies = [StrategySpec(name: NoCachingStrategy.descriptor.name)]
    plain.scenario.compare.axes[.order] = [RequestOrder.fifo.name]
    plain.scenario.compare.libraries = []
    plain.scenario.iterations = 1
    return plain
  }

  /// The factor on decode times that gives a load.
  ///
  /// The decoded images change with the decode times, and the load with them, in steps: the nearest of a few tries is taken.
  private func decodeTime(for wanted: Double, startingAt first: Double) throws -> Double {
    var factor = first
    var nearest = (factor: first, error: Double.infinity)
    for _ in 0..<4 {
      var slowed = self
      slowed.costs = costs.slowed(by: factor)
      guard let load = try slowed.run().runs.first?.figure("load"), load > 0 else { break }
      let error = abs(load / wanted - 1)
      if error < nearest.error { nearest = (factor, error) }
      factor *= wanted / load
    }
    return nearest.factor
  }
}
