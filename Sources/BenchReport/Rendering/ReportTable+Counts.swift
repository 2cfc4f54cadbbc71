extension PooledRuns {
  /// What a ratio counts, by the medians of its iterations.
  func counts(behind metric: String, refreshRate: Int) -> String? {
    guard let value = median(metric) else { return nil }
    func share(of whole: Double?, unit: String) -> String? {
      whole.map { "\(Figure.text(value * $0, unit: unit)) of \(Figure.text($0, unit: unit))" }
    }
    switch metric {
    case "cacheHitRate":
      return median("appearances").map { "\(Figure.fixed(value * $0, 0)) of \(Figure.fixed($0, 0))" }
    case "blankAreaRatio":
      return share(of: median("frameCount").map { $0 / Double(refreshRate) }, unit: "seconds")
    case "wasteRatio": return share(of: median("decodedBytes"), unit: "bytes")
    case "decodeMs.p95":
      let decodes = completed.compactMap { $0.distributions["decodeMs"].map { Double($0.n) } }.median
      return decodes.map { "of \(Figure.fixed($0, 0))" }
    default: return nil
    }
  }
}
