/// Finds how far a frame is scrolled if its tags do not tell: where its content is most like the map's.
struct OffsetSearch {
  let map: PositionMap
  let viewport: ClosedRange<Double>

  /// The pixels that are searched beyond the frames around, and for each frame in between if only one side is
  /// known.
  private static let (slack, stride) = (40.0, 150.0)
  /// If only one side is known, frames farther from it than this are not searched: whoever leaves the grid
  /// records other screens.
  private static let farthest = 60
  /// The least certainty of one photo, since an icon is equally like any of them.
  private static let leastCertainty: Float = 7.2
  /// The least of all together, and how much more it must be than anywhere else.
  private static let leastScore: Float = 8
  private static let leastLead: Float = 1.3

  /// - Parameter gap: how many frames ago the last known frame was.
  func find(
    _ frame: AreaMeans, _ patterns: inout TagPatterns, before: PositionMap.Fix, gap: Int,
    after: PositionMap.Fix?
  ) -> PositionMap.Fix? {
    guard let row = map.rows[before.part], !row.isEmpty else { return nil }
    let other = after.flatMap { $0.part == before.part ? $0.y : nil }
    guard other != nil || gap <= Self.farthest else { return nil }
    let reach = Self.slack + (other == nil ? Self.stride * Double(gap) : 0)
    let (from, to) = (min(before.y, other ?? before.y) - reach, max(before.y, other ?? before.y) + reach)
    let step = max(1, 0.4 * row[row.count / 2].height / Double(TagPattern.side))
    /// How certain photos are that would lie there.
    func certainties(_ offset: Double) -> [Float] {
      map.places(inPart: before.part, scrolled: offset, in: viewport).compactMap { place in
        let view = CellView(frame, place, x: place.x - before.x, y: place.y - offset, viewport: viewport)
        guard view.rows.count > TagPattern.side / 2, !view.isFlat,
          let pattern = patterns.pattern(place.number, turns: place.turns)
        else { return nil }
        let likeness = view.likeness(to: pattern, views: 0..<pattern.views.count)
        return likeness.certainty > Self.leastCertainty ? likeness.certainty : nil
      }
    }
    func score(_ offset: Double) -> Float { certainties(offset).reduce(0, +) }
    let scores = Swift.stride(from: from, through: to, by: step).map { (offset: $0, score: score($0)) }
    guard let best = scores.max(by: { $0.score < $1.score }), best.score > Self.leastScore else { return nil }
    let rival = scores.filter { abs($0.offset - best.offset) > 4 * step }.map(\.score).max() ?? 0
    guard best.score > Self.leastLead * rival else { return nil }
    // Between the steps.
    var (offset, top) = (best.offset, best.score)
    var shift = step / 2
    while shift > 0.1 {
      for candidate in [offset - shift, offset + shift] {
        let value = score(candidate)
        if value > top { (offset, top) = (candidate, value) }
      }
      shift /= 2
    }
    return PositionMap.Fix(part: before.part, x: before.x, y: offset, votes: certainties(offset).count)
  }
}
