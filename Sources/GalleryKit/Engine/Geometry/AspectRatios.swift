extension GridLayout {
  /// The aspect ratios of a grid's photos, in order: a list of widths over heights that repeats up to `count` photos.
  ///
  /// Ratios are rounded to thousandths and limited to 1:20…20:1; a more extreme photo leaves room at the sides of its cell.
  public struct AspectRatios: Hashable, Sendable {
    /// The shortest list that yields all ratios.
    public let list: [Double]
    /// The number of photos.
    public let count: Int

    package static let range = 0.05...20.0

    /// Takes one ratio for each photo, or a shorter list that repeats up to `count` photos.
    ///
    /// - Complexity: O(ratios).
    public init(_ ratios: [Double], count: Int? = nil) {
      let rounded = ratios.map(Self.rounded)
      self.count = rounded.isEmpty ? 0 : max(0, count ?? rounded.count)
      list = Array(rounded.prefix(Self.period(of: rounded, count: self.count)))
    }

    /// The ratio of a photo; 1 beyond the last one.
    public subscript(item: Int) -> Double { (0..<count).contains(item) ? list[item % list.count] : 1 }

    private static func rounded(_ ratio: Double) -> Double {
      guard ratio.isFinite else { return 1 }
      return (min(max(ratio, range.lowerBound), range.upperBound) * 1000).rounded() / 1000
    }

    /// The period of a list that repeats up to `count` ratios, by the failure function of Knuth, Morris and Pratt.
    ///
    /// The shortest period of two rounds of the list divides the list's length, and so is a period of all rounds.
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

    /// Hashes only the counts: a list may be as long as a library.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(count)
      hasher.combine(list.count)
    }
  }
}
