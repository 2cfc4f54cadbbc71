/// Offsets in order of time; of two within a microsecond the later holds.
struct OffsetTimeline {
  private(set) var points: [Recording.OffsetPoint] = []

  /// Adds an offset.
  ///
  /// - Throws: a problem of `event` if it comes before the last, or long after the first.
  mutating func append(_ offset: Double, at time: Double, of event: EventFields) throws(TraceError) {
    if let last = points.last, time < last.time {
      throw event.problem("an event not before \(last.time) s", found: "\(time) s")
    }
    if let first = points.first, time - first.time > Recording.longestSeconds {
      throw event.problem("an event within a day of the first", found: "\(time - first.time) s after it")
    }
    if let last = points.last, time - last.time < 1e-6 { points.removeLast() }
    points.append(Recording.OffsetPoint(time: time, offset: offset))
  }
}
