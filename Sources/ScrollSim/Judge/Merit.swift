/// The figures that rank strategies in results, searches and charts alike: the content missed while the grid scrolls.
///
/// Blank area counts in full, area with a degraded image by three tenths, since a degraded image is worth seven tenths of a sharp
/// one. Only frames that the trace alone selects count, so that rests do not dilute a figure and a cold start does not decide it.
package struct Merit: Hashable, Sendable {
  /// The share of the visible area with nothing to show.
  package let blank: Double
  /// The share without a final image.
  package let notSharp: Double
  /// The peak memory of images, in bytes.
  package let imageBytes: Double

  /// The loss that a person sees: 0 if everything was sharp, 1 if everything was blank.
  package var loss: Double { 0.7 * blank + 0.3 * notSharp }

  /// A difference of ``loss`` that a person could see: a cell in a screenful of 24 that is blank for an eighth of the time.
  package static let visibleDifference = 0.005

  var blankText: String { Figure.text(blank, unit: "rate") }
  package var notSharpText: String { Figure.text(notSharp, unit: "rate") }
  package var imageText: String { Figure.text(imageBytes, unit: "bytes") }
}

extension Merit {
  /// Takes figures by metric; `nil` if blank area or image memory was not measured.
  ///
  /// Where the grid did not scroll, the figures of the whole trace judge.
  init?(_ figure: (String) -> Double?) {
    guard let whole = figure("blankAreaRatio"), let imageBytes = figure("peakImageBytes") else { return nil }
    blank = figure("scrollBlankRatio") ?? whole
    notSharp = figure("scrollNotSharpRatio") ?? whole + (figure("blurredAreaRatio") ?? 0)
    self.imageBytes = imageBytes
  }
}

extension PooledRuns {
  /// `nil` if blank area or image memory was not measured.
  package var merit: Merit? { Merit(median) }

  /// The combination as a rival; `nil` if it was not measured.
  var rival: Rival? { merit.map { .init(combination, merit: $0, losses: losses) } }

  /// The loss that a person sees, by iteration.
  var losses: [Int: Double] {
    Dictionary(completed.compactMap { run in Merit(run.figure).map { (run.iteration, $0.loss) } }) {
      first, _ in
      first
    }
  }
}

extension TuneFigures {
  /// The figures that judge a candidate.
  package var merit: Merit {
    Merit(
      blank: scrollBlankRatio ?? blankAreaRatio, notSharp: scrollNotSharpRatio ?? blankAreaRatio,
      imageBytes: peakImageBytes)
  }
}

/// Whether a combination's images keep to the memory budget.
package enum Fit: String, Hashable, Sendable {
  /// They keep to it.
  case fits = "yes"
  /// Their peak exceeds it.
  case over
  /// Memory grows lap over lap, so that eventually no budget is enough.
  case grows
}

extension PooledRuns {
  /// Whether images keep to a budget in bytes, by the median of their peaks; `nil` if it was not measured.
  package func fit(budget: Int) -> Fit? {
    if growth == .growing { return .grows }
    return median("peakImageBytes").map { $0 <= Double(budget) ? .fits : .over }
  }
}
