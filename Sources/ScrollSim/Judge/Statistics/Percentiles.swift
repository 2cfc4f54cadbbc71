extension Distribution {
  /// Summarises values; `nil` if there are none, or one of them is not a finite number.
  ///
  /// Percentiles are interpolated linearly between the two nearest values, by Hyndman and Fan's type 7 (the default of R and
  /// NumPy). Figures have six decimals, unless they are too large to have any, so that arithmetic noise reaches no file.
  package init?(of values: [Double]) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let sorted = values.sorted()
    func figure(_ share: Double) -> Double {
      let value = sorted.percentileOfSorted(share)
      return abs(value) < 1e9 ? value.rounded(toPlaces: 6) : value
    }
    self.init(
      n: sorted.count, min: figure(0), p50: figure(0.5), p90: figure(0.9), p95: figure(0.95),
      p99: figure(0.99), max: figure(1))
  }

  /// The figures by name, without `n`.
  package var figures: [(name: String, value: Double)] {
    [("min", min), ("p50", p50), ("p90", p90), ("p95", p95), ("p99", p99), ("max", max)]
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle; `nil` if there are none.
  package var median: Double? { isEmpty ? nil : sorted().percentileOfSorted(0.5) }

  /// The greatest distance of a value from the median; `nil` for fewer than two.
  package var spread: Double? {
    guard count > 1, let median else { return nil }
    return map { abs($0 - median) }.max()
  }

  /// The arithmetic mean; `nil` if there are none.
  package var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The value below which `share` of the array lies; the array is sorted and not empty.
  func percentileOfSorted(_ share: Double) -> Double {
    let place = share * Double(count - 1)
    let below = Int(place)
    let above = Swift.min(below + 1, count - 1)
    let weight = place - Double(below)
    return self[below] * (1 - weight) + self[above] * weight
  }
}
