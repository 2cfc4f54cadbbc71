/// Another motion, played faster or slower.
private struct PacedCurve: ScrollCurve {
  let curve: any ScrollCurve
  let speed: Double

  func offset(at time: Double) -> Double { curve.offset(at: time * speed) }

  func velocity(at time: Double) -> Double { curve.velocity(at: time * speed) * speed }
}

extension ScrollTrace {
  /// The same motion at `speed` times the speed; rests between gestures last as long as before.
  package func played(at speed: Double) -> ScrollTrace {
    guard speed != 1 else { return self }
    let ends = segments.dropFirst().map(\.start) + [duration]
    var played: [Segment] = []
    var now = 0.0
    for (segment, end) in zip(segments, ends) {
      let isRest = segment.curve is RestCurve
      played.append(
        Segment(
          start: now, curve: isRest ? segment.curve : PacedCurve(curve: segment.curve, speed: speed),
          phase: segment.phase, foreseenSeconds: segment.foreseenSeconds / speed))
      let seconds = end - segment.start
      now += isRest ? seconds : (seconds / speed * 0x1p30).rounded() * 0x1p-30
    }
    /// The new time of an event at `time`.
    func moved(_ time: Double) -> Double {
      let place = max(0, (segments.firstIndex { $0.start > time } ?? segments.count) - 1)
      let elapsed = time - segments[place].start
      return played[place].start + (segments[place].curve is RestCurve ? elapsed : elapsed / speed)
    }
    return ScrollTrace(
      duration: now, lapEnds: lapEnds.map(moved), jumps: jumps.map(moved),
      layouts: layouts.map { Layout(start: moved($0.start), grid: $0.grid) }, segments: played)
  }
}
