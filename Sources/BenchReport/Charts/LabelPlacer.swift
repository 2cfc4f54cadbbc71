internal import ScrollSim

/// Finds room for labels around points, at the first free place: to the right, to the left, above or below, or none.
struct LabelPlacer {
  struct Place {
    let x: Double
    let y: Double
    /// SVG's `text-anchor`.
    let anchor: String
    let span: ClosedRange<Double>

    fileprivate var lines: ClosedRange<Double> { y - 10...y + 2 }
  }

  let right: Double
  let bottom: Double
  /// The places of points, texts and labels.
  private(set) var taken: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []

  private static let lineHeight = 13.0
  private static let characterWidth = 6.4
  private static let gap = 10.0

  mutating func avoid(x: Double, y: Double) { taken.append((x - 6...x + 6, y - 6...y + 6)) }

  /// Keeps labels off a text that ends at a place.
  mutating func avoid(_ text: String, endingAt x: Double, y: Double) {
    taken.append((x - Double(text.count) * Self.characterWidth...x, y - 10...y + 2))
  }

  mutating func place(_ text: String, besideX x: Double, y: Double) -> Place? {
    let width = Double(text.count) * Self.characterWidth
    // A label farther off would seem to belong to another point.
    let candidates = [0.0, -1, 1, -2, 2].map { $0 * Self.lineHeight }.flatMap { shift in
      [
        Place(x: x + Self.gap, y: y + 4 + shift, anchor: "start", span: x + Self.gap...x + Self.gap + width),
        Place(x: x - Self.gap, y: y + 4 + shift, anchor: "end", span: x - Self.gap - width...x - Self.gap),
        Place(x: x, y: y + 4 + shift * 1.5, anchor: "middle", span: x - width / 2...x + width / 2),
      ]
    }
    let place = candidates.first(where: isFree)
    if let place { taken.append((place.span, place.lines)) }
    return place
  }

  private func isFree(_ place: Place) -> Bool {
    place.span.upperBound <= right && place.span.lowerBound >= 0 && place.lines.lowerBound >= 0
      && place.lines.upperBound <= bottom
      && !taken.contains { $0.x.overlaps(place.span) && $0.y.overlaps(place.lines) }
  }
}
