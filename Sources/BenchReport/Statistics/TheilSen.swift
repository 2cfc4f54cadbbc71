/// A straight line through points that a few wild ones do not bend.
public enum TheilSen {
  /// The median of the slopes between all pairs of points (Theil 1950; Sen, Journal of the American Statistical
  /// Association 63, 1968); `nil` if no two points differ in x.
  ///
  /// - Complexity: O(*n*² log *n*).
  public static func slope(_ points: [(x: Double, y: Double)]) -> Double? {
    points.indices.flatMap { first in
      points[(first + 1)...].compactMap { other in
        other.x == points[first].x ? nil : (other.y - points[first].y) / (other.x - points[first].x)
      }
    }.median
  }

  /// By how much a series gains with each step; `nil` if there are fewer than two values.
  public static func slope(ofSeries values: [Double]) -> Double? {
    slope(values.enumerated().map { (Double($0.offset), $0.element) })
  }
}
