import GalleryKit
import TestSupport
import Testing

@testable import ScrollSim

/// The memory of the harness's own log, which is in the measured process and not the app's.
@Suite struct `The log's own memory` {
  /// A size that does not change, so that figures differ by the log alone.
  private let bytes = 1_000_000_000

  @Test func `grows by each event, and is counted only where it is asked for`() {
    let rig = StageRig(workers: 9)
    rig.show(offset: 0)
    #expect(rig.recorder.byteCount == 0)
    rig.recorder.reserve(frames: 1)
    let stride = MemoryLayout<RunLog.Entry>.stride
    #expect(rig.recorder.byteCount == 16 * stride)
    rig.recorder.note(.libraryChanged)
    #expect(rig.recorder.byteCount == 16 * stride, "there is room for it")
    for _ in 0..<20 { rig.recorder.note(.libraryChanged) }
    #expect(rig.recorder.byteCount == 21 * stride)
    rig.show(offset: 300, velocity: 3000)
    let (entries, bytes) = (rig.recorder.take(), rig.recorder.byteCount)
    #expect(bytes > 16 * stride, "a frame on screen refers to its cells")
    #expect(entries.count > 21)
  }

  @Test func `is in no resident figure, and is reported beside them`() throws {
    let run = try Scenario.model("fling", "screens").firstRun()
    func record(_ features: Features) throws -> RunRecord {
      let clock = ModelClock()
      defer { clock.stop() }
      let (model, honest) = try run.modelled(costs: EqualCosts(), baseBytes: 0, on: clock)
      var world = honest
      (world.usage, world.features) = (FixedUsage(bytes: bytes), features)
      return try model.measure(in: world)
    }
    let replay = try record(.replay)
    let log = try #require(replay.figure("logBytes"))
    let frames = replay.timeline.residentBytes
    let reserved = Double(frames.count * 16 * MemoryLayout<RunLog.Entry>.stride)
    #expect(log > reserved)
    #expect(replay.figure("baseResidentBytes") == Double(bytes) - reserved)
    #expect(replay.figure("settledResidentBytes") == Double(bytes) - log)
    #expect(replay.figure("peakResidentBytes") == frames[0], "the log had grown by one frame")
    #expect(frames == frames.sorted(by: >) && frames[0] > frames[frames.count - 1])
    let model = try record([])
    #expect(model.metrics["logBytes"] == nil, "a model has no memory but its ledger's")
    #expect(model.figure("peakResidentBytes") == Double(bytes))
  }
}

@Suite struct `The watch over memory` {
  @Test func `warns once at each level on the way up, and once on the way down`() {
    var watch = MemoryWatch()
    let shares = [50, 69, 70, 79, 80, 85, 94, 95, 99, 90, 80, 70, 60, 59, 50, 81]
    let heard = shares.compactMap { share in watch.observe(share, limit: 100).map { (share, $0) } }
    #expect(heard.map(\.0) == [70, 80, 95, 59, 81])
    #expect(heard.map(\.1) == [.notice, .warning, .critical, .normal, .warning])
  }
}
