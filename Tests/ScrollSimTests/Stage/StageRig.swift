import GalleryKit
import Support
import TestSupport

@testable import ScrollSim

/// A stage on a clock that is moved by hand, with decoders that work when they are told to and no threads.
///
/// One column of cells of 100 pt on a screen of 300 pt, ten frames a second; photos are named by their index.
final class StageRig {
  let clock = ManualClock()
  let ledger = MemoryLedger()
  let decoder: ManualDecoder
  let recorder: RunRecorder
  let manager: ImageManager
  let stage: Stage
  private(set) var frame = 0

  static let period = 0.1

  /// A job that never ends would keep its manager forever.
  deinit { decoder.finish() }

  init(
    _ strategy: any CachingStrategy.Type = NoCachingStrategy.self, parameters: [String: Double] = [:],
    lifecycle: CellLifecycle = .released, assets: [Asset] = (0..<100).map { .sample("\($0)") },
    workers: Int = 2, budget: Int = 1_000_000, listed: ListedAssets? = nil,
    changes: ChangePolicy = .visibleOnly
  ) {
    decoder = ManualDecoder(ledger: ledger)
    recorder = RunRecorder(time: clock)
    manager = ImageManager(
      configuration: .init(decodeWorkers: workers, memoryBudget: budget, order: .fifo),
      ledger: ledger, executor: decoder, observer: recorder)
    stage = Stage(
      setting: Stage.Setting(
        layout: GridLayout(viewport: .init(width: 100, height: 300), columns: 1, spacing: 0),
        assets: listed.map { .listed($0) } ?? .fetched(FetchResult<Asset>(assets)),
        specification: { layout in
          // A tenth of a pixel a point.
          let side = Int(layout.side / 10)
          return ImageSpecification(targetSize: PixelSize(width: side, height: side))
        },
        deliveryMode: .opportunistic, lifecycle: lifecycle, strategy: strategy.init(parameters),
        changes: changes),
      manager: manager, mailbox: Mailbox(time: clock), recorder: recorder)
  }

  /// Shows the next frame at an offset, idle unless a velocity is given.
  func show(offset: Double, velocity: Double = 0, isJump: Bool = false, layout: GridLayout? = nil) {
    let due = Double(frame) * Self.period
    clock.advance(to: max(due, clock.now))
    stage.show(
      Stage.Frame(
        index: frame, time: due, due: due,
        sample: ScrollSample(offset: offset, velocity: velocity, phase: velocity == 0 ? .idle : .dragging),
        isJump: isJump, layout: layout))
    frame += 1
  }

  /// Lets decoders finish `seconds` after the last shown frame.
  func finish(_ count: Int? = nil, after seconds: Double = 0, failure: String? = nil) {
    clock.advance(to: max(clock.now, Double(frame - 1) * Self.period + seconds))
    decoder.finish(count, failure: failure)
  }

  /// Lets decoders finish, and shows the next frame.
  func settle(offset: Double) {
    finish()
    show(offset: offset)
  }

  private var entries: [RunLog.Entry] = []

  /// The records so far, without the frames' time and memory.
  private var log: RunLog {
    var log = RunLog()
    entries += recorder.take()
    log.entries = entries
    log.frames = Array(
      repeating: RunLog.FrameCost(overrunMs: 0, workMs: 0, imageBytes: 0, residentBytes: 0), count: frame)
    log.memory.peakImage = ledger.snapshot.peak
    log.memory.settledImage = ledger.snapshot.total
    return log
  }

  /// The figures of the run if it ends here.
  var fold: RunFold { RunFold(log, refreshRate: 10) }

  var tally: RunTally { RunTally(log, fold, refreshRate: 10, workers: 1) }

  var metrics: [String: Double?] { tally.metrics(of: [.changes, .replay]) }

  /// One metric; infinite if it has nothing to divide by.
  subscript(metric: String) -> Double { metrics[metric].flatMap { $0 } ?? .infinity }

  subscript(metrics: String...) -> [Double] { metrics.map { self[$0] } }
}

/// Time that stands still until it is moved by hand.
final class ManualClock: TimeSource {
  private let seconds = Locked(0.0)

  var now: Double { seconds.withLock { $0 } }

  func advance(to time: Double) {
    seconds.withLock { seconds in
      precondition(time >= seconds, "time does not run backwards")
      seconds = time
    }
  }
}
