internal import GalleryKit

package struct Recording: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The content's offset over time, with any momentum; at least one point.
    case offsets([OffsetPoint])
    /// A finger's strokes, in order of time; at least one.
    case strokes([Stroke])
  }

  package struct OffsetPoint: Hashable, Sendable {
    package var time: Double
    /// Points; only differences count.
    package var offset: Double
    /// The place of a finger across the scroll axis, in points from the left or the top, which moves nothing.
    package var across = 0.0
  }

  package struct Stroke: Hashable, Sendable {
    /// At least one, each at minus the finger's place on the screen: a finger that moves up scrolls towards the end.
    package var points: [OffsetPoint]
    package var end: Double
    /// Whether the system cancelled the gesture, which leaves no momentum.
    package var isCancelled: Bool
  }

  package let content: Content
  /// Whether it ends with the finger still on the screen: it is played to the last move, and no momentum follows.
  package var isCutOff = false
}

extension Recording {
  /// Seconds for which the offset must stay the same for the content to count as at rest.
  package static let restGap = 0.1

  package var span: Double {
    switch content {
    case .offsets(let points): (points.last?.time ?? 0) - (points.first?.time ?? 0)
    case .strokes(let strokes): (strokes.last?.end ?? 0) - (strokes.first?.points.first?.time ?? 0)
    }
  }

  /// The highest speed between two points, in points a second; 0 if nothing moves.
  package var fastest: Double {
    let paths =
      switch content {
      case .offsets(let points): [points]
      case .strokes(let strokes): strokes.map(\.points)
      }
    return paths.flatMap { path in
      zip(path, path.dropFirst()).filter { $1.time > $0.time }
        .map { abs($1.offset - $0.offset) / ($1.time - $0.time) }
    }.max() ?? 0
  }

  /// The longest plausible recording, in seconds; longer ones are mistakes, usually of units.
  package static let longestSeconds = 86_400.0

  /// The trace that plays the recording.
  ///
  /// The trace follows a recorded offset within the limits: at an end it stays until the recording turns back. An
  /// offset does not tell a finger from momentum, so the phase is `dragging` while it moves and `idle` while it stays
  /// for ``restGap``. A recorded finger moves the content by the physics, and momentum goes on after it.
  package func trace(
    physics: any ScrollPhysics, limits: ScrollLimits, from: Double = 0, inverted: Bool = false,
    repetitions: Int = 1, settle: Double = GestureScript.defaultSettle
  ) -> ScrollTrace {
    var builder = TraceBuilder(physics: physics, limits: limits, offset: from)
    let sign = inverted ? -1.0 : 1.0
    for _ in 0..<repetitions {
      switch content {
      case .offsets(let points): Self.follow(points, sign: sign, within: limits, in: &builder)
      case .strokes(let strokes): Self.draw(strokes, sign: sign, in: &builder)
      }
      builder.comeToRest()
    }
    return builder.finish(settle: settle)
  }

  private static func draw(_ strokes: [Stroke], sign: Double, in builder: inout TraceBuilder) {
    let start = builder.now
    guard let first = strokes.first?.points.first else { return }
    for stroke in strokes {
      guard let landing = stroke.points.first else { continue }
      builder.wait(max(0, start + landing.time - first.time - builder.now))
      let path = stroke.points.map { point in
        OffsetPoint(time: point.time, offset: sign * (point.offset - landing.offset))
      }
      let velocity = stroke.isCancelled ? 0 : ReleaseVelocity.estimate(path, end: stroke.end)
      builder.drag(
        along: RecordedCurve(path), for: stroke.end - landing.time, releaseVelocity: velocity)
    }
  }

  private static func follow(
    _ points: [OffsetPoint], sign: Double, within limits: ScrollLimits, in builder: inout TraceBuilder
  ) {
    var path: [OffsetPoint] = []
    var offset = builder.offset
    for (index, point) in points.enumerated() {
      if index > 0 { offset = limits.clamp(offset + sign * (point.offset - points[index - 1].offset)) }
      path.append(OffsetPoint(time: point.time, offset: offset))
    }
    var start = 0
    for rest in rests(in: path) {
      builder.follow(RecordedCurve(path[start...rest.lowerBound]), phase: .dragging)
      builder.follow(RecordedCurve(path[rest]), phase: .idle)
      start = rest.upperBound
    }
    builder.follow(RecordedCurve(path[start...]), phase: .dragging)
  }

  /// The runs of points at which the offset stays the same for ``restGap`` or longer.
  private static func rests(in path: [OffsetPoint]) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    var start = 0
    for index in path.indices where index + 1 == path.count || path[index + 1].offset != path[start].offset {
      if path[index].time - path[start].time >= restGap { result.append(start...index) }
      start = index + 1
    }
    return result
  }
}

/// Collects a finger's strokes from its events, in order of time.
struct StrokeCollector {
  private var strokes: [Recording.Stroke] = []
  private var points: [Recording.OffsetPoint] = []

  var isDown: Bool { !points.isEmpty }

  /// The finger's last place along the grid's scroll axis; `nil` if it is not on the screen.
  var place: Double? { points.last.map { -$0.offset } }

  /// The finger lands at a place along the grid's scroll axis, which grows downwards or to the right, and at one across it.
  mutating func land(at time: Double, place: Double, across: Double) {
    points = [Recording.OffsetPoint(time: time, offset: -place, across: across)]
  }

  /// Moves the finger; ignored, as a lift is, if it is not on the screen.
  mutating func move(to place: Double, across: Double, at time: Double) {
    guard isDown else { return }
    // Some devices report a position twice, with the same time; the later one counts.
    if points.last?.time == time { points.removeLast() }
    points.append(Recording.OffsetPoint(time: time, offset: -place, across: across))
  }

  /// A move that a device reports: it reports no rest before one, and replays move evenly between points.
  mutating func moveAfterRest(to place: Double, across: Double, at time: Double) {
    // Long enough before the move that the rest does not count for a release's velocity, as in phones.
    let rest = time - ReleaseVelocity.stopGap - OffsetTimeline.frame
    if let last = points.last, last.offset != -place, rest - last.time >= Recording.restGap {
      points.append(Recording.OffsetPoint(time: rest, offset: last.offset, across: last.across))
    }
    move(to: place, across: across, at: time)
  }

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
