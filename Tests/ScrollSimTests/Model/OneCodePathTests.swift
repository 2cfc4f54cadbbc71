import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import ScrollSim

/// A replay on the real clock with real threads and real decoding, and a model with the decode costs of that replay.
@Suite(.serialized) struct `Model and replay` {
  /// Painted once for all strategies.
  private static let library = Result {
    let folder = TemporaryFolder()
    let source = SyntheticSource(
      photos: 300, distinct: 6, megapixels: 0.1...0.2, png: 0.2, embeddedThumbnails: 0)
    return (folder: folder, photos: try SyntheticLibrary(source, seed: 7).make(in: "\(folder.path)/library"))
  }

  private func run(_ strategy: String, _ script: GestureScript) throws -> StageRun {
    var scenario = try Scenario.model("fling", strategy)
    scenario.screen.scale = 1
    scenario.device.memoryBudgetBytes = 6_000_000
    scenario.trace = .gestures(script, physics: "uiscrollview")
    return try scenario.firstRun(over: StageAssets.fetched(Self.library.get().photos.fetchAssets()))
  }

  @Test(arguments: TestedStrategies.names)
  func `run the same code: at the costs that a replay recorded, a model does what the replay did`(
    strategy: String
  ) throws {
    let gestures: [Gesture] = [.fling(velocity: 4000), .pause(0.4), .drag(distance: -900, duration: 0.3)]
    let run = try run(strategy, GestureScript(gestures: gestures, settle: 0.2))

    let gate = Gate()
    let real = RecordingClock(gate)
    let recording = RecordingDecoder(real)
    let replayed = try run.measure(
      in: StageRun.World(clock: real, ledger: recording.ledger, executor: recording, usage: FixedUsage()))
    // Decodes that outlive the run end too, and no lock is destroyed while it is held.
    gate.open()

    let clock = ModelClock()
    let playback = PlaybackDecoder(clock: clock, recording: recording.jobs, frames: gate.frames)
    // As late as the first frame was, where set-up took long.
    clock.sleep(until: try #require(gate.frames.first).deadline)
    let modelled = try run.measure(
      in: StageRun.World(clock: clock, ledger: playback.ledger, executor: playback, usage: FixedUsage()))

    let metrics = [
      "appearances", "cacheHitRate", "delayedRate", "degradedRate", "missRate", "revisitHitRate", "decodes",
      "redecodes", "decodedBytes", "cancelledQueued", "cancelledRunning", "wasteRatio", "blankAreaRatio",
      "settleToFullMs", "windowChurnPerSecond", "settledImageBytes", "peakImageBytes",
    ]
    for metric in metrics { #expect(modelled.metrics[metric] == replayed.metrics[metric], "\(metric)") }
    #expect(modelled.timeline.blankShare == replayed.timeline.blankShare)
    #expect(modelled.timeline.offset == replayed.timeline.offset)
    #expect(modelled.playback?.changes == replayed.playback?.changes)
    #expect(playback.unknownJobs == 0)
    #expect(replayed.metrics["budgetExcessBytes"] == 0)
  }

  @Test func `a replay's clock does not run while a schedule is looked for, however long it takes`() throws {
    /// Costs of which the first takes a second to find.
    struct SlowCosts: JobCosting {
      let areKnown = Locked(false)

      func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError> {
        let isFirst = areKnown.withLock { areKnown in
          defer { areKnown = true }
          return !areKnown
        }
        if isFirst { Thread.sleep(forTimeInterval: 1) }
        return EqualCosts().cost(of: job, busyWorkers: busyWorkers)
      }
    }
    var run = try run("oracle", GestureScript(gestures: [.pause(0.2)], settle: 0))
    run.foreseenCosts = SlowCosts()
    run.explains = true
    let record = try run.replay()
    let overrunMs = try #require(record.distributions["overrunMs"])
    // On a busy machine frames are late, but not each by as much as the search took; nor do they wait for it.
    #expect(overrunMs.min < 500)
    #expect(try #require(record.decodes).waitMs.allSatisfy { $0 < 500 })
  }
}

/// Lets decodes begin and end only between frames, so that playback has one order of events.
private final class Gate: Sendable {
  private let lock = NSLock()
  private let log = Locked<[(deadline: Double, shownAt: Double)]>([])

  var frames: [(deadline: Double, shownAt: Double)] { log.withLock { $0 } }

  func open() { lock.unlock() }

  func close() { lock.lock() }

  func close(forFrameDue deadline: Double, at time: () -> Double) {
    lock.lock()
    let now = time()
    log.withLock { $0.append((deadline, now)) }
  }

  func between<Result>(_ body: () -> Result) -> Result { lock.withLock(body) }
}

/// The real clock; the gate is open while it sleeps.
private struct RecordingClock: FrameClock {
  let clock = ReplayClock(startingIn: 0.05)
  let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
    gate.close()
  }

  var now: Double { clock.now }

  func work(for processorSeconds: Double) { clock.work(for: processorSeconds) }

  func sleep(until deadline: Double) {
    gate.open()
    clock.sleep(until: deadline)
    gate.close(forFrameDue: deadline) { clock.now }
  }
}

/// Decodes on real threads, and notes the cost, the beginning and the end of each job.
///
/// Memory is booked as the decoder books it, but between frames, with the image's size known beforehand; the
/// decoder itself has its own ledger.
private final class RecordingDecoder: DecodeExecuting {
  struct Job: Sendable {
    /// `cost.seconds` is the time that the strategy saw, not the time of the job's end.
    var cost: JobCost
    var beganAt: Double
    var endedAt: Double
  }

