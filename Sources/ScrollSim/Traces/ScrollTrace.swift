package import GalleryKit
internal import Support

/// The content's position and motion at one moment of a trace.
package struct ScrollSample: Hashable, Sendable {
  /// Points by which the content is scrolled; outside the content's limits while it bounces.
  package let offset: Double
  /// Points a second, positive towards the end of the content.
  package let velocity: Double
  package let phase: ScrollState.Phase

  /// The sample that frames show: all lengths are multiples of 2⁻¹⁰ points, so that the last bits of a platform's `exp`
  /// and `log` decide nothing.
  package var onGrid: ScrollSample {
    func round(_ length: Double) -> Double { (length * 0x1p10).rounded() * 0x1p-10 }
    let phase: ScrollState.Phase =
      if case .decelerating(let end) = phase { .decelerating(restingOffset: round(end)) } else { phase }
    return ScrollSample(offset: round(offset), velocity: round(velocity), phase: phase)
  }
}

/// Scroll offset against time, in closed form between one event and the next.
///
/// A glide takes a multiple of 2⁻³⁰ seconds. The offset is continuous except at ``jumps``; the velocity is its
/// derivative, and falls to 0 at once where a finger lands on moving content. At its end a trace is at rest.
package struct ScrollTrace: Sendable {
  struct Segment: Sendable {
    /// Seconds from the trace's start.
    let start: Double
    let curve: any ScrollCurve
    let phase: ScrollState.Phase
    /// The motion's full duration in seconds, where speed and resting offset do not determine its course; otherwise 0.
    var foreseenSeconds = 0.0
  }

  package struct Layout: Sendable {
    package let start: Double
    package let grid: GridLayout
  }

  package let duration: Double
  /// The times at which laps ended with the content at rest, in seconds; empty if the trace has no laps.
  package let lapEnds: [Double]
  /// The times of jumps and new layouts, in seconds: the only moments at which the offset is not continuous.
  package let jumps: [Double]
  /// One after the other, the first from the start on; empty where only lengths are known.
  package let layouts: [Layout]
  /// In order of time; the first starts at 0.
  let segments: [Segment]

  /// The content's position and motion, in O(log segments); a time outside the trace counts as its nearer end.
  package func sample(at time: Double) -> ScrollSample {
    let (segment, elapsed) = place(at: time)
    return ScrollSample(
      offset: segment.curve.offset(at: elapsed), velocity: segment.curve.velocity(at: elapsed),
      phase: segment.phase)
  }

  /// The grid's layout `time` seconds from the start; `nil` where only lengths are known.
  package func layout(at time: Double) -> GridLayout? {
    (layouts.last { $0.start <= time } ?? layouts.first)?.grid
  }

  /// The course of momentum from `time` on, as far as its platform knows it; empty where speed and resting offset determine it.
  package func waypoints(at time: Double) -> [ScrollState.Waypoint] {
    let (segment, elapsed) = place(at: time)
    let left = segment.foreseenSeconds - elapsed
    guard left > 0 else { return [] }
    return (1...Self.waypointCount).map { index in
      let seconds = left * Double(index) / Double(Self.waypointCount)
      let offset = segment.curve.offset(at: elapsed + seconds)
      return ScrollState.Waypoint(
        seconds: (seconds * 0x1p20).rounded() * 0x1p-20, offset: (offset * 0x1p10).rounded() * 0x1p-10)
    }
  }

  /// The number of waypoints; straight lines between them stay within a few points of the fastest fling.
  private static let waypointCount = 32

  /// The last segment that has started, and the time since its start.
  private func place(at time: Double) -> (segment: Segment, elapsed: Double) {
    let time = min(max(time, 0), duration)
    let segment = segments[max(0, segments.partitioningIndex { $0.start > time } - 1)]
    return (segment, time - segment.start)
  }

  /// Frame k is shown at k / `refreshRate` seconds, the first at 0.
  package func frameCount(refreshRate: Int) -> Int {
    // Sums of decimals miss whole frames by a hair, which must not decide about the last frame.
    Int((duration * Double(refreshRate) + 1e-6).rounded(.down)) + 1
  }

  package func samples(refreshRate: Int) -> [ScrollSample] {
    (0..<frameCount(refreshRate: refreshRate)).map { sample(at: Double($0) / Double(refreshRate)) }
  }
}

/// The reason that there is no trace.
package enum TraceError: Error, Hashable {
  case unreadable(path: String, reason: String)
  case malformed(path: String, line: Int, expected: String, found: String)
  /// The reason says what was expected and found.
  case noJSON(path: String, line: Int, reason: String)
  case unknownPhysics(String)
  /// Over the scenario's photos the trace shows nothing that could be measured.
  case leavesNothing(path: String, reason: String)
}

extension TraceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .malformed(let path, let line, let expected, let found):
      "\(path):\(line): expected \(expected), found \(found)"
    case .noJSON(let path, let line, let reason):
      "\(path):\(line): this is no valid JSON: \(reason)"
    case .unknownPhysics(let name):
      "there is no scroll physics '\(name)'; there is "
        + ScrollPhysicsModels.all.map(\.name).joined(separator: ", ")
    case .leavesNothing(let path, let reason):
      "\(path): expected a scroll that brings photos on screen, but \(reason)"
    }
  }
}

private struct PacedCurve: ScrollCurve {
  let curve: any ScrollCurve
  let speed: Double

  func offset(at time: Double) -> Double { curve.offset(at: time * speed) }

  func velocity(at time: Double) -> Double { curve.velocity(at: time * speed) * speed }
}

extension ScrollTrace.Segment {
  /// Whether the grid stands still: a recording's rests are parts of its curve.
  fileprivate var isRest: Bool { curve is RestCurve || phase == .idle }
}

extension ScrollTrace {
  /// The same motion at `speed` times the speed; rests between gestures last as long as before.
  package func played(at speed: Double) -> ScrollTrace {
    guard speed != 1 else { return self }
    let ends = segments.dropFirst().map(\.start) + [duration]
    var played: [Segment] = []
    var now = 0.0
    for (segment, end) in zip(segments, ends) {
      played.append(
        Segment(
          start: now, curve: segment.isRest ? segment.curve : PacedCurve(curve: segment.curve, speed: speed),
          phase: segment.phase, foreseenSeconds: segment.foreseenSeconds / speed))
      let seconds = end - segment.start
      now += segment.isRest ? seconds : (seconds / speed * 0x1p30).rounded() * 0x1p-30
    }
    /// The new time of an event at `time`.
    func moved(_ time: Double) -> Double {
      let place = max(0, segments.partitioningIndex { $0.start > time } - 1)
      let elapsed = time - segments[place].start
      return played[place].start + (segments[place].isRest ? elapsed : elapsed / speed)
    }
    return ScrollTrace(
      duration: now, lapEnds: lapEnds.map(moved), jumps: jumps.map(moved),
      layouts: layouts.map { Layout(start: moved($0.start), grid: $0.grid) }, segments: played)
  }
}
