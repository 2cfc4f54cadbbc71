internal import BenchReport
internal import GalleryKit

/// The frame loop, and what it measures of time and memory; the same on the real clock and on a model's.
struct FrameLoop {
  /// Memory at the end of one lap of a round trip, when nothing is being decoded.
  struct Lap {
    var ledgerBytes: Int
    var liveBuffers: Int
    var residentBytes: Int
  }

  let trace: ScrollTrace
  let refreshRate: Int
  let clock: any FrameClock
  let stage: Stage
  let manager: ImageManager
  let recorder: StageRecorder
  /// What the image cache may hold.
  let memoryBudget: Int
  /// Resident bytes at which the system would kill the app, if the device says so.
  let memoryLimit: Int?

  private(set) var frames: [RunMetrics.Frame] = []
  private(set) var imageBytes: [Double] = []
  private(set) var residentBytes: [Double] = []
  private(set) var laps: [Lap] = []
  /// The frames before which laps were waited for, and how far frames were behind the trace from there on, in seconds.
  private(set) var waits: [(frame: Int, shift: Double)] = []
  private(set) var memory = RunMetrics.Memory(
    baseResident: 0, peakResident: 0, settledResident: 0, peakImage: 0, settledImage: 0)
  /// The most by which the cache was over its budget, frame by frame.
  private(set) var cacheExcessBytes = 0
  private(set) var cpuSeconds = 0.0
  private(set) var didResetPeak = false
  private(set) var didDrain = true
  /// How long the main path took over each change of the library, in milliseconds.
  private(set) var changeApplyMs: [Double] = []
  private var changes: (any LibraryChanging)?
  private let usage: any UsageGauge
  private var watch = MemoryWatch()
  /// When the user jumps, from the next time on.
  private var jumps: ArraySlice<Double>
  /// How far the frames are behind their places in the trace, because laps were waited for.
  private var shift = 0.0

  init(
    trace: ScrollTrace, refreshRate: Int, clock: any FrameClock, stage: Stage, manager: ImageManager,
    recorder: StageRecorder, usage: any UsageGauge, memoryBudget: Int, memoryLimit: Int?,
    changes: (any LibraryChanging)? = nil
  ) {
    self.changes = changes
    self.usage = usage
    self.trace = trace
    self.jumps = trace.jumps[...]
    self.refreshRate = refreshRate
    self.clock = clock
    self.stage = stage
    self.manager = manager
    self.recorder = recorder
    self.memoryBudget = memoryBudget
    self.memoryLimit = memoryLimit
  }

  mutating func run(drainLimit: Double, everyFrame: (Int) throws -> Void) throws {
    let period = 1 / Double(refreshRate)
    let frameCount = trace.frameCount(refreshRate: refreshRate)
    var lapEnds = trace.lapEnds[...]
    // Grown now, so that the base is not measured before the loop's own memory.
    frames.reserveCapacity(frameCount)
    imageBytes.reserveCapacity(frameCount)
    residentBytes.reserveCapacity(frameCount)
    didResetPeak = usage.resetPeak()
    memory.baseResident = usage.residentBytes
    let cpuAtStart = usage.cpuSeconds

    for index in 0..<frameCount {
      try everyFrame(index)
      let time = Double(index) * period
      try showFrame(index, at: time, period: period)
      // The lap ends with the last frame before its end, however the division was rounded.
      if let end = lapEnds.first, time + period > end - period / 1000 {
        lapEnds.removeFirst()
        finishLap(at: time, limit: drainLimit)
        waits.append((index + 1, shift))
      }
    }
    recorder.isDraining = true
    drain(from: frameCount, period: period, limit: drainLimit)
    recorder.finish()

    cpuSeconds = usage.cpuSeconds - cpuAtStart
    let ledger = manager.ledger.snapshot
    memory.peakImage = ledger.peak
    memory.settledImage = ledger.total
    memory.peakResident = usage.peakResidentBytes
    memory.settledResident = usage.residentBytes
  }

  private mutating func showFrame(_ index: Int, at time: Double, period: Double) throws {
    let due = time + shift
    let passed = jumps.prefix { $0 <= time }.count
    jumps.removeFirst(passed)
    clock.sleep(until: due)
    let start = clock.now
    applyChanges(at: time)
    stage.show(
      Stage.Frame(
        index: index, time: time, due: due, sample: trace.sample(at: time).onGrid, isJump: passed > 0))
    let end = clock.now
    frames.append(
      RunMetrics.Frame(overrunMs: (end - due - period) * 1000, workMs: (end - start) * 1000))
    cacheExcessBytes = max(cacheExcessBytes, manager.cachedBytes - memoryBudget)
    imageBytes.append(Double(manager.ledger.snapshot.total))
    let resident = usage.residentBytes
    residentBytes.append(Double(resident))
    guard let memoryLimit else { return }
    let highest = max(resident, usage.highestKnownBytes)
    if highest > memoryLimit {
      let seconds = time.rounded(toPlaces: 3)
      throw StageRun.Failure.outOfMemory(
        "killed at \(seconds) s: \(highest) bytes are resident at frame \(index), and the device kills at "
          + "\(memoryLimit) (device.memoryLimit)")
    }
    if let pressure = watch.observe(resident, limit: memoryLimit) {
      manager.relieve(pressure)
      stage.memory = pressure
    }
  }

  /// Shows the library as it is by now.
  private mutating func applyChanges(at time: Double) {
    guard changes != nil else { return }
    let start = clock.now
    guard let update = changes?.update(at: time) else { return }
    stage.apply(update)
    changeApplyMs.append((clock.now - start) * 1000)
  }

  /// Waits, off the trace's time, until nothing is being decoded, and notes the lap.
  private mutating func finishLap(at time: Double, limit: Double) {
    let start = clock.now
    while !manager.isIdle && clock.now - start < limit { clock.sleep(until: clock.now + 0.002) }
    didDrain = didDrain && manager.isIdle
    stage.receive()
    let ledger = manager.ledger.snapshot
    laps.append(
      Lap(ledgerBytes: ledger.total, liveBuffers: ledger.liveBuffers, residentBytes: usage.residentBytes))
    shift += clock.now - start
  }

  /// Shows the last frame again and again until all is there that will ever be.
  private mutating func drain(from frameCount: Int, period: Double, limit: Double) {
    let last = trace.sample(at: trace.duration).onGrid
    var index = frameCount
    while !(stage.isFull && manager.isIdle) {
      let time = Double(index) * period
      clock.sleep(until: time + shift)
      applyChanges(at: trace.duration)
      stage.show(Stage.Frame(index: index, time: time, due: time + shift, sample: last))
      index += 1
      if Double(index - frameCount) * period > limit {
        didDrain = false
        return
      }
    }
    stage.receive()
  }
}

extension FrameLoop {
  /// What the laps amount to; `nil` if the trace has none.
  var growth: GrowthRecord? {
    guard !laps.isEmpty else { return nil }
    return GrowthRule().judge(
      ledgerBytes: laps.map(\.ledgerBytes), liveBuffers: laps.map(\.liveBuffers),
      residentBytes: laps.map(\.residentBytes))
  }
}
