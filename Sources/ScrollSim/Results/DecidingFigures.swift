/// The figures by which combinations are chosen, ``loss`` and ``peakImageBytes``, and some that help to understand them.
///
/// Only frames that the trace alone selects count, so that rests do not dilute a figure and a cold start does
/// not decide it; if the grid did not scroll, all frames of the trace count. Each is the ``Metric`` of its
/// name, `nil` where that is.
package struct DecidingFigures: Codable, Hashable, Sendable {
  package var peakImageBytes: Double
  package var blankAreaRatio: Double
  package var scrollBlankRatio: Double
  package var scrollNotSharpRatio: Double
  package var settleToFullMs: Double?
  package var cacheHitRate: Double?
  package var wasteRatio: Double?
  /// `true` where the grid did not scroll, so that the figures are of the whole trace; else `nil`.
  package var isOfWholeTrace: Bool?

  /// A difference of ``loss`` that a person could see: a cell in a screenful of 24 that is blank for an eighth of the time.
  package static let visibleDifference = 0.005

  /// The loss that a person sees: 0 if everything was sharp, 1 if everything was blank.
  package var loss: Double { Self.loss(blank: scrollBlankRatio, notSharp: scrollNotSharpRatio) }

  /// Blank area counts in full; area with a degraded image, which is worth seven tenths of a sharp one,
  /// counts three tenths.
  package static func loss(blank: Double, notSharp: Double) -> Double { 0.7 * blank + 0.3 * notSharp }

  /// Whether it loses so much more that a person could see it.
  package func isSeenToLose(more other: DecidingFigures) -> Bool {
    loss - other.loss > Self.visibleDifference
  }

  /// Whether images need so much less memory that it counts: by a tenth, or by 10 MB.
  func needsVisiblyLess(than other: DecidingFigures) -> Bool {
    let difference = other.peakImageBytes - peakImageBytes
    return difference > 0.1 * other.peakImageBytes || difference > 10e6
  }

  package var blankText: String { Figure.text(scrollBlankRatio, unit: "rate") }
  package var notSharpText: String { Figure.text(scrollNotSharpRatio, unit: "rate") }
  package var imageText: String { Figure.text(peakImageBytes, unit: "bytes") }
}

extension DecidingFigures {
  /// Takes figures by metric; `nil` if blank area or image memory was not measured.
  package init?(_ figure: (String) -> Double?) {
    guard let blank = figure("blankAreaRatio"), let bytes = figure("peakImageBytes") else { return nil }
    self.init(
      peakImageBytes: bytes, blankAreaRatio: blank, scrollBlankRatio: figure("scrollBlankRatio") ?? blank,
      scrollNotSharpRatio: figure("scrollNotSharpRatio") ?? blank + (figure("blurredAreaRatio") ?? 0),
      settleToFullMs: figure("settleToFullMs"), cacheHitRate: figure("cacheHitRate"),
      wasteRatio: figure("wasteRatio"), isOfWholeTrace: figure("scrollBlankRatio") == nil ? true : nil)
  }

  /// Pools scenarios: the maximum of memory, and the mean of each other figure over those that have it; `nil` without scenarios.
  package init?(over figures: [DecidingFigures]) {
    guard let memory = figures.map(\.peakImageBytes).max() else { return nil }
    func mean(_ figure: (DecidingFigures) -> Double?) -> Double? { figures.compactMap(figure).mean }
    self.init(
      peakImageBytes: memory, blankAreaRatio: mean(\.blankAreaRatio) ?? 0,
      scrollBlankRatio: mean(\.scrollBlankRatio) ?? 0, scrollNotSharpRatio: mean(\.scrollNotSharpRatio) ?? 0,
      settleToFullMs: mean(\.settleToFullMs), cacheHitRate: mean(\.cacheHitRate),
      wasteRatio: mean(\.wasteRatio),
      isOfWholeTrace: figures.allSatisfy { $0.isOfWholeTrace == true } ? true : nil)
  }

  package static let all: [(metric: String, value: @Sendable (DecidingFigures) -> Double?)] = [
    ("peakImageBytes", { $0.peakImageBytes }), ("blankAreaRatio", { $0.blankAreaRatio }),
    ("scrollBlankRatio", { $0.scrollBlankRatio }), ("scrollNotSharpRatio", { $0.scrollNotSharpRatio }),
    ("settleToFullMs", { $0.settleToFullMs }), ("cacheHitRate", { $0.cacheHitRate }),
    ("wasteRatio", { $0.wasteRatio }),
  ]

  /// Writes every figure, `null` if there is none, and where they are of the whole trace, that they are.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldKey.self)
    for (metric, value) in Self.all { try fields.encode(value(self), forKey: FieldKey(stringValue: metric)) }
    try fields.encodeIfPresent(isOfWholeTrace, forKey: FieldKey(stringValue: "isOfWholeTrace"))
  }
}
