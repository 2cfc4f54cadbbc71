internal import GalleryKit

/// A scenario's matrix on virtual clocks, with a planted fault.
struct PlantedRuns {
  let runner: ModelRunner
  var fault: PlantedFault?
  var slowdown = 1.0
  /// Seeds the photos' costs; `nil` takes the scenario's seed.
  var costSeed: UInt64?

  func result() throws -> ResultFile {
    let trace = try runner.laidOut.makeTrace()
    return try runner.result(
      of: runner.scenario.runs.map { try run($0, trace) }, features: runner.scenario.features,
      duration: trace.duration)
  }

  private func run(_ planned: PlannedRun, _ trace: ScrollTrace) throws -> RunRecord {
    let (scenario, costs) = (runner.scenario, runner.costs)
    var planted = StageRun(scenario: runner.laidOut, run: planned, assets: runner.assets)
    planted.explains = false
    switch fault {
    case .unboundedCache: planted.plantedBudget = .max
    case .windowNeverStopped: planted.strategyWrapper = { HoardingStrategy($0) }
    case .prefetchingOff: planted.strategyWrapper = { _ in NoCachingStrategy() }
    default: break
    }
    let clock = ModelClock()
    defer { clock.stop() }
    let table = TableCosts(
      costs.slowed(by: slowdown), seed: (costSeed ?? scenario.seed) &+ UInt64(planned.iteration))
    let (run, honest) = try planted.modelled(costs: table, baseBytes: costs.baseResidentBytes, on: clock)
    var world = honest
    let leaking: Leaking? =
      switch fault {
      case .leakedImage: Leaking(world.ledger, trace)
      case .leakOutsideLedger: Leaking(nil, trace)
      default: nil
      }
    if let leaking { world.usage = LeakingUsage(honest: honest.usage, leaking: leaking) }
    var record = try run.measure(in: world) { frame in
      leaking?.frame(at: Double(frame) / Double(scenario.screen.refreshRate))
    }
    switch fault {
    case .droppedMetric: record.metrics["blankAreaRatio"] = nil
    case .emptyRun:
      record.metrics = record.metrics.mapValues { _ in 0 }
      record.distributions = [:]
    default: break
    }
    return record
  }
}

/// Keeps 256 KiB more with each lap of a run.
private final class Leaking {
  private static let bytesPerLap = 256 << 10

  /// Accounts for images; `nil` if the process keeps memory of which no image knows.
  private let ledger: MemoryLedger?
  private let lapStarts: [Double]
  private var laps = 0
  private var images: [PixelBuffer] = []

  init(_ ledger: MemoryLedger?, _ trace: ScrollTrace) {
    self.ledger = ledger
    lapStarts = [0] + trace.lapEnds.dropLast()
  }

  var otherBytes: Int { ledger == nil ? laps * Self.bytesPerLap : 0 }

  /// Keeps the memory that is due by a frame.
  func frame(at time: Double) {
    while laps < lapStarts.count, lapStarts[laps] < time {
      laps += 1
      guard let ledger else { continue }
      // Four bytes a pixel.
      images.append(
        PixelBuffer(accounting: PixelSize(width: Self.bytesPerLap / 4, height: 1), ledger: ledger))
    }
  }
}

private struct LeakingUsage: UsageGauge {
  let honest: any UsageGauge
  let leaking: Leaking

  var residentBytes: Int { honest.residentBytes + leaking.otherBytes }
  var peakResidentBytes: Int { honest.peakResidentBytes + leaking.otherBytes }
  var cpuSeconds: Double { honest.cpuSeconds }

  func resetPeak() -> Bool { honest.resetPeak() }
}
