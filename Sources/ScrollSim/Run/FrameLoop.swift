package import GalleryKit

/// The frame loop: shows the trace's frames on a stage and logs time and memory; the same on the real clock and on a model's.
struct FrameLoop {
  let trace: ScrollTrace
  let refreshRate: Int
  let clock: any FrameClock
  let stage: Stage
  let manager: ImageManager
  let recorder: RunRecorder
  let usage: any UsageGauge
  let memoryBudget: Int
  /// Resident bytes at which the system would kill the app, if the device says so.
  let memoryLimit: Int?
  /// Processor seconds of the app's own work for a frame.
  let frameWork: Double
  var changes: (any LibraryChanging)?

  private(set) var log = RunLog()
  private(set) var watch = MemoryWatch()
  private(set) var passedJumps = 0
  /// The delay of frames against the trace, in seconds: the run waited for its set-up, or between laps.
  private(set) var shift = 0.0
  /// Resident bytes of the process when they were highest in any frame, and those of the log at that time.
  private(set) var highest = (resident: 0, log: 0)

  /// Bytes of the log, which an app does not have; 0 in a model.
  private var logBytes: Int {
    let entries = recorder.byteCount
    return entries == 0 ? 0 : entries + log.frames.count * MemoryLayout<RunLog.FrameCost>.stride
  }

  private var residentBytes: Int { usage.residentBytes - logBytes }

  mutating func run(drainLimit: Double, everyFrame: (Int) throws -> Void) throws {
    let period = 1 / Double(refreshRate)
    let frameCount = trace.frameCount(refreshRate: refreshRate)
    var lapEnds = trace.lapEnds[...]
    // Grown now, so that the base includes the loop's own memory.
    log.frames.reserveCapacity(frameCount)
    let machineAtStart = usage.machine
    log.didResetPeak = usage.resetPeak()
    log.memory.baseResident = residentBytes
    let cpuAtStart = usage.cpuSeconds

    // The clock starts before the first frame is due, but set-up may take longer than that, as when a long
    // recording is read.
    shift = max(0, clock.now)
    if shift > 0 { log.waits.append((0, shift)) }
    for index in 0..<frameCount {
      try everyFrame(index)
      let time = Double(index) * period
      try showFrame(index, at: time, period: period)
      // The lap ends with the last frame before its end, however the division was rounded.
      if let end = lapEnds.first, time + period > end - period / 1000 {
        lapEnds.removeFirst()
        finishLap(at: time, limit: drainLimit)
        log.waits.append((index + 1, shift))
      }
    }
    recorder.note(.traceEnded)
    drain(from: frameCount, period: period, limit: drainLimit)

    log.cpuSeconds = usage.cpuSeconds - cpuAtStart
    let ledger = manager.ledger.snapshot
    log.memory.peakImage = ledger.peakImages
    log.memory.peakScratch = ledger.peakScratch
    log.memory.peakScratchPhoto = ledger.peakScratchPhoto
    log.memory.peakLedger = ledger.peak
    log.memory.settledImage = ledger.total
    log.memory.log = logBytes
    log.memory.peakResident = usage.peakResidentBytes - highest.log
    log.memory.settledResident = residentBytes
    log.entries = recorder.take()
    log.machine = machineAtStart.flatMap { usage.machine?.shares(since: $0) }
  }

  private mutating func showFrame(_ index: Int, at time: Double, period: Double) throws {
    let due = time + shift
    let jumps = trace.jumps[passedJumps...].prefix { $0 <= time }.count
    passedJumps += jumps
    clock.sleep(until: due)
    let start = clock.now
    applyChanges(at: time)
    stage.show(
      Stage.Frame(
        index: index, time: time, due: due, sample: trace.sample(at: time).onGrid,
        waypoints: trace.waypoints(at: time), isJump: jumps > 0, layout: trace.layout(at: time)))
    draw(due: due, period: period)
    let end = clock.now
    log.memory.budgetExcess = max(log.memory.budgetExcess, manager.memoryUse.excess(over: memoryBudget))
    let (all, own) = (usage.residentBytes, logBytes)
    let resident = all - own
    // The kernel's high-water mark is of this time, or of a moment between two frames.
    if all > highest.resident { highest = (all, own) }
    log.frames.append(
      RunLog.FrameCost(
        overrunMs: (end - due - period) * 1000, workMs: (end - start) * 1000,
        imageBytes: manager.ledger.snapshot.images, residentBytes: resident))
    guard let memoryLimit else { return }
    let peak = max(resident, usage.highestKnownBytes - own)
    if peak > memoryLimit {
      let seconds = time.rounded(toPlaces: 3)
      throw StageRun.Failure.outOfMemory(
        "killed at \(seconds) s: \(peak) bytes are resident at frame \(index), and the device kills at "
          + "\(memoryLimit) (device.memoryLimit)")
    }
    if let pressure = watch.observe(resident, limit: memoryLimit) {
      manager.relieve(pressure)
      stage.memory = pressure
    }
  }

  /// Does the app's own work for a frame, unless it is so late that an app would not show it.
  private func draw(due: Double, period: Double) {
    if frameWork > 0, clock.now < due + period { clock.work(for: frameWork) }
  }

  private mutating func applyChanges(at time: Double) {
    guard changes != nil else { return }
    let start = clock.now
    guard let update = changes?.update(at: time) else { return }
    stage.apply(update)
    log.changeApplyMs.append((clock.now - start) * 1000)
  }

  /// Waits, outside the trace's time, until no image is being decoded, and notes the lap.
  private mutating func finishLap(at time: Double, limit: Double) {
    let start = clock.now
    while !manager.isIdle && clock.now - start < limit { clock.sleep(until: clock.now + 0.002) }
    log.didDrain = log.didDrain && manager.isIdle
    stage.receive()
    let ledger = manager.ledger.snapshot
    log.laps.append(
      RunLog.Lap(ledgerBytes: ledger.total, liveBuffers: ledger.liveBuffers, residentBytes: residentBytes))
    shift += clock.now - start
  }

  /// Repeats the last frame until all cells are final and no image is being decoded, or until the limit.
  private mutating func drain(from frameCount: Int, period: Double, limit: Double) {
    let last = trace.sample(at: trace.duration).onGrid
    var index = frameCount
    while !(stage.isFull && manager.isIdle) {
      let time = Double(index) * period
      clock.sleep(until: time + shift)
      applyChanges(at: trace.duration)
      stage.show(
        Stage.Frame(
          index: index, time: time, due: time + shift, sample: last, layout: trace.layout(at: trace.duration))
      )
      draw(due: time + shift, period: period)
      index += 1
      if Double(index - frameCount) * period > limit {
        log.didDrain = false
        return
      }
    }
    stage.receive()
  }
}

/// Turns memory use into memory warnings, as a system does before it kills a process.
///
/// Systems publish no shares of the limit; these are ours, and the same in both modes.
package struct MemoryWatch: Hashable, Sendable {
  package private(set) var pressure = MemoryPressure.normal

  /// Notes how many bytes are in use, and returns the pressure if it has changed.
  package mutating func observe(_ byteCount: Int, limit: Int) -> MemoryPressure? {
    let now: MemoryPressure =
      switch Double(byteCount) / Double(limit) {
      case 0.95...: .critical
      case 0.8...: max(pressure, .warning)
      case 0.7...: max(pressure, .notice)
      case ..<0.6: .normal
      default: pressure
      }
    guard now != pressure else { return nil }
    pressure = now
    return now
  }
}
