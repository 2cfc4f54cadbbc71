internal import GalleryKit

/// Whether the photos of a recording are those of `scrollsim library mark`, by the stripes that their tags lie on.
///
/// The numbers from ``MarkedPattern/thumbnailStep`` on are then those of embedded thumbnails, whether their photos are ever seen or
/// not. Other photos of the tags' family may have any number.
struct OwnMarks: Sendable {
  private var gauge = DetailGauge()
  private var patterns: TagPatterns
  private var readings: [Float] = []
  private var frames = 0

  /// One frame in `step` is read, until there are `most` readings; fewer than `fewest` tell nothing.
  private static let (step, most, fewest) = (16, 256, 8)
  /// The least contrast of stripes, as a share of what they have: a poor video leaves little of it, other photos have none.
  private static let leastStripes: Float = 0.1

  init(_ patterns: TagPatterns) { self.patterns = patterns }

  var areSeen: Bool {
    readings.count >= Self.fewest && readings.map(Double.init).middle > Double(Self.leastStripes)
  }

  mutating func look(at frame: LumaFrame, _ tags: [TagSighting]) {
    frames += 1
    guard frames % Self.step == 1, readings.count < Self.most else { return }
    let means = AreaMeans(frame)
    let screen = 0...Double(frame.height)
    for tag in tags where tag.turns == 0 {
      let place = PositionMap.Place(tag, .init(part: 0, x: 0, y: 0, votes: 1))
      guard let pattern = patterns.pattern(tag.number, turns: 0),
        let gain = CellView(means, place, x: place.x, y: place.y, viewport: screen).gain(of: pattern),
        gain > 0,
        let reading = gauge.read(
          frame, pattern, place, x: place.x, y: place.y, viewport: screen, gain: Double(gain))
      else { continue }
      readings.append(reading.stripes)
    }
  }
}
