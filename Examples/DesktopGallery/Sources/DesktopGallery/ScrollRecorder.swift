import Foundation

/// Records the user's scrolling, for `scrollsim trace info` to read and `scrollsim run` to replay.
struct ScrollRecorder {
  private var rows: [(time: Double, offset: Double)] = []
  /// The last frame, if its offset equals that of the row before it.
  private var resting: (time: Double, offset: Double)?

  /// The assumed duration of a frame that follows long after another, in seconds.
  private static let framePeriod = 1.0 / 60

  /// Notes a frame's offset; times must not decrease.
  ///
  /// A recording has one offset for each microsecond: the last.
  mutating func note(_ time: Double, _ offset: Double) {
    let time = (time * 1e6).rounded() / 1e6
    if let rest = resting, time <= rest.time { resting = nil }
    if let last = rows.last, time <= last.time { rows.removeLast() }
    guard let last = rows.last else { return rows.append((time, offset)) }
    guard offset != last.offset else {
      resting = (time, offset)
      return
    }
    // Replays move evenly between rows: without a row here, the content would creep through a rest without frames.
    let before = max(resting?.time ?? last.time, time - Self.framePeriod)
    if before > last.time, resting != nil || time - last.time > 3 * Self.framePeriod {
      rows.append((before, last.offset))
    }
    resting = nil
    rows.append((time, offset))
  }

  /// The recording as CSV, from its first frame to its last.
  var csv: String {
    let all = rows + (resting.map { [$0] } ?? [])
    let start = all.first?.time ?? 0
    return "time_s,offset_pt\n"
      + all.map { String(format: "%.6f,%.4f\n", $0.time - start, $0.offset) }.joined()
  }
}
