public import ScrollSim

/// A result as Chrome's trace events, which Perfetto and chrome://tracing open: a process for each run.
///
/// A run has its frames, its decodes by worker, its scrolling, its blank cells with their waits, and counters of memory, blank
/// area and scroll speed. A blank cell's flow leads to the decode of its image, and on to the frame that showed it. Frames are
/// drawn one period long from their start; in a model they take no time.
public struct TraceEventReport: Sendable {
  private static let frameThread = 1
  private static let firstWorkerThread = 2

  private let result: ResultFile
  private let files: [String: String]

  /// Takes a result to write.
  public init(_ result: ResultFile) { (self.result, files) = (result, result.photoFiles) }

  /// The document as JSON, an event a line.
  public func render() throws -> String {
    let events = result.runs.enumerated().flatMap { traceEvents(of: $1, process: $0 + 1) }
    let lines = try events.map { try $0.stableJSON(isIndented: false) }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }

  private func traceEvents(of run: RunRecord, process: Int) -> [TraceEvent] {
    let log = run.decodes ?? DecodeLog()
    let workers = (log.worker.indices.compactMap { log.worker(ofRow: $0) }.max() ?? -1) + 1
    let metadata =
      [name("process_name", run.id, process, 0), name("thread_name", "frames", process, Self.frameThread)]
      + (0..<workers).map {
        name("thread_name", "decode worker \($0 + 1)", process, Self.firstWorkerThread + $0)
      }
    let times = Self.times(of: run.timeline, log)
    let cells = BlankCellEvents(
      run, files: files, frameTimes: times, process: process,
      threads: (
        frames: Self.frameThread, workers: Self.firstWorkerThread, cells: Self.firstWorkerThread + workers + 1
      ))
    return metadata + frames(of: run, times, process) + decodes(log, process)
      + scrolling(run.timeline, times, process, thread: Self.firstWorkerThread + workers) + cells.events
  }

  private func scrolling(
    _ timeline: Timeline, _ times: [Double], _ process: Int, thread: Int
  ) -> [TraceEvent] {
    var events = [name("thread_name", "scroll", process, thread)]
    let directions = timeline.velocity.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }
    var start = 0
    while start < times.count {
      let end = times.indices[start...].first { directions[$0] != directions[start] } ?? times.count
      if directions[start] != 0 {
        let fastest = timeline.velocity[start..<end].map(abs).max() ?? 0
        events.append(
          TraceEvent(
            name: directions[start] > 0 ? "down" : "up", ph: "X", pid: process, tid: thread, ts: times[start],
            dur: times[min(end, times.count - 1)] - times[start],
            args: ["fastest (pt/s)": .number(fastest)]))
      }
      start = end
    }
    return events
  }

  private func name(_ what: String, _ name: String, _ process: Int, _ thread: Int) -> TraceEvent {
    TraceEvent(name: what, ph: "M", pid: process, tid: thread, args: ["name": .word(name)])
  }

  private func frames(of run: RunRecord, _ times: [Double], _ process: Int) -> [TraceEvent] {
    let timeline = result.knownTimeline(of: run)
    let period = 1e6 / Double(result.scenario.refreshRate)
    let counters = [
      ("image bytes", timeline.imageBytes), ("resident bytes", timeline.residentBytes),
      ("blank share", timeline.blankShare), ("blurred share", timeline.blurredShare),
      ("velocity (pt/s)", timeline.velocity), ("load", timeline.load ?? []),
    ].filter { !$0.1.isEmpty }
    return times.indices.flatMap { frame in
      // Ends by the next frame: rounded slices must not overlap.
      let next = frame + 1 < times.count ? times[frame + 1] : .infinity
      let slice = TraceEvent(
        name: "frame \(frame)", ph: "X", pid: process, tid: Self.frameThread, ts: times[frame],
        dur: min(period, next - times[frame]), args: ["offset (pt)": .number(timeline.offset[frame])])
      return [slice]
        + counters.filter { $0.1[frame].isFinite }.map { name, values in
          TraceEvent(
            name: name, ph: "C", pid: process, tid: 0, ts: times[frame],
            args: ["value": .number(values[frame])])
        }
    }
  }

  /// The start times of frames on the run's clock, in microseconds.
  private static func times(of timeline: Timeline, _ log: DecodeLog) -> [Double] {
    var shift = 0.0
    var waits = zip(log.waitFrame, log.waitMs).map { (frame: $0, ms: $1) }[...]
    return timeline.timeMs.enumerated().map { frame, time in
      while let wait = waits.first, wait.frame <= Double(frame) {
        shift = wait.ms
        waits.removeFirst()
      }
      return (time + shift) * 1000
    }
  }

  /// The decoded photo, its source and its size; `nil` if they were not noted.
  private func origin(of row: Int, in log: DecodeLog) -> [String: NumberOrWord]? {
    guard let asset = log.asset(ofRow: row), let source = log.source(ofRow: row) else { return nil }
    return [
      "photo": .word(files[asset] ?? asset), "source": .word("\(source)"),
      "image bytes": .number(log.byteCount[row]),
    ]
  }

  private func decodes(_ log: DecodeLog, _ process: Int) -> [TraceEvent] {
    let names: [DecodeLog.Kind: String] = [.prefetch: "prefetch", .preview: "preview"]
    return log.beginMs.indices.compactMap { row in
      guard let worker = log.worker(ofRow: row) else { return nil }
      return TraceEvent(
        name: log.kind(ofRow: row).flatMap { names[$0] } ?? "image", ph: "X", pid: process,
        tid: Self.firstWorkerThread + worker, ts: log.beginMs[row] * 1000,
        dur: (log.endMs[row] - log.beginMs[row]) * 1000, args: origin(of: row, in: log))
    }
  }
}

/// One of Chrome's trace events; times are microseconds.
struct TraceEvent: Encodable {
  var name: String
  /// The phase: `X` a slice, `C` a counter, `M` a name, `s`, `t` and `f` the start, a step and the end of a flow.
  var ph: String
  var pid: Int
  var tid: Int
  var ts: Double?
  var dur: Double?
  var args: [String: NumberOrWord]?
  /// A flow's events share it.
  var id: Int?
  var cat: String?
  /// The binding point of a flow: `e` is the enclosing slice.
  var bp: String?
}
