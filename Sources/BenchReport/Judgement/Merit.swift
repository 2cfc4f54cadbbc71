/// By what strategies are told apart, in results, searches and charts alike: the less area is blank, the better.
///
/// What prints alike is told apart by the time to settle, then by image memory.
package struct Merit: Hashable, Sendable {
  /// The share of the visible area with nothing to show.
  package let blankArea: Double
  /// The time to settle in milliseconds; `nil`, the worst, where nothing ever rests.
  package let settleMs: Double?
  /// The most bytes that images took at once.
  package let imageBytes: Double

  var blankText: String { Figure.text(blankArea, unit: "rate") }
  var settleText: String { Figure.text(settleMs, unit: "ms") }
  var imageText: String { Figure.text(imageBytes, unit: "bytes") }

  /// Whether this is better than another.
  package func isBetter(than other: Merit) -> Bool {
    if blankText != other.blankText { return blankArea < other.blankArea }
    if settleText != other.settleText { return (settleMs ?? .infinity) < (other.settleMs ?? .infinity) }
    return imageBytes < other.imageBytes
  }
}

extension PooledRuns {
  /// `nil` if blank area or image memory was not measured.
  var merit: Merit? {
    guard let blankArea = median("blankAreaRatio"), let imageBytes = median("peakImageBytes") else {
      return nil
    }
    return Merit(blankArea: blankArea, settleMs: median("settleToFullMs"), imageBytes: imageBytes)
  }
}

extension TuneFigures {
  /// By what a candidate is judged.
  package var merit: Merit {
    Merit(blankArea: blankAreaRatio, settleMs: settleToFullMs, imageBytes: peakImageBytes)
  }
}
