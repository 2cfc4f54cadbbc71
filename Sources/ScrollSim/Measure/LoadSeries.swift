internal import BenchReport

/// How much what comes on screen gives decoders to do, frame by frame.
package enum LoadSeries {
  /// Over what time arrivals are counted, in seconds.
  private static let span = 1.0

  /// Arrivals of the second that ends with each frame × decode seconds ÷ decoders.
  ///
  /// Over the frames in which the grid moves, the mean is about the metric `load`, which knows no second.
  ///
  /// - Parameters:
  ///   - arrivals: the cells that come on screen with each frame.
  ///   - imageMs: how long a final image takes in the mean, in milliseconds.
  package static func values(
    arrivals: [Int], refreshRate: Int, imageMs: Double, workers: Int
  ) -> [Double] {
    let frames = max(1, Int((span * Double(refreshRate)).rounded()))
    var count = 0
    return arrivals.indices.map { frame in
      count += arrivals[frame] - (frame >= frames ? arrivals[frame - frames] : 0)
      return (Double(count) * imageMs / 1000 / Double(workers) / span).rounded(toPlaces: 3)
    }
  }
}
