extension Double {
  /// The nearest number with so many decimals, which keeps result files short and free of noise.
  package func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