  let ledger = MemoryLedger()
  private let clock: RecordingClock
  private let log = Locked<[Int: Job]>([:])

  init(_ clock: RecordingClock) { self.clock = clock }

  var jobs: [Int: Job] { log.withLock { $0 } }

  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let thread = Thread { [self] in
      let estimate = ImageDecoder.estimate(job.asset, as: job.specification)
      // The cell that asked is done with its frame once the gate can be passed. The thread releases its
      // pixels before the gate closes, so that memory is the same however late it goes on.
      var (pixels, beganAt): (PixelBuffer?, Double) = clock.gate.between {
        ledger.add(estimate.rowByteCount, to: .scratch)
        return (PixelBuffer(accounting: estimate.outputSize, ledger: ledger), clock.now)
      }
      let decoded = try? ImageDecoder.decode(
        path: job.asset.original.path, as: job.specification, ledger: MemoryLedger())
      clock.gate.between {
        ledger.remove(estimate.rowByteCount, from: .scratch)
        guard let whole = pixels.take(), let decoded, decoded.pixels.size == estimate.outputSize else {
          Issue.record("job \(job.id) made another image than its estimate says")
          return
        }
        let cost = JobCost(
          outputSize: decoded.pixels.size, seconds: 0.01, scratchBytes: estimate.rowByteCount,
          decodedPixels: decoded.decodedPixels, bytesRead: decoded.bytesRead)
        log.withLock { $0[job.id] = Job(cost: cost, beganAt: beganAt, endedAt: clock.now) }
        let image = DecodedImage(
          pixels: whole, bytesRead: decoded.bytesRead, decodedPixels: decoded.decodedPixels)
        completion(DecodeOutcome(result: .success(image), seconds: cost.seconds))
      }
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  func readAhead(_ asset: Asset) {}
}

/// Lets jobs begin and end where they did in a recording, as seen from the frames before and after.
private final class PlaybackDecoder: DecodeExecuting {
  let ledger = MemoryLedger()
  private let clock: ModelClock
  private let jobs: [Int: RecordingDecoder.Job]
  private let frames: [(deadline: Double, shownAt: Double)]
  private let unknown = Locked(0)

  var unknownJobs: Int { unknown.withLock { $0 } }

  init(
    clock: ModelClock, recording: [Int: RecordingDecoder.Job], frames: [(deadline: Double, shownAt: Double)]
  ) {
    self.clock = clock
    self.frames = frames
    jobs = recording
  }

  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    guard let recorded = jobs[job.id] else {
      unknown.withLock { $0 += 1 }
      return
    }
    clock.schedule(after: max(0, modelTime(recorded.beganAt) - clock.now)) { [self] in
      let pixels = PixelBuffer(accounting: recorded.cost.outputSize, ledger: ledger)
      ledger.add(recorded.cost.scratchBytes, to: .scratch)
      clock.schedule(after: max(0, modelTime(recorded.endedAt) - clock.now)) { [self] in
        ledger.remove(recorded.cost.scratchBytes, from: .scratch)
        let image = DecodedImage(
          pixels: pixels, bytesRead: recorded.cost.bytesRead, decodedPixels: recorded.cost.decodedPixels)
        completion(DecodeOutcome(result: .success(image), seconds: recorded.cost.seconds))
      }
    }
  }

  func readAhead(_ asset: Asset) {}

  /// The same place between the same two frames.
  private func modelTime(_ time: Double) -> Double {
    let next = frames.firstIndex { $0.shownAt > time } ?? frames.count
    guard next > 0, next < frames.count else { return (frames.last?.deadline ?? 0) + time }
    let (before, after) = (frames[next - 1], frames[next])
    let place = (time - before.shownAt) / (after.shownAt - before.shownAt)
    return before.deadline + (0.001 + 0.998 * place) * (after.deadline - before.deadline)
  }
}
