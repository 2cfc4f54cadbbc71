/// Collects a finger's strokes from its events, in order of time.
struct StrokeCollector {
  private var strokes: [Recording.Stroke] = []
  private var points: [Recording.OffsetPoint] = []

  /// Whether the finger is on the screen.
  var isDown: Bool { !points.isEmpty }

  /// The finger lands at a place along the grid's scroll axis, which grows downwards or to the right.
  mutating func land(at time: Double, place: Double) {
    points = [Recording.OffsetPoint(time: time, offset: -place)]
  }

  /// The finger moves; ignored if it is not on the screen.
  mutating func move(to place: Double, at time: Double) {
    guard isDown else { return }
    // Some devices report a position twice, with the same time; the later one counts.
    if points.last?.time == time { points.removeLast() }
    points.append(Recording.OffsetPoint(time: time, offset: -place))
  }

  /// The finger lifts, or the system cancels the gesture; ignored if the finger is not on the screen.
  mutating func lift(at time: Double, isCancelled: Bool) {
    guard isDown else { return }
    strokes.append(Recording.Stroke(points: points, end: time, isCancelled: isCancelled))
    points = []
  }

  /// The recording, whose last stroke ends with its last move if the finger never lifts; `nil` if it never landed.
  consuming func finish() -> Recording? {
    let last = points.last
    if let last { lift(at: last.time, isCancelled: true) }
    return strokes.isEmpty ? nil : Recording(content: .strokes(strokes), isCutOff: last != nil)
  }
}
