extension Double {
  /// The nearest number with so many decimals, which keeps result files short and free of noise.
  package func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }

  /// So many seconds in milliseconds, to the microsecond.
  package var inMilliseconds: Double { (self * 1000).rounded(toPlaces: 3) }

  /// The nearest number with so many significant digits; a positive number only.
  func rounded(toDigits digits: Int) -> Double {
    guard self > 0 else { return 0 }
    var scale = 1.0
    while self * scale < 1 { scale *= 10 }
    while self * scale >= 10 { scale /= 10 }
    for _ in 1..<digits { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
