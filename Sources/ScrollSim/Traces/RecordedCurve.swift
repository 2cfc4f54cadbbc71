/// A motion known at some moments, in straight lines between them.
///
/// The velocity is the difference quotient over 50 ms around the moment, three frames at 60 Hz: a recorded
/// offset comes in whole points at uneven times, and from one sample to the next would give noise.
struct RecordedCurve: ScrollCurve {
  /// The span of the difference quotient in seconds.
  static let velocitySpan = 0.05

  /// At least one, in order of time; the first is at 0.
  let points: [Recording.OffsetPoint]

  /// Takes points in order of time, and counts the time from the first.
  init(_ points: some Collection<Recording.OffsetPoint>) {
    let start = points.first?.time ?? 0
    self.points = points.map { Recording.OffsetPoint(time: $0.time - start, offset: $0.offset) }
  }

  /// Seconds from the first point to the last.
  var duration: Double { points.last?.time ?? 0 }

  func offset(at time: Double) -> Double {
    // The first point after the moment.
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return points[0].offset }
    guard low < points.count else { return points[low - 1].offset }
    let (before, after) = (points[low - 1], points[low])
    let share = (time - before.time) / (after.time - before.time)
    return before.offset + share * (after.offset - before.offset)
  }

  func velocity(at time: Double) -> Double {
    let start = max(0, time - Self.velocitySpan / 2)
    let end = min(duration, time + Self.velocitySpan / 2)
    return end > start ? (offset(at: end) - offset(at: start)) / (end - start) : 0
  }
}
