/// Costs in other circumstances than those of their measurement.
extension CostTable {
  /// The factor while `workers` decoders are busy.
  func slowdown(_ workers: Int) -> Double {
    slowdown.isEmpty ? 1 : slowdown[min(workers, slowdown.count) - 1]
  }

  /// The costs with decode times multiplied by a factor.
  package func slowed(by factor: Double) -> CostTable {
    guard factor != 1 else { return self }
    var table = self
    table.slowdown = slowdown.isEmpty ? [factor] : slowdown.map { $0 * factor }
    return table
  }

  /// The costs beside a main thread that is busy too.
  ///
  /// `n` decoders on `c` cores have `c` − `s` of them where the main thread takes `s`: its share, at most what a fair system
  /// gives one of `n` + 1 threads, `c` ÷ (`n` + 1). They take `n` ÷ (`c` − `s`) times as long, or `c` ÷ (`c` − `s`) if there are
  /// more of them than cores, since ``slowdown`` has their own competition in it.
  ///
  /// - Parameters:
  ///   - mainShare: seconds of work for each second, 0…1; more count as 1.
  ///   - workers: the number of decoders.
  func beside(mainShare: Double, workers: Int) -> CostTable {
    guard mainShare > 0 else { return self }
    let cores = Double(max(1, source.cores))
    var table = self
    table.slowdown = (1...max(workers, slowdown.count)).map { count in
      let busy = Double(count)
      let left = cores - min(mainShare, 1, cores / (busy + 1))
      return (slowdown(count) * max(1, min(busy, cores) / left)).rounded(toPlaces: 5)
    }
    return table
  }
}
