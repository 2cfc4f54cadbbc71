internal import ScrollSim

/// Finds room for labels around points, at the first free place: to the right, to the left, above or below.
///
/// A label without room has no place.
struct LabelPlacer {
  /// The place of a text.
  struct Place {
    let x: Double
    let y: Double
    /// SVG's `text-anchor`.
    let anchor: String
    let span: ClosedRange<Double>
  }

  /// The right edge of the drawing.
  let right: Double
  /// The lower edge of the drawing.
  let bottom: Double
  private var taken: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []

  private static let lineHeight = 13.0
  private static let characterWidth = 6.4
  private static let gap = 10.0

  init(right: Double, bottom: Double) {
    self.right = right
    self.bottom = bottom
  }

  /// Keeps labels off a point.
  mutating func avoid(x: Double, y: Double) { taken.append((x - 6...x + 6, y - 6...y + 6)) }

  /// Keeps labels off a text that ends at a place.
  mutating func avoid(_ text: String, endingAt x: Double, y: Double) {
    taken.append((x - Double(text.count) * Self.characterWidth...x, y - 10...y + 2))
  }

  mutating func place(_ text: String, besideX x: Double, y: Double) -> Place? {
    let width = Double(text.count) * Self.characterWidth
    // A label farther off would seem to belong to another point.
    let steps = [0.0, -1, 1, -2, 2]
    let candidates = steps.map { $0 * Self.lineHeight }.flatMap { shift in
      [
        Place(x: x + Self.gap, y: y + 4 + shift, anchor: "start", span: x + Self.gap...x + Self.gap + width),
        Place(x: x - Self.gap, y: y + 4 + shift, anchor: "end", span: x - Self.gap - width...x - Self.gap),
        Place(
          x: x, y: y + 4 + shift * 1.5, anchor: "middle", span: x - width / 2...x + width / 2),
      ]
    }
    guard let place = candidates.first(where: isFree) else { return nil }
    taken.append((place.span, lines(of: place)))
    return place
  }

  private func lines(of place: Place) -> ClosedRange<Double> { place.y - 10...place.y + 2 }

  private func isFree(_ place: Place) -> Bool {
    let lines = lines(of: place)
    return place.span.upperBound <= right && place.span.lowerBound >= 0 && lines.lowerBound >= 0
      && lines.upperBound <= bottom
      && !taken.contains { $0.x.overlaps(place.span) && $0.y.overlaps(lines) }
  }
}
