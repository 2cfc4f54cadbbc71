/// The load that cells coming on screen put on decoders, frame by frame.
package enum LoadSeries {
  /// The time over which arrivals are counted, in seconds.
  private static let span = 1.0

  /// Arrivals of the second that ends with each frame × decode seconds ÷ decoders.
  ///
  /// The mean over the frames in which the grid moves is about the metric `load`, which uses no such span.
  ///
  /// - Parameters:
  ///   - arrivals: the cells that come on screen with each frame.
  ///   - imageMs: the mean time of a final image, in milliseconds.
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
