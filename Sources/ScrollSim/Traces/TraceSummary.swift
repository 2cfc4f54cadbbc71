internal import GalleryKit

/// The figures of a trace, for `scrollsim trace info`.
///
/// It measures 240 moments a second, and the moments at which one motion follows another, so that gestures and
/// recordings are treated alike.
package struct TraceSummary: Hashable, Sendable {
  /// Seconds from start to end.
  package private(set) var duration: Double
  /// Points travelled in all, back and forth; jumps and layouts do not count.
  package private(set) var distance = 0.0
  /// ``distance`` in screenfuls.
  package private(set) var screenfuls = 0.0
  /// The smallest and the largest offset in points.
  package private(set) var offsets: ClosedRange<Double>
  /// The highest speed in points a second, in either direction.
  package private(set) var maximumVelocity = 0.0
  /// Seconds at rest.
  package private(set) var idleSeconds = 0.0
  /// Seconds under a finger, or driven by a recorded offset.
  package private(set) var draggingSeconds = 0.0
  /// Seconds of momentum.
  package private(set) var deceleratingSeconds = 0.0
  /// The number of times that momentum set in.
  package private(set) var flings = 0
  /// The number of changes of direction.
  package private(set) var directionChanges = 0
  /// The number of jumps by the user.
  package private(set) var jumps: Int
  /// The number of new layouts.
  package private(set) var layouts: Int
  /// The number of laps.
  package private(set) var laps: Int

  private static let momentsPerSecond = 240

  /// Measures a trace in a viewport of `viewportLength` points.
  package init(_ trace: ScrollTrace, viewportLength: Double) {
    duration = trace.duration
    layouts = max(0, trace.layouts.count - 1)
    jumps = trace.jumps.count - layouts
    laps = trace.lapEnds.count
    let rate = Self.momentsPerSecond
    let regular = (0..<trace.frameCount(refreshRate: rate)).map { Double($0) / Double(rate) }
    let moments = (regular + trace.segments.map(\.start) + [trace.duration]).sorted()
    let jumps = Set(trace.jumps)

    var last = (time: 0.0, sample: trace.sample(at: 0))
    var direction = 0.0
    offsets = last.sample.offset...last.sample.offset
    for time in moments {
      let sample = trace.sample(at: time)
      let seconds = time - last.time
      switch last.sample.phase {
      case .idle: idleSeconds += seconds
      case .dragging: draggingSeconds += seconds
      case .decelerating: deceleratingSeconds += seconds
      }
      if case .decelerating = sample.phase {
        if case .decelerating = last.sample.phase {} else { flings += 1 }
      }
      let move = sample.offset - last.sample.offset
      if move != 0, !jumps.contains(time) {
        distance += abs(move)
        if move * direction < 0 { directionChanges += 1 }
        direction = move
      }
      offsets = min(offsets.lowerBound, sample.offset)...max(offsets.upperBound, sample.offset)
      maximumVelocity = max(maximumVelocity, abs(sample.velocity))
      last = (time, sample)
    }
    screenfuls = distance / viewportLength
  }
}
