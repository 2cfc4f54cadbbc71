extension GridLayout {
  /// The shapes of a grid's photos, in order: a list of widths over heights, over and over up to so many.
  ///
  /// Ratios are rounded to thousandths. A photo that is more than twenty times as wide as it is high, or as high as it is wide,
  /// has a cell of twenty times, in which it leaves room at its sides.
  public struct AspectRatios: Sendable {
    /// The shortest list that gives all of them.
    public let list: [Double]
    /// How many photos there are.
    public let count: Int

    /// The ratios that cells have.
    package static let range = 0.05...20.0

    /// Takes ratios, one for each photo, or a list of fewer that repeats up to so many photos.
    ///
    /// - Complexity: O(ratios).
    public init(_ ratios: [Double], count: Int? = nil) {
      let rounded = ratios.map(Self.rounded)
      self.count = rounded.isEmpty ? 0 : count ?? rounded.count
      list = Array(rounded.prefix(Self.period(of: rounded, count: self.count)))
    }

    /// The ratio of a photo; 1 beyond the last one.
    public subscript(item: Int) -> Double { (0..<count).contains(item) ? list[item % list.count] : 1 }

    private static func rounded(_ ratio: Double) -> Double {
      guard ratio.isFinite else { return 1 }
      return (min(max(ratio, range.lowerBound), range.upperBound) * 1000).rounded() / 1000
    }

    /// After how many a list that repeats up to so many begins again, by the failure function of Knuth, Morris and Pratt.
    ///
    /// A period of two rounds of the list that is shorter than it divides it, so that it is one of all rounds.
    private static func period(of list: [Double], count: Int) -> Int {
      let length = min(count, 2 * list.count)
      func ratio(_ item: Int) -> Double { list[item < list.count ? item : item - list.count] }
      var borders = [0]
      for item in 1..<max(1, length) {
        var border = borders[item - 1]
        while border > 0 && ratio(item) != ratio(border) { border = borders[border - 1] }
        borders.append(ratio(item) == ratio(border) ? border + 1 : border)
      }
      return length - (length > 0 ? borders[length - 1] : 0)
    }
  }
}

extension GridLayout.AspectRatios: Hashable {
  /// Hashes how many there are: a list may be as long as a library.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(list.count)
  }
}
