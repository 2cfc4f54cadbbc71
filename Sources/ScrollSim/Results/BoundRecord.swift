/// A bound that no strategy can beat over one trace with the same costs and modes, with the data to verify it.
///
/// A bound follows from prices of decoder time and from costs by the formula of `AreaBound`; the photos on screen in each frame
/// follow from the scenario.
package struct BoundRecord: Codable, Hashable, Sendable {
  /// The choices that costs depend on, by axis.
  package var choices: [String: String]
  /// The iteration, whose seed varies the costs.
  package var iteration: Int
  /// The visit, from 1; `nil` if there is only one.
  package var visit: Int?
  /// The photos that come on screen and have an image, by their indices in the library, in order of appearance.
  package var items: [Int] = []
  /// The sides of their cells in points, if the grid's layout changes; ``items`` then has a photo once for each size.
  package var sides: [Double]?
  /// The least time that a decoder takes for each image, in milliseconds.
  package var imageMs: [Double] = []
  /// The least time until each photo has something to show, in milliseconds.
  package var firstMs: [Double] = []
  /// Prices by the metric that they bound.
  package var prices: [String: Prices] = [:]

  /// Prices of decoder time before a frame, which fall from frame to frame.
  package struct Prices: Codable, Hashable, Sendable {
    /// The last frame with each price.
    package var untilFrame: [Int] = []
    /// The price of a second of decoder time, in units of the metric.
    package var perSecond: [Double] = []

    /// Makes prices from one price per frame, rounded to five significant digits.
    package init(_ prices: [Double]) {
      for (frame, price) in prices.enumerated().dropFirst() {
        let price = price.rounded(toDigits: 5)
        if perSecond.last == price {
          untilFrame[untilFrame.count - 1] = frame
        } else {
          untilFrame.append(frame)
          perSecond.append(price)
        }
      }
    }

    /// One price per frame; the first frame has none.
    package var byFrame: [Double] {
      zip(untilFrame, perSecond).reduce(into: [0]) { prices, next in
        prices += Array(repeating: next.1, count: next.0 + 1 - prices.count)
      }
    }
  }
}
