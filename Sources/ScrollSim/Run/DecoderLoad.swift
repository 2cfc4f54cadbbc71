internal import GalleryKit

/// The load of a scenario's decoders: arrivals a second × decode seconds ÷ decoders while the grid moves, without caching.
extension ModelRunner {
  /// The scenario's load at its own costs; `nil` if nothing arrives while the grid moves.
  package func load() throws -> Double? { try plain.run().runs.first?.figure("load") }

  /// The factor on decode times that gives a load; `nil` if nothing arrives while the grid moves.
  package func decodeTime(forLoad wanted: Double) throws -> Double? {
    guard let load = try load(), load > 0 else { return nil }
    return try slowed(toLoad: wanted, from: load).factor
  }

  /// The runner with decoding slowed down or sped up until it has a load, and the factor.
  ///
  /// The decoded images change with the decode times, and the load with them, in steps: the nearest of a few tries is taken.
  func slowed(toLoad wanted: Double, from load: Double) throws -> (factor: Double, runner: ModelRunner) {
    let plain = plain
    var factor = wanted / load
    var nearest = (factor: factor, error: Double.infinity)
    for _ in 0..<4 {
      var slowed = plain
      slowed.costs = costs.slowed(by: factor)
      guard let load = try slowed.run().runs.first?.figure("load"), load > 0 else { break }
      let error = abs(load / wanted - 1)
      if error < nearest.error { nearest = (factor, error) }
      factor *= wanted / load
    }
    var slowed = self
    slowed.costs = costs.slowed(by: nearest.factor)
    return (nearest.factor, slowed)
  }

  /// One run without caching, first in, first out.
  var plain: ModelRunner {
    var plain = inFigures
    plain.scenario.compare.strategies = [StrategySpec(name: NoCachingStrategy.descriptor.name)]
    plain.scenario.compare.axes[.order] = [RequestOrder.fifo.name]
    return plain
  }

  /// The runner without libraries, in one iteration, and with figures alone.
  var inFigures: ModelRunner {
    var runner = self
    (runner.explains, runner.varies, runner.findsBounds) = (false, false, false)
    (runner.scenario.compare.libraries, runner.scenario.iterations) = ([], 1)
    return runner
  }
}
