internal import ScrollSim
internal import Support

/// The blank cells of a run as trace events, from the time an image was wanted until its cell showed something.
///
/// Each contains the wait for a decoder, and a flow leads to the decode and to the frame that showed the
/// image. Cells that are blank at the same time are in separate lanes, as slices of one track must not
/// overlap.
struct BlankCellEvents {
  let events: [TraceEvent]

  /// - Parameters:
  ///   - frameTimes: the start times of frames, in microseconds on the run's clock.
  ///   - threads: the track of frames, and the first tracks of decoders and of cells.
  init(
    _ run: RunRecord, files: [String: String], frameTimes: [Double], process: Int,
    threads: (frames: Int, workers: Int, cells: Int)
  ) {
    let log = run.decodes ?? DecodeLog()
    let rows = Dictionary(grouping: log.beginMs.indices) { log.asset(ofRow: $0) ?? "" }
    var events: [TraceEvent] = []
    var lanes: [Double] = []
    for (place, cell) in run.knownBlankCells.enumerated() {
      let appeared = Self.time(of: cell, run.timeline, frameTimes)
      let isWaiting = cell.cause == .queuedBehind || cell.cause == .decoding
      let start = max(0, appeared - (isWaiting ? (cell.sinceMs ?? 0) * 1000 : 0))
      let end = appeared + cell.blankMs * 1000
      let lane = lanes.firstIndex { $0 <= start } ?? lanes.count
      if lane == lanes.count { lanes.append(end) } else { lanes[lane] = end }
      let thread = threads.cells + lane
      func slice(_ name: String, lasting time: Double, _ args: [String: NumberOrWord]? = nil) -> TraceEvent {
        TraceEvent(name: name, ph: "X", pid: process, tid: thread, ts: start, dur: time, args: args)
      }
      func flow(_ kind: String, on thread: Int, at time: Double) -> TraceEvent {
        TraceEvent(
          name: "image", ph: kind, pid: process, tid: thread, ts: time, id: process * 1_000_000 + place,
          cat: "image", bp: "e")
      }
      let name = "cell \(cell.item): \(cell.cause.title)"
      events.append(slice(name, lasting: end - start, Self.arguments(of: cell, files)))
      if let queue = cell.queueMs, queue > 0, isWaiting {
        events.append(slice("queue", lasting: min(queue * 1000, end - start)))
      }
      guard
        let row = rows[cell.asset]?.first(where: {
          // A decode that ends before, or begins once the cell shows something or has left, is another cell's.
          log.endMs[$0] * 1000 >= appeared && log.beginMs[$0] * 1000 <= end
        }), let worker = log.worker(ofRow: row)
      else { continue }
      let middle = (log.beginMs[row] + log.endMs[row]) * 500
      events += [flow("s", on: thread, at: start), flow("t", on: threads.workers + worker, at: middle)]
      if let frame = Int(exactly: log.seenFrame[row]), frameTimes.indices.contains(frame) {
        events.append(flow("f", on: threads.frames, at: frameTimes[frame]))
      }
    }
    let names = lanes.indices.map { lane in
      TraceEvent(
        name: "thread_name", ph: "M", pid: process, tid: threads.cells + lane,
        args: ["name": .word("blank cells \(lane + 1)")])
    }
    self.events = names + events
  }

  /// The time of a cell's appearance on the run's clock, in microseconds.
  private static func time(of cell: BlankCell, _ timeline: Timeline, _ frameTimes: [Double]) -> Double {
    // The first frame that is not earlier; times of frames are rounded.
    let frame = timeline.timeMs.partitioningIndex { $0 >= cell.appearedMs - 0.01 }
    return frameTimes.indices.contains(frame) ? frameTimes[frame] : cell.appearedMs * 1000
  }

  private static func arguments(of cell: BlankCell, _ files: [String: String]) -> [String: NumberOrWord] {
    var arguments: [String: NumberOrWord] = [
      "item": .number(Double(cell.item)), "photo": .word(files[cell.asset] ?? cell.asset),
      "why": .word("\(cell.cause.title): \(cell.cause.meaning)"), "blank (ms)": .number(cell.blankMs),
    ]
    if let loss = cell.loss { arguments["left memory"] = .word(loss.title) }
    let numbers = [
      ("queue (ms)", cell.queueMs), ("decode (ms)", cell.decodeMs),
      ("behind cells on screen", cell.behindVisible.map(Double.init)),
      ("behind images to be cached", cell.behindCached.map(Double.init)),
    ]
    for (name, value) in numbers { arguments[name] = value.map { .number($0) } }
    return arguments
  }
}
