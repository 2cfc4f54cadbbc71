extension Double {
  /// The nearest number with `places` decimals, which keeps result files short and free of noise.
  package func rounded(toPlaces places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }

  /// A number of seconds in milliseconds, to the microsecond.
  package var inMilliseconds: Double { (self * 1000).rounded(toPlaces: 3) }

  /// The nearest number with `digits` significant digits; 0 unless the number is positive and finite.
  package func rounded(toDigits digits: Int) -> Double {
    guard self > 0, isFinite else { return 0 }
    // Powers of ten are exact, their inverses are not.
    var (up, down) = (1.0, 1.0)
    while self * up < 1 { up *= 10 }
    while self / down >= 10 { down *= 10 }
    for _ in 1..<digits { if down > 1 { down /= 10 } else { up *= 10 } }
    return (self * up / down).rounded() * down / up
  }
}
